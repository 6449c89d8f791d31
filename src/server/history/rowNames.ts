import type { RawBuilder } from 'kysely'

/** Selects what a row of a number is called in its enterprise, where that is more than one column of it; null where it is gone. */
type NameOf = (entNo: RawBuilder<unknown>, no: RawBuilder<unknown>) => RawBuilder<string | null>

const names = new Map<string, NameOf>()

/** Says how the rows of a table are called; called once, beside the handlers that know it. */
export const registerRowName = (table: string, name: NameOf) => void names.set(table, name)

/** Returns how the rows of a table are called, where a column does not tell. */
export const rowNameOf = (table: string): NameOf | undefined => names.get(table)
