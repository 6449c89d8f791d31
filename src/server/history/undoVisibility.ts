import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { sightOf } from '#server/database/sight.ts'
import { type Effect, columnsEqual, keyColumns, rowsFromJson } from './undoPlan.ts'

/** Returns the effects of an operation without the names of rows beyond the reach of this transaction. */
export async function withoutUnseen(db: Db, effects: readonly Effect[]): Promise<Effect[]> {
  const { orgs, units } = sightOf(db)
  if (!orgs && !units) return [...effects]
  const told = [...Map.groupBy(effects, ({ table }) => table)].map(([, some]) => withSeenNames(db, some))
  return (await Promise.all(told)).flat()
}

async function withSeenNames(db: Db, effects: readonly Effect[]): Promise<Effect[]> {
  const [first] = effects
  if (!first) return []
  const columns = keyColumns(first.key)
  const all = rowsFromJson(
    first.table,
    effects.map(({ key }) => key),
  )
  const { rows } = await sql<{ key: string }>`
    select (select jsonb_object_agg(n, to_jsonb(t) -> n) from unnest(${columns}::text[]) n)::text as key
    from ${all} k join ${sql.table(first.table.name)} t on ${columnsEqual('t', columns, 'k')}`.execute(db)
  const seen = new Set(rows.map(({ key }) => key))
  return effects.map((effect) => (seen.has(effect.key) ? effect : { ...effect, name: null }))
}
