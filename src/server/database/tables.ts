import type * as z from 'zod'
import type { Right } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import type { DB } from './schema.ts'

export type TableName = keyof DB & string
type Column<T extends TableName> = keyof DB[T] & string

/** Holds the fields of a contract by their wire names. */
export type Fields = Readonly<Record<string, z.ZodType>>

/** Tells who asks for a former value: their rights, and whether the record is of the enterprise they work in. */
type Asking = { me: { rights: { has(right: Right): boolean } }; isOwn: boolean }

/**
 * Describes what history tells of a table: its fields with titles, dictionaries and masks as their contract has them (a field
 * that is no column is passed over), the call whose right reads them, and the call that writes them, by which they are
 * restored; `writes`: what that call names a field, where it is not the column's name. `isOwn`: read in the own enterprise alone.
 * `elsewhere`: fields that a call of their own writes, which are not restored. `refuses`: tells whether the writing call refuses a field of the row as it is, whatever the value.
 */
type TableHistory = {
  fields: Fields
  see: Call
  change?: Call
  isOwn?: true
  elsewhere?: readonly string[]
  writes?: Readonly<Record<string, string>>
  refuses?: (field: string, now: Readonly<Record<string, unknown>>, asking: Asking) => boolean
  /** Describes the record that people open, where the table holds one. */
  record?: RecordKind
}

/**
 * Describes a record with a history of its own: the call that reads one where that is not the one which reads the table, the
 * tables that hold it where they are several, and those that link it with others. `seenBy`: the flag in what the call answers
 * that tells whom the history is for, where that is not everybody who reads the record.
 */
type RecordKind = { see?: Call; seenBy?: string; own?: readonly TableName[]; links?: readonly TableName[] }

/** Describes a table beyond its columns; said once, in the folder that writes it. */
type Described<Key extends string, Searched extends string, Swapped extends string, Flag extends string> = {
  /** Names a row: 员工组. */
  word: string
  /** Numbers a row in its enterprise. */
  key?: Key
  /** Holds what people call a row. */
  name?: Searched
  /** Names what else a row is found by, where it has a `search_text`; of a phone it takes the last digits. */
  search?: { words: readonly Searched[]; phone?: Searched }
  /** Tells how a row is in use, by the table that refers to it: 里已有员工. */
  uses?: { readonly [By in TableName]?: string }
  /** Names the columns that are empty or one live row's alone, and that rows may exchange in one statement. */
  swappable?: readonly Swapped[]
  /** Tells that its rows only remember something about others, whose making can be taken back all the same. */
  isNote?: true
  /** Names flags that one of several rows alone has set, as an index of the table says. */
  exclusive?: readonly Flag[]
  /**
   * Describes its history; undefined where people change none of its rows, and where a higher rank adds it by `describeHistory`.
   */
  history?: TableHistory
}

export type Table<
  T extends TableName = TableName,
  Key extends string = string,
  Searched extends string = string,
  Swapped extends string = string,
  Flag extends string = string,
> = Described<Key, Searched, Swapped, Flag> & {
  /** Names it as the database does. */
  table: T
}

const described = new Map<string, Table>()

/** Describes a table; history, undo and search find the description by the table's name. Throws when it is described twice. */
export function defineTable<
  T extends TableName,
  Key extends Column<T> = never,
  Searched extends Column<T> = never,
  Swapped extends Column<T> = never,
  Flag extends Column<T> = never,
>(table: T, description: Described<Key, Searched, Swapped, Flag>): Table<T, Key, Searched, Swapped, Flag> {
  const name = snakeOf(table)
  if (described.has(name)) throw new Error(`${name} is described twice`)
  const one = { ...description, table: name as T }
  described.set(name, one)
  return one
}

/** Adds the history of a table that a lower rank describes and writes, where the contract of its fields lies in a feature. */
export function describeHistory({ table }: Pick<Table, 'table'>, history: TableHistory) {
  const one = described.get(table)
  if (!one || one.history) throw new Error(`${table} is not described, or its history twice`)
  described.set(table, { ...one, history })
}

/** Finds the description of a table by its name in the database; undefined where it has none. */
export const tableOf = (name: string): Table | undefined => described.get(name)

/** Lists every described table. */
export const allTables = (): Table[] => [...described.values()]
