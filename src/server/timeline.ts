import { sql } from 'kysely'
import type { Deed } from '#contract/timeline.ts'
import { callTitle, folderOf, folderTitle } from './callTitles.ts'
import type { Db } from './database.ts'
import type { PageInput } from './rows.ts'
import { callOf } from './serve.ts'
import type { MayRestore, Step, Teller } from './teller.ts'

/** A record and the tables that tell of it, each with the record's number in its key. */
export type RecordAsked = { entNo: string; column: string; no: string; tables: readonly string[] }

type Telling = { teller: Teller; mayRestore: MayRestore }

type Kept = Step & {
  op: string
  at: string
  nickName: string | null
  imitName: string | null
  call: string | null
  reason: string | null
}

/** One page of what was done to a record, newest first. The caller has seen that the record is within reach. */
export async function timelineOf(db: Db, asked: RecordAsked, { pageIndex, pageSize }: PageInput, telling: Telling) {
  const { rows: ops } = await sql<{ op: string; total: number }>`
    select op, (count(*) over ())::int as total from history h where ${isOf(asked)}
    group by op order by max(id) desc limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(db)
  const steps = await readSteps(
    db,
    asked,
    ops.map(({ op }) => op),
  )
  const datas: Deed[] = []
  for (const { op } of ops) datas.push(await deedOf(steps.get(op) ?? [], telling))
  const recordCount = ops[0]?.total ?? 0
  return {
    datas: datas.filter(({ parts }) => parts.length > 0),
    recordCount,
    pageCount: Math.ceil(recordCount / pageSize),
    pageSize,
    pageIndex,
  }
}

// Those that many rows tell of have their number in a column of its own.
const ownColumns = ['stu_no', 'ptr_no', 'emp_no', 'mtg_no', 'vst_no']

/** Rows of history (`h`) that name one of these numbers in their key. */
export const namesOne = (column: string, numbers: readonly string[]) =>
  ownColumns.includes(column) ? sql`h.${sql.ref(column)} = any(${numbers})` : sql`h.key ->> ${sql.lit(column)} = any(${numbers})`

const isOf = ({ entNo, column, no, tables }: RecordAsked) =>
  sql`h.ent_no = ${entNo} and ${namesOne(column, [no])} and h.tbl = any(${tables})`

// What a change made of a row is what the next one found, or what there is now.
async function readSteps(db: Db, asked: RecordAsked, ops: string[]) {
  const live = asked.tables.map(
    (table) => sql`select ${table} as tbl, to_jsonb(t) as kept from ${sql.table(table)} t
      where ent_no = ${asked.entNo} and ${sql.ref(asked.column)} = ${asked.no}`,
  )
  const { rows } = await sql<Kept>`
    with done as materialized (
      select id, lead(before) over (partition by tbl, key order by id) as next from history h
      where ${isOf(asked)} and act <> 'read'
    ), live as materialized (${sql.join(live, sql` union all `)})
    select h.op, h.at, h.tbl, h.key, h.act, h.before, h.call, h.reason,
      case h.act when 'delete' then null else coalesce(d.next, (select l.kept from live l where l.tbl = h.tbl and l.kept @> h.key)) end as after,
      (select nick_name from account where user_no = h.user_no) as nick_name,
      (select nick_name from account where user_no = h.imit_user_no) as imit_name
    from history h left join done d using (id)
    where ${isOf(asked)} and op = any(${ops}::uuid[]) order by h.id`.execute(db)
  return Map.groupBy(rows, ({ op }) => op)
}

async function deedOf(steps: readonly Kept[], { teller, mayRestore }: Telling): Promise<Deed> {
  const [{ op, at, nickName, imitName, call, reason }] = steps as [Kept]
  const parts: Deed['parts'] = []
  for (const step of steps) parts.push(await teller.tell(step, mayRestore))
  // A row that the operation touched without telling anything, as a version that rose, is no news.
  const news = parts.filter(({ act, changes }) => act === 'insert' || act === 'delete' || changes.length > 0)
  return { op, at, nickName, imitName, title: titleOf(call), rsn: reason, parts: news }
}

/** What was done, by the call behind it: 员工管理 · 修改. */
export function titleOf(path: string | null): string {
  const call = path ? callOf(path) : undefined
  return call ? `${folderTitle(folderOf(call))} · ${callTitle(call)}` : '系统写入'
}
