import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { act } from '#features/vam/act/act.contract.ts'
import { query } from '#web/api/api.ts'

/** Returns the activity of the page, by the number in its address. */
export function useActivity() {
  const [params] = useSearchParams()
  const actNo = params.get('no') ?? ''
  const { data: activity, error, refetch } = useQuery({ ...query(act.getshown, { actNo }), enabled: actNo !== '' })
  return { actNo, activity, error, refetch }
}
