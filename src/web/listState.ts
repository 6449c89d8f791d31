import { useSearchParams } from 'react-router'
import type { Call } from '#contract/call.ts'

const notFilters = ['pageIndex', 'pageSize', 'keyWord', 'entNo']

/** The filters and the page of a call's list: they live in the page's address, so that a link shows what its sender saw. */
export function useListState({ input }: Call) {
  const [params, setParams] = useSearchParams()
  const set = (changes: Record<string, string | number | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace: true },
    )
  return {
    // An address may hold anything; only what the call knows is asked.
    filters: Object.fromEntries([...params].filter(([name]) => Object.hasOwn(input.shape, name) && !notFilters.includes(name))),
    pageIndex: Number(params.get('pageIndex')) || 1,
    pageSize: Number(params.get('pageSize')) || undefined,
    setFilters: (changes: Record<string, string | undefined>) => set({ ...changes, pageIndex: undefined }),
    setPage: (pageIndex: number, pageSize: number) => set({ pageIndex, pageSize }),
    clear: () => setParams({}, { replace: true }),
  }
}
