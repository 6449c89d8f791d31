import { permissions } from '#contract/access.ts'
import { useMay } from '#web/api/me.tsx'

type Place = { unitNo?: string; entNo: string | undefined }

/** Returns the lists behind the numbers of a check, of one's own school or of one that is looked at from above (`entNo`). */
export function useCountedLists() {
  const may = useMay()
  const seesClasses = may({ access: permissions('edcunit').view })
  return {
    studentsAt: ({ unitNo, entNo }: Place) =>
      may({ access: permissions('stu').view }) &&
      `/ent/stu?${new URLSearchParams({ ...(unitNo && { unitNo }), ...(entNo && { school: entNo }) })}`,
    classesAt: (entNo: string | undefined) =>
      seesClasses && `/ent/edcunit?${new URLSearchParams({ tab: 'classes', ...(entNo && { school: entNo }) })}`,
  }
}
