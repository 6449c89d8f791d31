import { sql } from 'kysely'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { maskText } from '#contract/masking.ts'
import type { Deed } from '#contract/timeline.ts'
import { callTitle, folderOf, folderTitle } from './callTitles.ts'
import type { Db } from './database.ts'
import { labelsOf } from './dictionary.ts'
import { callOf } from './serve.ts'
import type { PageInput } from './rows.ts'
import { camelOf, snakeOf } from './wireNames.ts'

/** How a field is told that is not told as it is kept: what it means (compared), and as what that is shown. */
export type Telling = {
  read?: (kept: string) => string | Promise<string>
  show?: (meant: string, side: 'before' | 'after') => string | null
}

/** A table whose rows belong to a record: what one is called, and the fields that are told, with titles and dictionaries. */
export type TimelinePart = {
  table: string
  /** Undefined: nothing is told of the row. */
  what: string | ((key: Record<string, string>) => Promise<string | undefined>)
  fields: Record<string, z.ZodType>
  tellings?: Record<string, Telling>
}

type Asked = PageInput & { entNo: string; column: 'stu_no' | 'ptr_no'; no: string; parts: readonly TimelinePart[] }

type Step = {
  op: string
  at: string
  tbl: string
  key: Record<string, string>
  act: Deed['parts'][number]['act']
  before: Row | null
  after: Row | null
  nickName: string | null
  imitName: string | null
  call: string | null
  reason: string | null
}
type Row = Record<string, unknown>

/** One page of what was done to a record, newest first. The caller has seen that the record is within reach. */
export async function timelineOf(db: Db, { pageIndex, pageSize, parts, ...asked }: Asked) {
  const tables = parts.map(({ table }) => table)
  const { rows: ops } = await sql<{ op: string; total: number }>`
    select op, (count(*) over ())::int as total from history h where ${isOf(asked, tables)}
    group by op order by max(id) desc limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(db)
  const steps = await readSteps(
    db,
    asked,
    tables,
    ops.map(({ op }) => op),
  )
  const tell = teller(db, parts)
  const datas: Deed[] = []
  for (const { op } of ops) datas.push(await deedOf(steps.get(op) ?? [], tell))
  const recordCount = ops[0]?.total ?? 0
  return {
    datas: datas.filter(({ parts: told }) => told.length > 0),
    recordCount,
    pageCount: Math.ceil(recordCount / pageSize),
    pageSize,
    pageIndex,
  }
}

const isOf = ({ entNo, column, no }: Pick<Asked, 'entNo' | 'column' | 'no'>, tables: readonly string[]) =>
  sql`h.ent_no = ${entNo} and h.key ->> ${sql.lit(column)} = ${no} and h.tbl = any(${tables})`

// What a change made of a row is what the next one found, or what there is now.
async function readSteps(db: Db, asked: Omit<Asked, 'parts' | keyof PageInput>, tables: readonly string[], ops: string[]) {
  const live = tables.map(
    (table) => sql`select ${table} as tbl, to_jsonb(t) as kept from ${sql.table(table)} t
      where ent_no = ${asked.entNo} and ${sql.ref(asked.column)} = ${asked.no}`,
  )
  const { rows } = await sql<Step>`
    with done as materialized (
      select id, lead(before) over (partition by tbl, key order by id) as next from history h
      where ${isOf(asked, tables)} and act <> 'read'
    ), live as materialized (${sql.join(live, sql` union all `)})
    select h.op, h.at, h.tbl, h.key, h.act, h.before, h.call, h.reason,
      case h.act when 'delete' then null else coalesce(d.next, (select l.kept from live l where l.tbl = h.tbl and l.kept @> h.key)) end as after,
      (select nick_name from account where user_no = h.user_no) as nick_name,
      (select nick_name from account where user_no = h.imit_user_no) as imit_name
    from history h left join done d using (id)
    where ${isOf(asked, tables)} and op = any(${ops}::uuid[]) order by h.id`.execute(db)
  return Map.groupBy(rows, ({ op }) => op)
}

type Tell = (step: Step) => Promise<Deed['parts'][number] | undefined>

async function deedOf(steps: readonly Step[], tell: Tell): Promise<Deed> {
  const [{ op, at, nickName, imitName, call, reason }] = steps as [Step]
  const made = call ? callOf(call) : undefined
  const title = made ? `${folderTitle(folderOf(made))} · ${callTitle(made)}` : '系统写入'
  const parts: Deed['parts'] = []
  for (const step of steps) {
    const told = await tell(step)
    if (told) parts.push(told)
  }
  // A row that the operation touched without telling anything, as a version that rose, is no news.
  return {
    op,
    at,
    nickName,
    imitName,
    title,
    rsn: reason,
    parts: parts.filter(({ act, changes }) => act === 'insert' || act === 'delete' || changes.length > 0),
  }
}

function teller(db: Db, parts: readonly TimelinePart[]): Tell {
  const dictionaries = new Map<string, Promise<Map<string, string>>>()
  const labelOf = async (type: unknown, code: string) => {
    if (typeof type !== 'string') return code
    const kept = dictionaries.get(type) ?? labelsOf(db, type)
    dictionaries.set(type, kept)
    return (await kept).get(code) ?? code
  }
  return async ({ tbl, key, act, before, after }) => {
    const { what, fields, tellings } = parts.find(({ table }) => table === tbl) as TimelinePart
    const changes: Deed['parts'][number]['changes'] = []
    for (const [name, schema] of act === 'delete' ? [] : Object.entries(fields)) {
      const { title = name, dictionary, masked } = metaOf(schema)
      if (act === 'read') {
        if (name === camelOf(key.field ?? '')) changes.push({ title, before: null, after: null })
        continue
      }
      const telling = tellings?.[name]
      const [old, now] = [await meaningOf(before, name, telling), await meaningOf(after, name, telling)]
      if (old === now) continue
      const shown = async (meant: string | null, side: 'before' | 'after') => {
        if (meant === null) return null
        if (telling?.show) return telling.show(meant, side)
        return masked ? maskText(meant) : labelOf(dictionary, meant)
      }
      changes.push({ title, before: await shown(old, 'before'), after: await shown(now, 'after') })
    }
    const told = typeof what === 'string' ? what : await what(key)
    return told === undefined ? undefined : { what: told, act, changes }
  }
}

async function meaningOf(row: Row | null, name: string, telling: Telling | undefined): Promise<string | null> {
  const kept = row?.[snakeOf(name)]
  if (kept === null || kept === undefined) return null
  return (telling?.read ? await telling.read(String(kept)) : String(kept)) || null
}
