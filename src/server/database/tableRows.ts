import { type InsertObject, type Selectable, sql } from 'kysely'
import { searchText } from '#server/base/search.ts'
import type { Db } from './database.ts'
import { definedOnly, type Key, updateRow } from './rows.ts'
import type { DB } from './schema.ts'
import type { Table, TableName } from './tables.ts'

type Row<T extends TableName> = Selectable<DB[T]>
type Text = string | null | undefined

/** Makes the `search_text` of a row: its name and the columns that its table names. */
export function searchTextOf<Searched extends string>(
  { name, search }: Pick<Table<TableName, string, Searched>, 'name' | 'search'>,
  row: { readonly [Column in Searched]: Text },
): string {
  const at = (column: Searched | undefined): Text => column && row[column]
  return searchText(at(name) ?? '', search?.words.map(at), at(search?.phone))
}

/** Inserts a row with its `search_text`, and answers `wanted` of it. */
export async function insertRow<T extends TableName, C extends keyof Row<T> & string>(
  db: Db,
  table: Table<T>,
  row: InsertObject<DB, T>,
  wanted: readonly C[],
): Promise<Pick<Row<T>, C>> {
  const values: Record<string, unknown> = { ...row }
  if (table.search) values['searchText'] = searchTextOf(table, textsOf(values))
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  const { rows } = await sql<Pick<Row<T>, C>>`
    insert into ${sql.table(table.table)} (${sql.join(entries.map(([name]) => sql.ref(name)))})
    values (${sql.join(entries.map(([, value]) => value))}) returning ${columnsOrNull(wanted)}`.execute(db)
  return rows[0] as Pick<Row<T>, C>
}

const columnsOrNull = (names: readonly string[]) => (names.length > 0 ? sql.join(names.map((name) => sql.ref(name))) : sql`null`)

/** Changes one live record as `updateRow` does, and its `search_text` where that follows from what changes. Throws notFound, conflict. */
// oxlint-disable-next-line max-params -- every change of one row goes through it, in the order of a statement
export async function changeRow<T extends TableName, C extends keyof Row<T> & string>(
  db: Db,
  table: Table<T>,
  key: Key<T>,
  changes: { ver?: number | undefined } & Record<string, unknown>,
  wanted: readonly C[],
): Promise<Pick<Row<T>, C>> {
  return updateRow(db, table.table, key, { ...changes, ...(await changedText(db, table, key, definedOnly(changes))) }, wanted)
}

async function changedText(db: Db, table: Table, key: object, changes: object) {
  const { name, search } = table
  const searched = search ? [name, ...search.words, search.phone].filter((column) => column !== undefined) : []
  if (!searched.some((column) => column in changes)) return {}
  const known = { ...key, ...changes }
  const missing = searched.filter((column) => !(column in known))
  const kept = missing.length > 0 ? await lockedColumns(db, table.table, key, missing) : {}
  return { searchText: searchTextOf(table, textsOf({ ...kept, ...known })) }
}

// Reads under lock: what the change does not name may not change meanwhile.
async function lockedColumns(db: Db, table: TableName, key: object, columns: readonly string[]) {
  const at = sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  )
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns.map((name) => sql.ref(name)))}
    from ${sql.table(table)} where ${at} for no key update`.execute(db)
  return rows[0]
}

const textsOf = (row: Record<string, unknown>): Record<string, Text> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value : null]))
