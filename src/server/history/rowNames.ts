import type { RawBuilder } from 'kysely'

/** Selects what a row of a number is called in its enterprise, where that is more than one column of it; null where it is gone. */
type NameOf = (entNo: RawBuilder<unknown>, no: RawBuilder<unknown>) => RawBuilder<string | null>

/** Tests whether a row `o` of an enterprise is called by a word, where working out the name of every row would be slow. */
type Fits = (entNo: string, word: string) => RawBuilder<unknown>

const names = new Map<string, NameOf>()
const fitting = new Map<string, Fits>()

/** Says how the rows of a table are called; called once, beside the handlers that know it. */
export function registerRowName(table: string, name: NameOf, fits?: Fits) {
  names.set(table, name)
  if (fits) fitting.set(table, fits)
}

/** Returns how the rows of a table are called, where a column does not tell. */
export const rowNameOf = (table: string): NameOf | undefined => names.get(table)

/** Returns the test by which rows are found by their name, where their table has one of its own. */
export const rowNameTestOf = (table: string): Fits | undefined => fitting.get(table)
