import type * as z from 'zod'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { ent, EnterpriseState, type ListedEnterprise } from '../ent.contract.ts'

type Counted = Pick<z.output<typeof ListedEnterprise>, 'entNo' | 'idntNo' | 'stt'>

/** Returns the lists behind the counts of an enterprise, as far as the caller may open them. */
export function useCountPaths() {
  const may = useMay()
  const me = useMe()
  return ({ entNo, idntNo, stt }: Counted) => {
    const isOwn = entNo === me.entNo
    const isSchool = idntNo === '030'
    // Looks at another school by choosing it, which needs that it is in use.
    const pupils = isOwn ? '/ent/stu' : stt === EnterpriseState.enabled && `/ent/stu?school=${entNo}`
    return {
      subCnt: may(ent.getpage) && `/ecb/ent?prtNo=${entNo}&deepFlag=0`,
      empCnt: may(emp.getpage) && (isOwn ? '/ent/emp' : `/ecb/ent/${entNo}?tab=emp`),
      stuCnt: may(stu.getpage) && isSchool && pupils,
    }
  }
}
