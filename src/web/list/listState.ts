import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Call } from '#contract/call.ts'
import { addressState } from '#web/page/addressState.ts'
import { keepSearch } from '#web/page/tabs.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'

const notFilters = ['pageIndex', 'pageSize', 'keyWord', 'entNo']

/** Sets the rows of a page, where the address does not (docs/spec/page.md#constants). */
const usualSize = 50

/** Marks in the address that a filter is off although it has a default. */
const off = 'all'

export type ListState = ReturnType<typeof useListState>

/**
 * Returns filters, page and keyword of a call's list. Filters and page live in the page's address, so that a link shows what its
 * sender saw; the keyword, which may be a name or a phone, stays with the tab and outlives a reload
 * (docs/spec/personal-data.md#in-the-browser).
 * `defaults` hold until they are changed.
 */
export function useListState({ input, path }: Call, defaults: Record<string, string> = {}) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const [keyWord, setKeyWord] = useState(() => (location.pathname === pathname && addressState().words?.[path]) || '')
  // Clears an earlier keyword where an address stands for a whole question.
  useUrlParam('fresh', () => setKeyWord(''))
  const go = (next: URLSearchParams, word = keyWord) => {
    const search = next.toString()
    keepSearch(pathname, search && `?${search}`)
    // Leaves the address alone after the user has gone on to another page.
    if (location.pathname !== pathname) return
    const { words, ...others } = addressState()
    setParams(next, { replace: true, state: { ...others, words: { ...words, [path]: word } } })
  }
  // Reads what the address says now: a record may have been opened in it since the list was drawn.
  const paramsNow = () => new URLSearchParams(location.pathname === pathname ? location.search : params)
  const set = (changes: Record<string, string | number | undefined>, word = keyWord) => {
    const next = paramsNow()
    for (const [name, value] of Object.entries(changes)) {
      if (value !== undefined && value !== '' && value !== defaults[name]) next.set(name, String(value))
      else if ((value === undefined || value === '') && name in defaults) next.set(name, off)
      else next.delete(name)
    }
    go(next, word)
  }
  // Accepts from an address only what the call knows.
  const isFilter = (name: string) => Object.hasOwn(input.shape, name) && !notFilters.includes(name)
  const given = [...params].filter(([name]) => isFilter(name))
  const filters: Record<string, string> = Object.fromEntries(
    Object.entries({ ...defaults, ...Object.fromEntries(given) }).filter(([, value]) => value !== off),
  )
  const ofList = (name: string) => isFilter(name) || name === 'pageSize'
  return {
    filters,
    /** Holds filters and page size as an address has them. */
    search: new URLSearchParams([...params].filter(([name]) => ofList(name))).toString(),
    /** Tells whether the address filters nothing. */
    isBare: ![...params.keys()].some((name) => ofList(name) || name === 'pageIndex'),
    /** Restores stored filters and page size, from the first page on; keeps the rest of the address. */
    show: (search: string) => {
      const others = [...paramsNow()].filter(([name]) => !ofList(name) && name !== 'pageIndex')
      setKeyWord('')
      go(new URLSearchParams([...others, ...new URLSearchParams(search)]), '')
    },
    keyWord,
    pageIndex: Number(params.get('pageIndex')) || 1,
    pageSize: Number(params.get('pageSize')) || usualSize,
    isFiltered: keyWord !== '' || given.length > 0,
    /** Tells whether more is set than these filters, such as the class that a list is of. */
    isFilteredBeyond: (names: readonly string[] = []) => keyWord !== '' || given.some(([name]) => !names.includes(name)),
    setFilters: (changes: Record<string, string | undefined>) => set({ ...changes, pageIndex: undefined }),
    setPage: (pageIndex: number, pageSize: number) =>
      set({
        pageIndex: pageIndex === 1 ? undefined : pageIndex,
        pageSize: pageSize === usualSize ? undefined : pageSize,
      }),
    look: (word: string) => {
      setKeyWord(word)
      set({ pageIndex: undefined }, word)
    },
    clear: () => {
      setKeyWord('')
      go(new URLSearchParams([...paramsNow()].filter(([name]) => !ofList(name) && name !== 'pageIndex')), '')
    },
  }
}
