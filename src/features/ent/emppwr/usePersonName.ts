import { useQuery } from '@tanstack/react-query'
import { Status } from '#contract/fields.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { query } from '#web/api.ts'

/** What the chosen person is called, for the button that stands for the list on a phone. */
export function usePersonName(empNo: string | undefined): string {
  // The very list that the person is chosen from.
  const { data } = useQuery({
    ...query(emp.getlist, { keyWord: '', stt: Status.enabled }),
    enabled: empNo !== undefined,
  })
  return data?.find((one) => one.empNo === empNo)?.empName ?? '选择员工'
}
