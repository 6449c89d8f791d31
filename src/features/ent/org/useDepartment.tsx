import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { org } from './org.contract.ts'

/** Returns a department with its telephone, remark and version, which the tree does not carry. */
export function useDepartment(orgNo: string | undefined) {
  // Finds it by its number, which the list takes as a keyword too.
  const { data } = useQuery({ ...query(org.getlist, { keyWord: orgNo ?? '' }), enabled: orgNo !== undefined })
  return data?.find((one) => one.orgNo === orgNo)
}
