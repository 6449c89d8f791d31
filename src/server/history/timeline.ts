import { sql } from 'kysely'
import type { Deed } from '#contract/timeline.ts'
import { callTitle, folderOf, folderTitle } from '#server/call/callTitles.ts'
import type { Db } from '#server/database/database.ts'
import type { PageInput } from '#server/database/rows.ts'
import { callOf } from '#server/call/serve.ts'
import type { MayRestore, RowChange, ChangeDescriber } from './describeChanges.ts'

/** Identifies a record and the tables about it, each with the record's number in its key. */
type RecordAsked = { entNo: string; column: string; no: string; tables: readonly string[] }

type Telling = { describer: ChangeDescriber; mayRestore: MayRestore }

type Kept = RowChange & {
  op: string
  at: string
  nickName: string | null
  imitName: string | null
  call: string | null
  reason: string | null
}

/** Reads one page of the changes of a record, newest first. The caller has checked that the record is within reach. */
export async function timelineOf(db: Db, asked: RecordAsked, { pageIndex, pageSize }: PageInput, telling: Telling) {
  const ops = await readTold(db, asked, telling.describer)
  const shown = ops.slice((pageIndex - 1) * pageSize, pageIndex * pageSize)
  const steps = await readSteps(db, asked, shown)
  const datas: Deed[] = []
  for (const op of shown) datas.push(await deedOf(steps.get(op) ?? [], telling))
  return { datas, recordCount: ops.length, pageCount: Math.ceil(ops.length / pageSize), pageSize, pageIndex }
}

// Lists the columns of their own for numbers that many rows refer to.
const ownColumns = ['stu_no', 'ptr_no', 'emp_no', 'mtg_no', 'vst_no']

/** Selects rows of history (`h`) that name one of these numbers in their key. */
export const namesOne = (column: string, numbers: readonly string[]) =>
  ownColumns.includes(column) ? sql`h.${sql.ref(column)} = any(${numbers})` : sql`h.key ->> ${sql.lit(column)} = any(${numbers})`

const isOf = ({ entNo, column, no, tables }: RecordAsked) =>
  sql`h.ent_no = ${entNo} and ${namesOne(column, [no])} and h.tbl = any(${tables})`

// Takes the state after a change from the next change, or from the live row.
const stepsOf = (asked: RecordAsked) => {
  const live = asked.tables.map(
    (table) => sql`select ${table} as tbl, to_jsonb(t) as kept from ${sql.table(table)} t
      where ent_no = ${asked.entNo} and ${sql.ref(asked.column)} = ${asked.no}`,
  )
  return sql`live as materialized (${sql.join(live, sql` union all `)}),
    done as (
      select h.*, lead(before) over (partition by tbl, key, act = 'read' order by id) as next from history h where ${isOf(asked)}
    ),
    steps as (
      select d.*, case when d.act in ('insert', 'update')
        then coalesce(d.next, (select l.kept from live l where l.tbl = d.tbl and l.kept @> d.key)) end as after from done d
    )`
}

/** Reads operations that changed something visible of a record, newest first: pages are full, and their count is true. */
async function readTold(db: Db, asked: RecordAsked, describer: ChangeDescriber): Promise<string[]> {
  const columns = Object.fromEntries(asked.tables.map((table) => [table, describer.toldColumns(table)]))
  const { rows } = await sql<{ op: string; isSure: boolean }>`
    with ${stepsOf(asked)}
    select op, bool_or(s.act in ('insert', 'delete') or coalesce(c.is_sure, false)) as is_sure
    from steps s cross join lateral (
      select bool_or(not ${mayMeanTheSame}) as is_sure, count(*) as changed
      from jsonb_array_elements_text(${JSON.stringify(columns)}::jsonb -> s.tbl) n
      where s.act = 'update' and ${kept('before')} is distinct from ${kept('after')}
    ) c where s.act <> 'update' or c.changed > 0 group by op order by max(id) desc`.execute(db)
  const steps = await readSteps(
    db,
    asked,
    rows.flatMap(({ op, isSure }) => (isSure ? [] : [op])),
  )
  return rows.flatMap(({ op, isSure }) => (isSure || steps.get(op)?.some((step) => describer.isNews(step)) ? [op] : []))
}

const kept = (side: 'before' | 'after') => sql`nullif(nullif(s.${sql.ref(side)} ->> n, ''), '[]')`
// Excludes values that may be equal in meaning: encrypted anew a value looks different, and of labels not everybody sees all.
const mayMeanTheSame = sql`(n in ('wts', 'sex') or coalesce(s.before ->> n, s.after ->> n) like '1:%')`

async function readSteps(db: Db, asked: RecordAsked, ops: readonly string[]) {
  if (ops.length === 0) return new Map<string, Kept[]>()
  const { rows } = await sql<Kept>`
    with ${stepsOf(asked)}
    select op, at, tbl, key, act, before, call, reason, after,
      (select nick_name from account where user_no = s.user_no) as nick_name,
      (select nick_name from account where user_no = s.imit_user_no) as imit_name
    from steps s where op = any(${ops}::uuid[]) order by id`.execute(db)
  return Map.groupBy(rows, ({ op }) => op)
}

async function deedOf(steps: readonly Kept[], { describer, mayRestore }: Telling): Promise<Deed> {
  const [{ op, at, nickName, imitName, call, reason }] = steps as [Kept]
  const parts: Deed['parts'] = []
  for (const step of steps) if (describer.isNews(step)) parts.push(await describer.tell(step, mayRestore))
  return { op, at, nickName, imitName, title: titleOf(call), rsn: reason, parts }
}

/** Names an operation after the call behind it: 员工管理 · 修改. */
export function titleOf(path: string | null): string {
  const call = path ? callOf(path) : undefined
  return call ? `${folderTitle(folderOf(call))} · ${callTitle(call)}` : '系统写入'
}
