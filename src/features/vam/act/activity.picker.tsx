import { useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/call.ts'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { useListState } from '#web/list/listState.ts'
import { act } from './act.contract.ts'

/** Draws the filter of a list (of `call`) by one of the latest hundred activities. */
export function ActivityFilter({ call }: { call: Call }) {
  const { filters, setFilters } = useListState(call)
  const { data } = useQuery(query(act.getpage, { pageSize: 100 }))
  const options = (data?.datas ?? []).map(({ actNo, title }) => ({ value: actNo, label: title }))
  return (
    <SelectFilter label="活动" width={200} options={options} value={filters.actNo} onChange={(actNo) => setFilters({ actNo })} />
  )
}
