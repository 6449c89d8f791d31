import { useSearchParams } from 'react-router'

/** The filters and the page of a list: they live in the page's address, so that a link shows what its sender saw. */
export function useListState() {
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries([...params].filter(([name]) => name !== 'pageIndex' && name !== 'pageSize'))
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
    filters,
    pageIndex: Number(params.get('pageIndex')) || 1,
    pageSize: Number(params.get('pageSize')) || undefined,
    setFilters: (changes: Record<string, string | undefined>) => set({ ...changes, pageIndex: undefined }),
    setPage: (pageIndex: number, pageSize: number) => set({ pageIndex, pageSize }),
    clear: () => setParams({}, { replace: true }),
  }
}
