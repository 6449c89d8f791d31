import { sql } from 'kysely'
import { readDatabaseCatalog, type CatalogTable } from '#server/database/databaseCatalog.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { applyScope, scopeOf } from '#server/call/scope.ts'
import { callOf, type Input } from '#server/call/serve.ts'
import type { RowChange } from '#server/history/describeChanges.ts'
import { around } from '#server/history/nearOperation.ts'
import { columnsEqual, keyColumns, notTakenBack } from '#server/history/undoPlan.ts'
import { undo } from '#server/history/undo.ts'
import { undoPreview } from '#server/history/undoPreview.ts'
import { wordOf } from '#server/history/recordNames.ts'
import type { history } from '#contract/shell/history.contract.ts'
import { placeOf } from './history.deletions.ts'
import { visibilityOf, visibilityOfDeleted, seesAll, describerFor, undoableIn } from './history.visibility.ts'
import { isScopeLimited, withReach } from './history.record.ts'

const mostRows = 100

/** Reads the first rows that an operation changed, each with its changes, as far as the caller may read such records. */
export async function readDetails({ op, entNo: asked }: Input<typeof history.get>, context: Context) {
  const { db } = context
  const entNo = await placeOf(context, asked, op)
  const reaches = entNo === asked ? await visibilityOf(context, entNo) : await visibilityOfDeleted(context)
  const { ms } = await requireSeen(op, entNo, context)
  const { rows } = await sql<{ tbl: string; key: string; total: number; reason: string | null }>`
    select tbl, key::text, (count(*) over ())::int as total, min(min(reason)) over () as reason from history
    where ent_no = ${entNo} and op = ${op}::uuid and ${around([ms])} and tbl <> all(${notTakenBack})
    group by tbl, key order by min(id) limit ${mostRows}`.execute(db)
  const { tables } = await readDatabaseCatalog(db)
  const tell = await describerFor(entNo, reaches, context)
  const parts = []
  for (const [tbl, some] of Map.groupBy(rows, (row) => row.tbl)) {
    const table = tables.get(tbl)
    const describer = await tell(tbl)
    if (!table || !describer) continue
    const isPart = isScopeLimited(reaches.get(tbl) ?? {})
    for (const { isThere, ...step } of await readChanges(db, { op, ms, entNo, table, keys: some.map(({ key }) => key) })) {
      // Shows only the existence of what has left the caller's reach since.
      const isOut = isPart && !isThere && step.act !== 'delete'
      parts.push(isOut ? { tbl, what: wordOf(tbl), act: step.act, changes: [] } : await describer.tell(step, () => false))
    }
  }
  return { rsn: rows[0]?.reason ?? null, parts, rowCnt: rows[0]?.total ?? 0 }
}

/** Returns the call behind an operation, and its time in milliseconds. Throws for one that the caller neither did nor may see. */
async function requireSeen(op: string, entNo: string, context: Pick<Context, 'db' | 'me'>) {
  const { db, me } = context
  const one = db
    .selectFrom('operation')
    .select(['userNo', 'call', sql<number>`extract(epoch from at)::float8 * 1000`.as('ms')])
    .where('entNo', '=', entNo)
    .where('op', '=', op)
  const { userNo, call: path, ms } = requireRow(await one.executeTakeFirst())
  if (userNo !== me.userNo && !seesAll(context)) throw new Fault('notFound')
  return { call: requireRow(callOf(path)), ms }
}

/** Previews an undo with the reach of its call. */
export async function readOutlook({ op, entNo: asked }: Input<typeof history.getundo>, context: Context) {
  const { db, me, services } = context
  const entNo = await placeOf(context, asked, op)
  const { call } = await transaction(services.database.pool, { entNo }, (apart) => requireSeen(op, entNo, { db: apart, me }), {
    readOnly: true,
  })
  const within = await scopeOf(context, call, entNo)
  await applyScope(db, within)
  return undoPreview(op, entNo, withReach(context, within), (...tried) => undo(...tried, undoableIn(context, asked, entNo)))
}

/** Describes a found row; `isThere`: it is within the caller's reach. */
type Found = RowChange & { isThere: boolean }

// Reads the state after a change from the next change, or from the live row.
async function readChanges(
  db: Db,
  { op, ms, entNo, table, keys }: { op: string; ms: number; entNo: string; table: CatalogTable; keys: string[] },
) {
  const looks = keys.filter((key) => !keyColumns(key).every((column) => table.columns.includes(column)))
  const changed = keys.filter((key) => !looks.includes(key))
  const [first] = changed
  const steps: Found[] = looks.map((key) => ({
    tbl: table.name,
    key: JSON.parse(key),
    act: 'read',
    before: null,
    after: null,
    isThere: true,
  }))
  if (!first) return steps
  const { rows } = await sql<Found>`
    with mine as (
      select key, min(id) as first, max(id) as last from history
      where ent_no = ${entNo} and op = ${op}::uuid and ${around([ms])} and tbl = ${table.name} and key = any(${changed}::jsonb[]) group by key
    )
    select ${table.name} as tbl, m.key, b.before, coalesce(n.before, case when n.id is null and l.act <> 'delete' then to_jsonb(t) end) as after,
      case when b.before is null then case when l.act = 'read' then 'read' else 'insert' end
        when l.act = 'delete' then 'delete' else 'update' end as act, t.ent_no is not null as is_there
    from mine m join history b on b.ent_no = ${entNo} and b.tbl = ${table.name} and b.key = m.key and b.id = m.first
      and ${around([ms], 'b.at')}
    join history l on l.ent_no = ${entNo} and l.tbl = ${table.name} and l.key = m.key and l.id = m.last
      and ${around([ms], 'l.at')}
    left join lateral (select id, before from history x where x.ent_no = ${entNo} and x.tbl = ${table.name} and x.key = m.key
      and x.id > m.last and x.act <> 'read' order by x.id limit 1) n on true
    cross join lateral jsonb_populate_record(null::${sql.table(table.name)}, m.key) k
    left join ${sql.table(table.name)} t on ${columnsEqual('t', keyColumns(first), 'k')}
    order by m.first`.execute(db)
  return [...steps, ...rows]
}
