import { createContext, type ReactNode, use, useLayoutEffect } from 'react'

/** Describes a filter that is set, in words. */
export type FilterWord = { label: string; shown: ReactNode }

/** Holds the filters that are set, in words, for the paper that their list is printed on. */
export const FilterWords = createContext<Map<string, FilterWord> | undefined>(undefined)

/** Tells the list around a filter what it is set to; undefined while it is off. */
export function useFilterWord(id: string, word: FilterWord | undefined) {
  const words = use(FilterWords)
  useLayoutEffect(() => {
    if (!words || !word) return
    words.set(id, word)
    return () => void words.delete(id)
  })
}
