import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { nameColumn, type CatalogTable } from '#server/database/databaseCatalog.ts'
import type { Db } from '#server/database/database.ts'
import { findNear, firstTime } from './nearOperation.ts'
import { searchTextColumns, searchTextOfRows } from './searchTextColumns.ts'

/**
 * Describes an operation as history stores it, and the keys (as JSON) of the rows it changed in each table; `since`: a day before
 * the first of these changes, so that a clock that was put back a little hides none that came later.
 */
export type RecordedOperation = {
  op: string
  entNo: string
  userNo: string
  call: string
  tables: { tbl: string; since: string; keys: string[] }[]
}

/** Describes the net effect of an operation on one row, and the row's state since. */
export type Effect = {
  table: CatalogTable
  /** Gives the place of its last change in history. */
  last: number
  act: 'insert' | 'update' | 'delete' | 'none'
  /** Holds the key as JSON, with the columns to restore. */
  key: string
  back: string
  name: string | null
  changed: string[]
  /** Lists columns among them that are no longer as the operation left them. */
  clash: string[]
  /** Tells that it changed where this enterprise's history does not show it. */
  unseen: boolean
  gone: boolean
  /** Tells that an undo restores a deleted row. */
  lifted: boolean
}

/** Lists the tables that remember their operation, and afterwards that it was undone; the rows of a batch are no longer kept. */
export const notTakenBack = ['imp_batch', 'rollover', 'stumerge']

const inParts = new Set<string>()

/**
 * Registers that what a call wrote is also put back bit by bit: undoing the whole of it passes over what holds its former value
 * again, which for others is a later change that stands in the way.
 */
export const allowUndoInParts = ({ path }: Call) => void inParts.add(path)

/** Finds an operation; undefined where history holds no change of it, or no longer the whole of it. */
export async function readOperation(db: Db, entNo: string, op: string): Promise<RecordedOperation | undefined> {
  const rows = await findNear(op, async (near) => {
    const { rows: found } = await sql<RecordedOperation['tables'][number] & { userNo: string; call: string; ms: number }>`
      select tbl, (min(at) - interval '1 day')::text as since, array_agg(distinct key::text) as keys,
        min(user_no) as user_no, min(call) as call, ${firstTime} as ms
      from history where ent_no = ${entNo} and op = ${op}::uuid and ${near} and act <> 'read' and tbl <> all(${notTakenBack})
        and exists (select from operation where ent_no = ${entNo} and op = ${op}::uuid)
      group by tbl order by tbl`.execute(db)
    return found
  })
  const [first] = rows
  return first && { op, entNo, userNo: first.userNo, call: first.call, tables: rows }
}

/** Selects rows of a table given as JSON, in the types of its columns. */
export const rowsFromJson = ({ name }: CatalogTable, json: readonly string[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(name)}, ${`[${json.join(',')}]`}::jsonb)`

/** Compares columns of one alias with those of another. */
export const columnsEqual = (left: string, columns: readonly string[], right: string, others = columns) =>
  sql.join(
    columns.map((column, i) => sql`${sql.ref(`${left}.${column}`)} = ${sql.ref(`${right}.${others[i]}`)}`),
    sql` and `,
  )

export const keyColumns = (key: string): string[] => Object.keys(JSON.parse(key))

/** Holds the rows as they are until the transaction ends. */
export async function lockRows(db: Db, table: CatalogTable, keys: string[]) {
  const columns = keyColumns(keys[0] as string)
  const order = sql.join(columns.map((column) => sql.ref(`t.${column}`)))
  await sql`select count(*) from (select from ${sql.table(table.name)} t join ${rowsFromJson(table, keys)} k on ${columnsEqual('t', columns, 'k')}
    order by ${order} for update of t) locked`.execute(db)
}

// Names the search words, which follow from other columns: nobody changes them.
const searched = 'search_text'
const stamps = new Set(['ver', 'crt_user', 'crt_tm', 'upd_user', 'upd_tm', searched])
/** Lists the columns that people change. */
export const withoutStamps = ({ columns }: CatalogTable) => columns.filter((column) => !stamps.has(column))

/**
 * Reads the effects of the operation on its rows of one table. The state after it is the next before-image of the row, else the
 * live row; that one only where its version is the very next: a change under another enterprise is not seen from here. The states
 * are materialized, or each live row would be turned into JSON once for every column. A row that was deleted comes back with the
 * words that it was found by; one that goes back to former values gets those of the row that it will be.
 */
export async function readEffects(
  db: Db,
  { op, entNo, call }: RecordedOperation,
  { table, since, keys }: { table: CatalogTable; since: string; keys: string[] },
): Promise<Effect[]> {
  const columns = keyColumns(keys[0] as string)
  const name = nameColumn(table) ?? ''
  const { rows } = await sql<Omit<Effect, 'table'> & { next: string | null }>`
    with since as (
      select id, op, key, act, before, lead(id) over w as next_id, lead(before) over w as next from history
      where ent_no = ${entNo} and tbl = ${table.name} and act <> 'read' and key = any(${keys}::jsonb[])
        and at >= ${since}::timestamptz
      window w as (partition by key order by id)
    ), mine as (
      select distinct on (key) key, id as last, act, before, next_id, next, first_value(before) over (partition by key order by id) as start
      from since where op = ${op}::uuid order by key, id desc
    ), states as materialized (
      select m.key, m.last, m.start, to_jsonb(t) as live,
        m.next_id is null and m.act <> 'delete' and t.ver is distinct from coalesce((m.before ->> 'ver')::int, 0) + 1 as unseen,
        case when m.next_id is not null then m.next when m.act <> 'delete' then to_jsonb(t) end as after
      from mine m cross join lateral jsonb_populate_record(null::${sql.table(table.name)}, m.key) k
      left join ${sql.table(table.name)} t on ${columnsEqual('t', columns, 'k')}
    )
    select key::text, last, unseen, c.changed, c.clash, coalesce(live, after, start) ->> ${name} as name,
      case when start is null then case when after is null then 'none' else 'insert' end
        when after is null then 'delete' else 'update' end as act,
      (key || coalesce(c.back, '{}') || case when after is null and start is not null
        then jsonb_build_object('crt_user', start -> 'crt_user', 'crt_tm', start -> 'crt_tm') else '{}' end)::text as back,
      coalesce(live ->> 'stt' = ${Status.deleted} and after ->> 'stt' <> ${Status.deleted}, false) as gone,
      start is not null and coalesce(after ->> 'stt', ${Status.deleted}) = ${Status.deleted}
        and coalesce(start ->> 'stt', '') <> ${Status.deleted} as lifted,
      case when start is not null and after is not null and c.changed && ${searchTextColumns(table.name)}::text[]
        then (live || c.back)::text end as next
    from states cross join lateral (
      select coalesce(array_agg(n), '{}') as changed, jsonb_object_agg(n, start -> n) filter (where start is not null) as back,
        coalesce(array_agg(n) filter (where after -> n is distinct from live -> n), '{}') as clash
      from jsonb_object_keys(coalesce(start, after)) n
      where (n = any(${withoutStamps(table)}) or n = ${searched} and after is null) and start -> n is distinct from after -> n
        and not (${inParts.has(call)} and start is not null and after is not null and live is not null and live -> n is not distinct from start -> n)
    ) c`.execute(db)
  const found = rows.filter(({ next }) => next !== null)
  const words = await searchTextOfRows(
    db,
    table.name,
    found.map(({ next }) => String(next)),
  )
  const wordsOf = new Map(found.map(({ key }, i) => [key, words[i]]))
  return rows.map(({ next: _, ...effect }) => {
    const sought = wordsOf.get(effect.key)
    return { ...effect, table, ...(sought !== undefined && withWords(effect, sought)) }
  })
}

const withWords = ({ changed, back }: Pick<Effect, 'changed' | 'back'>, words: string) => ({
  changed: [...changed, searched],
  back: JSON.stringify({ ...JSON.parse(back), [searched]: words }),
})
