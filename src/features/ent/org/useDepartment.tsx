import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { org } from './org.contract.ts'

/** A department with its telephone, remark and version, which the tree does not carry. */
export function useDepartment(orgNo: string | undefined) {
  // The list takes numbers as keywords too.
  const { data } = useQuery({ ...query(org.getlist, { keyWord: orgNo ?? '' }), enabled: orgNo !== undefined })
  return data?.find((one) => one.orgNo === orgNo)
}
