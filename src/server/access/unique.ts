import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { takenField } from '#server/base/fault.ts'
import type { Refusals } from '#server/base/refusals.ts'
import { withoutScope } from '#server/call/scope.ts'

/** Describes a value that the row at `index` is to have, which one live record alone may have; `name`: its owner. */
export type WantedValue = { index: number; no: string; name: string; value: string }

/** Describes the row that has a value now; without a name the caller does not see it. */
export type ValueHolder = { no: string; value: string; name?: string }

type Given = string | null | undefined

/** Pairs rows with the values they are to have; skips undefined rows, so that positions stay. */
export const wantedOf = <Row>(
  rows: readonly (Row | undefined)[],
  whoOf: (row: Row) => { no: string; name: string },
  valueOf: (row: Row) => Given,
): WantedValue[] =>
  rows.flatMap((row, index) => {
    const value = row && valueOf(row)
    return value ? [{ index, ...whoOf(row), value }] : []
  })

/** Returns the numbers of those rows that name a field. */
export const numbersNaming = <Key extends string, Field extends string>(
  rows: readonly (({ [K in Key]: string } & { [F in Field]?: Given }) | undefined)[],
  key: Key,
  field: Field,
): Set<string> => new Set(rows.flatMap((row) => (row?.[field] !== undefined ? [row[key]] : [])))

/** Finds the rows of a table that have a wanted value in a column, also beyond the caller's reach; gives no names. */
export async function holdersOf(
  context: Context,
  entNo: string,
  { table, key, column }: { table: string; key: string; column: string },
  wanted: readonly WantedValue[],
): Promise<ValueHolder[]> {
  if (wanted.length === 0) return []
  const values = wanted.map(({ value }) => value)
  const { rows } = await withoutScope(context, () =>
    sql<ValueHolder>`select ${sql.ref(key)} as no, ${sql.ref(column)} as value from ${sql.table(table)}
      where ent_no = ${entNo} and ${sql.ref(column)} = any(${values}) and stt <> ${Status.deleted}`.execute(context.db),
  )
  return rows
}

type Labels = {
  field: string
  /** Returns the refusal of a value that another record has; names the holder where the caller may see it. */
  taken: (value: WantedValue, holder: ValueHolder) => string
  /** Returns the refusal of a value that several rows of the batch are to have. */
  twice: (value: WantedValue, names: string) => string
}

/**
 * Tells which values others have, but for those rows of the batch that get another one (`leaving`), and which ones several
 * rows are to have.
 */
export function doublesIn(wanted: readonly WantedValue[], holders: readonly ValueHolder[], leaving: ReadonlySet<string>) {
  const taken: { one: WantedValue; holder: ValueHolder }[] = []
  const twice: { one: WantedValue; names: string }[] = []
  const held = Map.groupBy(holders, ({ value }) => value)
  for (const [value, same] of Map.groupBy(wanted, (one) => one.value)) {
    const names = same.map(({ name }) => name).join('、')
    for (const one of same) {
      const others = (held.get(value) ?? []).filter(({ no }) => no !== one.no && !leaving.has(no))
      const holder = others.find(({ name }) => name !== undefined) ?? others[0]
      if (holder) taken.push({ one, holder })
      else if (same.length > 1) twice.push({ one, names })
    }
  }
  return { taken, twice }
}

/** Refuses the values of a field that others have, or that several rows are to have. */
export function refuseDoubles(
  refusals: Refusals,
  { wanted, holders, leaving }: { wanted: readonly WantedValue[]; holders: readonly ValueHolder[]; leaving: ReadonlySet<string> },
  { field, taken, twice }: Labels,
) {
  const refuse = ({ index }: WantedValue, message: string) => refusals.add(index, field, takenField(field, message))
  const doubles = doublesIn(wanted, holders, leaving)
  for (const { one, holder } of doubles.taken) refuse(one, taken(one, holder))
  for (const { one, names } of doubles.twice) refuse(one, twice(one, names))
}

/**
 * Empties a column of those rows whose value is to become another row's in the same statement: which of them is written
 * first is not told, and the database looks at every row by itself.
 */
export async function releaseSwapped(
  db: Db,
  { table, entNo, key, column }: { table: string; entNo: string; key: string; column: string },
  rows: readonly Record<string, unknown>[],
) {
  const given = rows.flatMap((row) => (row[column] ? [{ no: row[key], value: row[column] }] : []))
  if (given.length === 0) return
  await sql`update ${sql.table(table)} t set ${sql.ref(column)} = null
    from unnest(${given.map(({ no }) => no)}::text[], ${given.map(({ value }) => value)}::text[]) w (no, value)
    where t.ent_no = ${entNo} and t.${sql.ref(column)} = w.value and t.${sql.ref(key)} <> w.no
      and t.${sql.ref(key)} = any(${rows.filter((row) => column in row).map((row) => row[key])}::text[])`.execute(db)
}
