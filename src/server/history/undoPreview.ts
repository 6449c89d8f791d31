import { sql } from 'kysely'
import { readDatabaseCatalog, type CatalogTable } from '#server/database/databaseCatalog.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { workOn } from '#server/reference/load.ts'
import { callOf } from '#server/call/serve.ts'
import { withoutScope, applyScope } from '#server/call/scope.ts'
import { enterprisesOf, undoByAnybody } from './undo.ts'
import { type Effect, columnsEqual, keyColumns, readEffects, readOperation, withoutStamps } from './undoPlan.ts'
import { withoutUnseen } from './undoVisibility.ts'
import { changedSince, columnsNamed, recordTitle } from './recordNames.ts'

const most = 100

type Undo = (op: string, entNo: string, context: Context) => Promise<void>

class TakenBack extends Error {}

/**
 * Previews an undo: later changes that prevent it, and later changes that stay. Changes nothing: the undo is tried (`undo`)
 * in a transaction that is rolled back.
 */
export async function undoPreview(op: string, asked: string, context: Context, undo: Undo = undoByAnybody) {
  const { db } = context
  const several = await enterprisesOf(db, op)
  const blocks: string[] = []
  const keeps: string[] = []
  let keepCnt = 0
  for (const entNo of several.length > 0 ? several : [asked]) {
    await workOn(db, entNo)
    // Applies departments and units only in the caller's own enterprise.
    if (entNo !== context.me.entNo) await applyScope(db)
    const found = await outlookIn(op, entNo, context)
    const at = several.length > 0 ? `${await nameOf(db, entNo)}：` : ''
    blocks.push(...found.blocks.map((line) => at + line))
    keeps.push(...found.keeps.map((line) => at + line))
    keepCnt += found.keepCnt
  }
  if (blocks.length === 0) blocks.push(...(await refusedBy(op, asked, context, undo)))
  return { blocks: told(blocks), keeps: told(keeps), keepCnt }
}

async function nameOf(db: Db, entNo: string) {
  const { entName } = await db.selectFrom('ent').select('entName').where('entNo', '=', entNo).executeTakeFirstOrThrow()
  return entName
}

async function outlookIn(op: string, entNo: string, context: Context) {
  const { db } = context
  const operation = await readOperation(db, entNo, op)
  const call = operation && callOf(operation.call)
  if (!operation || !call) throw new Fault('notFound')
  const { tables } = await readDatabaseCatalog(db)
  const blocks: string[] = []
  const keeps: string[] = []
  let keepCnt = 0
  for (const { tbl, since, keys } of operation.tables) {
    const table = tables.get(tbl)
    if (!table) throw new Fault('notUndoable')
    // Counts obstacles beyond the caller's reach without naming them.
    const found = await withoutScope(context, () => readEffects(db, operation, { table, since, keys }))
    const effects = await withoutUnseen(db, found)
    for (const { changed, clash, unseen, gone, name, act } of effects)
      if (clash.length > 0 || ((unseen || gone) && changed.length > 0))
        blocks.push(changedSince(call, tbl, name, act === 'update' ? clash : []).message)
    const later = await withoutScope(context, () => changedBeside(db, entNo, { table, since, effects }))
    keepCnt += later.length
    keeps.push(...later.map(({ name, columns }) => `${recordTitle(tbl, name)}${columnsNamed(call, columns)}`))
  }
  return { blocks, keeps, keepCnt }
}

const told = (lines: readonly string[]) => [...new Set(lines)].slice(0, most)

type Later = { name: string | null; columns: string[] }

// Finds rows that somebody changed since, in columns that the operation did not touch.
async function changedBeside(
  db: Db,
  entNo: string,
  { table, since, effects }: { table: CatalogTable; since: string; effects: Effect[] },
): Promise<Later[]> {
  const tbl = table.name
  const columns = withoutStamps(table)
  const rows = effects.filter(({ act, gone }) => act === 'update' && !gone)
  const [first] = rows
  if (!first) return []
  const { rows: found } = await sql<{ key: string; columns: string[] }>`
    with k as materialized (
      select key::jsonb as key, last, changed from jsonb_to_recordset(${JSON.stringify(
        rows.map(({ key, last, changed }) => ({ key, last, changed })),
      )}::jsonb) k (key text, last bigint, changed text[])
    ), since as materialized (
      select id, key, before, lead(before) over (partition by key order by id) as next from history
      where ent_no = ${entNo} and tbl = ${tbl} and act = 'update' and key = any(${rows.map(({ key }) => key)}::jsonb[])
        and at >= ${since}::timestamptz
    ), states as materialized (
      select s.key, k.changed, s.before, coalesce(s.next, to_jsonb(t)) as after from since s join k on k.key = s.key and s.id > k.last
      cross join lateral jsonb_populate_record(null::${sql.table(tbl)}, s.key) p
      join ${sql.table(tbl)} t on ${columnsEqual('t', keyColumns(first.key), 'p')}
    )
    select key::text, array_agg(distinct n) as columns from states, unnest(${columns}::text[]) n
    where before -> n is distinct from after -> n and n <> all(changed) group by key`.execute(db)
  const names = new Map(rows.map(({ key, name }) => [JSON.stringify(JSON.parse(key)), name]))
  return found.map(({ key, columns: changed }) => ({
    name: names.get(JSON.stringify(JSON.parse(key))) ?? null,
    columns: changed,
  }))
}

// Finds what only shows when it is done, such as a new class that has students by now.
async function refusedBy(op: string, entNo: string, context: Context, undo: Undo): Promise<string[]> {
  const { services, locals } = context
  const tried = transaction(services.database.sidePool, locals, async (db) => {
    await undo(op, entNo, { ...context, db })
    throw new TakenBack()
  })
  return tried.catch((error: unknown) => {
    if (error instanceof TakenBack) return []
    if (error instanceof Fault) return [error.message]
    throw error
  })
}
