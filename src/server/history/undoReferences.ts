import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import {
  type DatabaseCatalog,
  hasState,
  nameColumn,
  type Reference,
  type CatalogTable,
} from '#server/database/databaseCatalog.ts'
import type { Db } from '#server/database/database.ts'
import { type Effect, columnsEqual, keyColumns, rowsFromJson } from './undoPlan.ts'
import { goneSince, inUse } from './recordNames.ts'
import { tableOf } from '#server/database/tables.ts'

type Link = { reference: Reference; rows: Effect[]; other: CatalogTable }

/**
 * Checks the references after an undo. Throws for a missing row that others refer to, and a restored one whose own reference is
 * missing.
 */
export async function checkReferences(db: Db, { tables, references }: DatabaseCatalog, effects: Effect[]) {
  const links = (
    side: 'from' | 'to',
    other: 'from' | 'to',
    concerns: (effect: Effect, reference: Reference) => boolean,
  ): Link[] =>
    references.flatMap((reference) => {
      const rows = effects.filter((effect) => effect.table.name === reference[side] && concerns(effect, reference))
      const table = tables.get(reference[other])
      return rows.length > 0 && table ? [{ reference, rows, other: table }] : []
    })
  // Ignores what is no record, such as a session, and what only remembers: they prevent nothing.
  const left = links('to', 'from', ({ act, table }) => act === 'insert' && hasState(table)).filter(
    ({ other }) => other.recorded && !tableOf(other.name)?.isNote,
  )
  const back = links('from', 'to', isBack).filter(({ other }) => hasState(other))
  await Promise.all([
    ...left.map(async ({ reference, rows, other }) => {
      const state = hasState(other) ? sql`o.stt <> ${Status.deleted}` : sql`true`
      const name = await nameOfFirst(db, rows, {
        of: 't',
        other,
        on: columnsEqual('o', reference.columns, 't', reference.targets),
        where: state,
      })
      if (name !== undefined) throw inUse(reference.to, name, reference.from)
    }),
    ...back.map(async ({ reference, rows, other }) => {
      const name = await nameOfFirst(db, rows, {
        of: 'o',
        other,
        on: columnsEqual('t', reference.columns, 'o', reference.targets),
        where: sql`o.stt = ${Status.deleted} and ${deletedSince(rows, other, reference)}`,
      })
      if (name !== undefined) throw goneSince(reference.to, name)
    }),
  ])
}

const isBack = ({ act, lifted, changed }: Effect, { columns }: Reference) =>
  act === 'delete' || (act === 'update' && (lifted || changed.some((column) => columns.includes(column))))

// Passes over what was deleted already when the operation took place: a role had members that had left the school. History shows
// one enterprise; a record of another one, or one that it does not record, counts as deleted since.
function deletedSince(rows: Effect[], other: CatalogTable, { columns, targets }: Reference): Sql {
  const own = columns[targets.indexOf('ent_no')] === 'ent_no'
  if (!own || !other.recorded) return sql`true`
  const key = sql.join(targets.flatMap((target) => [sql.lit(target), sql.ref(`o.${target}`)]))
  const last = Math.max(...rows.map((row) => Number(row.last)))
  return sql`exists (select from history h where h.ent_no = o.ent_no and h.tbl = ${other.name} and h.key = jsonb_build_object(${key})
    and h.id > ${last} and h.before ->> 'stt' <> ${Status.deleted})`
}

type Sql = RawBuilder<unknown>

type Joined = { of: 't' | 'o'; other: CatalogTable; on: Sql; where: Sql }

// Returns the name of the first row (t) or of what it is joined with (o) that meets the condition; null where it has none.
async function nameOfFirst(db: Db, effects: Effect[], { of, other, on, where }: Joined) {
  const { table, key } = effects[0] as Effect
  const column = nameColumn(of === 't' ? table : other)
  const name = column ? sql.ref(`${of}.${column}`) : sql`null::text`
  const keys = effects.map((effect) => effect.key)
  const { rows } = await sql<{ name: string | null }>`
    select ${name} as name from ${rowsFromJson(table, keys)} k join ${sql.table(table.name)} t on ${columnsEqual('t', keyColumns(key), 'k')}
    join ${sql.table(other.name)} o on ${on} where ${where} limit 1`.execute(db)
  return rows[0]?.name
}
