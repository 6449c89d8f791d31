import { useState } from 'react'
import { type ListState, useListState } from '#web/list/listState.ts'
import { vst } from './vst.contract.ts'

/**
 * Returns the list of visits. The search in its form may be a name, so it stays with the tab, as the keyword does
 * (docs/spec/personal-data.md#in-the-browser).
 */
export function useVisitList(): ListState {
  const list = useListState(vst.getvstnotepersonalpage)
  const [sought, setSought] = useState<string>()
  return {
    ...list,
    filters: { ...list.filters, ...(sought && { qryVals: sought }) },
    isFiltered: list.isFiltered || sought !== undefined,
    setFilters: (changes) => {
      const { qryVals, ...others } = changes
      // Clears the search for another form, which has other columns.
      if ('qryVals' in changes || 'tmplNo' in changes) setSought(qryVals)
      list.setFilters(others)
    },
    show: (search) => {
      setSought(undefined)
      list.show(search)
    },
    clear: () => {
      setSought(undefined)
      list.clear()
    },
  }
}
