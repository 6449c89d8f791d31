import { useState } from 'react'
import { type ListState, useListState } from '#web/list/listState.ts'
import { vst } from './vst.contract.ts'

/**
 * Returns the list of visits. The search in its form may be a name, so it stays with the tab, as the keyword does
 * (docs/spec/personal-data.md#in-the-browser).
 */
export function useVisitList(): ListState {
  const list = useListState(vst.getvstnotepersonalpage)
  const [searched, setSearched] = useState<string>()
  return {
    ...list,
    filters: { ...list.filters, ...(searched && { qryVals: searched }) },
    isFiltered: list.isFiltered || searched !== undefined,
    setFilters: (changes) => {
      const { qryVals, ...others } = changes
      // Clears the search for another form, which has other columns.
      if ('qryVals' in changes || 'tmplNo' in changes) setSearched(qryVals)
      list.setFilters(others)
    },
    show: (search) => {
      setSearched(undefined)
      list.show(search)
    },
    clear: () => {
      setSearched(undefined)
      list.clear()
    },
  }
}
