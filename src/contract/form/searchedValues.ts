import * as z from 'zod'
import { partOf } from './catalogue.ts'
import type { Column } from './column.ts'

/** Names how a list is filtered by a column: by part of its text, one of its choices, or a day. */
type SearchMode = 'text' | 'choice' | 'day'

// Omits the columns that lists mask: trying values would reveal what they hold.
const searchModes: Record<string, SearchMode> = {
  text: 'text',
  textarea: 'text',
  radio: 'choice',
  select: 'choice',
  checkbox: 'choice',
  switch: 'choice',
  date: 'day',
  datetime: 'day',
  days: 'day',
  times: 'day',
}

/** Returns how a list is filtered by a column; undefined where it cannot be. */
export const searchModeOf = (column: Column): SearchMode | undefined =>
  column.qryFlag === '1' ? searchModes[partOf(column)?.no ?? ''] : undefined

/** Maps column numbers to the values searched for. */
export type SearchedValues = Record<string, string>

const SearchedValues = z.record(z.string().regex(/^c\d{1,4}$/), z.string().min(1).max(100))

/** Describes the searched values as they stand in the address of a list. */
export const searchedValues = z
  .string()
  .max(2000)
  .refine((text) => parseSearchedValues(text) !== undefined, { error: '的格式不正确' })

/** Parses such a text; returns undefined where it holds nothing to search for. */
export function parseSearchedValues(text: string): SearchedValues | undefined {
  try {
    const { success, data } = SearchedValues.safeParse(JSON.parse(text))
    return success && Object.keys(data).length <= 10 ? data : undefined
  } catch {
    return undefined
  }
}
