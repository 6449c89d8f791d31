import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { type DatabaseCatalog, nameColumn } from '#server/database/databaseCatalog.ts'
import type { Db } from '#server/database/database.ts'
import { lockTree } from '#server/database/tree.ts'
import { type Effect, columnsEqual, keyColumns, type RecordedOperation, rowsFromJson } from './undoPlan.ts'
import { changedSince } from './recordNames.ts'

const deepest = 100

/** Keeps the shape of the trees that the operation touched: the lock that every move takes. */
export async function lockTrees(db: Db, { references }: DatabaseCatalog, { tables, entNo }: RecordedOperation) {
  const trees = tables.filter(({ tbl }) => references.some(({ from, to }) => from === tbl && to === tbl))
  // Locks the enterprises as one tree, whichever of them moves.
  for (const { tbl } of trees) await lockTree(db, { table: tbl }, tbl === 'ent' ? '' : entNo)
}

/** Refuses a row that would be back below one that lies below it by now. */
export async function checkTrees(db: Db, { references }: DatabaseCatalog, call: Call, effects: Effect[]) {
  const checks = references.map(async ({ from, to, columns, targets }) => {
    const rows = effects.filter(
      ({ act, table, changed }) =>
        act !== 'insert' && from === to && table.name === from && changed.some((one) => columns.includes(one)),
    )
    const [first] = rows
    if (!first) return
    const { table, key } = first
    const keys = rowsFromJson(
      table,
      rows.map((one) => one.key),
    )
    const name = nameColumn(table)
    const parent = (alias: string) => sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)))
    const found = await sql<{ label: string | null }>`
      with recursive up as (
        select ${name ? sql.ref(`t.${name}`) : sql`null::text`} as label, 1 as lvl, ${parent('t')}
        from ${keys} k join ${sql.table(from)} t on ${columnsEqual('t', keyColumns(key), 'k')}
        union all select up.label, lvl + 1, ${parent('p')} from up join ${sql.table(from)} p on ${columnsEqual('p', targets, 'up', columns)}
        where lvl < ${deepest}
      ) select label from up where lvl = ${deepest} limit 1`.execute(db)
    const [looped] = found.rows
    if (looped)
      throw changedSince(
        call,
        from,
        looped.label,
        columns.filter((column) => first.changed.includes(column)),
      )
  })
  await Promise.all(checks)
}
