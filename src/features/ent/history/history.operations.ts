import { sql } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import { modules } from '#contract/modules.ts'
import { readCatalogue, type Table } from '#server/catalogue.ts'
import type { Context } from '#server/context.ts'
import { type Db, transaction } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { sightOf } from '#server/labelSight.ts'
import { found, pageOf } from '#server/rows.ts'
import { reachIn, reachWithin, type Within } from '#server/scope.ts'
import { likeOf } from '#server/search.ts'
import { callOf, type Input } from '#server/serve.ts'
import { type Step, tellerOf } from '#server/teller.ts'
import { namesOne, titleOf } from '#server/timeline.ts'
import { equal, keyColumns, notTakenBack } from '#server/undoEffects.ts'
import { undoOutlook } from '#server/undoOutlook.ts'
import { wordOf } from '#server/undoWords.ts'
import { history } from './history.contract.ts'
import { isLimited, labelsBy, withReach } from './history.record.ts'
import { recordKinds, type ToldTable, toldTables } from './history.tables.ts'

type Asked = Input<typeof history.getpage>
type Row = {
  op: string
  at: string
  userNo: string
  call: string
  isLook: boolean
  backOp: string | null
  nickName: string | null
  imitName: string | null
}

const mostRows = 100

/** Whether the caller sees what others did. */
const seesAll = ({ me }: Pick<Context, 'me'>) => permits(me, may.review)
const may = permissions('history')

/** Operations, newest first: one's own, or everybody's. */
export async function readOperations({ entNo, pageIndex, pageSize, ...filter }: Asked, context: Context) {
  const { me } = context
  const reaches = await reachesOf(context, entNo)
  const { keyWord } = filter
  const meant = keyWord && { ops: await touching(entNo, keyWord, context), users: await called(entNo, keyWord, context) }
  const list = operationsOf({ entNo, ...filter, mineFlag: seesAll(context) ? filter.mineFlag : '1' }, meant || undefined, context)
  const shown = await pageOf(list, ['-o.at', 'o.op'], { pageIndex, pageSize })
  const told = await objectsOf(
    shown.datas.map(({ op }) => op),
    entNo,
    reaches,
    context,
  )
  const datas = shown.datas.map((row) => {
    const { what = '', rowCnt = 0 } = told.get(row.op) ?? {}
    const own = row.userNo === me.userNo
    return {
      op: row.op,
      at: row.at,
      nickName: row.nickName,
      imitName: row.imitName,
      title: titleOf(row.call),
      what,
      rowCnt,
      ownFlag: own ? ('1' as const) : ('0' as const),
      ...outcomeOf(row, own, context),
    }
  })
  return { ...shown, datas }
}

type Meant = { ops: string[]; users: string[] }

function operationsOf(
  { entNo, ...filter }: Omit<Asked, 'pageIndex' | 'pageSize'>,
  meant: Meant | undefined,
  { db, me }: Context,
) {
  const { mineFlag, lookFlag, mdlCode, sDt, eDt } = filter
  const folder = mdlCode && modules.find(({ code }) => code === mdlCode)?.path
  const day = (date: string, days: number) => sql<string>`(${date}::date + ${days}::int) at time zone 'Asia/Shanghai'`
  return db
    .selectFrom('operation as o')
    .leftJoin('account as a', 'a.userNo', 'o.userNo')
    .leftJoin('account as i', 'i.userNo', 'o.imitUserNo')
    .where('o.entNo', '=', entNo)
    .where('o.isLook', '=', lookFlag === '1')
    .$if(mineFlag === '1', (list) => list.where('o.userNo', '=', me.userNo))
    .$if(!!mdlCode, (list) => list.where('o.call', 'like', `${folder ?? '/none'}/%`))
    .$if(!!sDt, (list) => list.where('o.at', '>=', day(sDt as string, 0)))
    .$if(!!eDt, (list) => list.where('o.at', '<', day(eDt as string, 1)))
    .$if(!!meant, (list) => list.where(sql<boolean>`(o.user_no = any(${meant?.users}) or o.op = any(${meant?.ops}::uuid[]))`))
    .select(['o.op', 'o.at', 'o.userNo', 'o.call', 'o.isLook', 'o.backOp', 'a.nickName', 'i.nickName as imitName'])
}

// The records that people look for by name, and where it stands.
const named: Record<string, string> = {
  stu: 'stu_name',
  ptr: 'ptr_name',
  emp: 'emp_name',
  org: 'org_name',
  empgrp: 'grp_name',
  edcunit: 'unit_name',
  role: 'role_name',
  mtg: 'mtg_name',
  vst: 'vst_name',
  act: 'title',
  res: 'res_name',
  tmpl: 'tmpl_name',
}
const mostNamed = 200
const mostTouching = 1000

/** Operations that changed a record of this name, the latest of them. */
async function touching(entNo: string, name: string, { db, me }: Context): Promise<string[]> {
  const found = new Set<string>()
  for (const [table, column] of Object.entries(named)) {
    const key = recordKinds[table]?.column ?? ''
    if (!permits(me, (toldTables[table] as ToldTable).see.access)) continue
    const records = await sql<{ no: string }>`select ${sql.ref(key)} as no from ${sql.table(table)}
      where ent_no = ${entNo} and lower(${sql.ref(column)}) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
    const numbers = records.rows.map(({ no }) => no)
    if (numbers.length === 0) continue
    const { rows } = await sql<{ op: string }>`select op from history h where h.ent_no = ${entNo} and h.tbl = ${table}
      and ${namesOne(key, numbers)} order by h.id desc limit ${mostTouching}`.execute(db)
    for (const { op } of rows) found.add(op)
  }
  return [...found]
}

/** Whoever works here under a name like this. */
async function called(entNo: string, name: string, { db }: Context): Promise<string[]> {
  const { rows } = await sql<{ userNo: string }>`select distinct i.user_no from identity i join account a on a.user_no = i.user_no
    where i.ent_no = ${entNo} and lower(a.nick_name) like ${likeOf(name)} limit ${mostNamed}`.execute(db)
  return rows.map(({ userNo }) => userNo)
}

/** Whether an operation can be tried to be taken back, and if not, why. */
function outcomeOf({ call: path, isLook, backOp }: Row, own: boolean, { me }: Context) {
  const call = callOf(path)
  const never = (why: string) => ({ backStt: '0' as const, why })
  if (backOp) return { backStt: '2' as const, why: null }
  if (isLook) return never('只是查看，没有改动')
  if (!call?.undo) return never(call?.path === history.undo.path ? '撤销本身不能再撤销' : '这种操作不能撤销')
  if (!permits(me, call.access)) return never('你没有做这件事的权限')
  if (!own && !permits(me, may.set)) return never('只能撤销自己做的')
  return { backStt: '1' as const, why: null }
}

/** What the caller reaches of each table whose records may be read, and which labels of students. */
type Reaches = Map<string, Within> & { sight: ReturnType<typeof labelsBy> }

/** What the caller reaches of each table; the first statement of the call may not have run yet. */
async function reachesOf(context: Context, entNo: string): Promise<Reaches> {
  const reaches = Object.assign(new Map<string, Within>(), { sight: labelsBy(await sightOf(context, entNo)) })
  const byAccess = new Map<string, Within>()
  for (const [table, { see }] of Object.entries(toldTables)) {
    if (!permits(context.me, see.access)) continue
    const access = String(see.access)
    const within = byAccess.get(access) ?? (await reachWithin(context, see, entNo))
    byAccess.set(access, within)
    reaches.set(table, within)
  }
  return reaches
}

type Touched = { op: string; tbl: string; rows: number; key: string; before: Record<string, unknown> | null }

/** What each operation was done to: its first record by name, and how many rows of which kind. */
async function objectsOf(ops: readonly string[], entNo: string, reaches: Reaches, context: Context) {
  const { rows } = await sql<Touched>`
    select op, tbl, count(distinct key)::int as rows, (array_agg(key::text order by id))[1] as key,
      (array_agg(before order by id))[1] as before
    from history where ent_no = ${entNo} and op = any(${ops}::uuid[]) and tbl <> all(${notTakenBack})
    group by op, tbl order by min(id)`.execute(context.db)
  const told = new Map<string, { what: string; rowCnt: number }>()
  const tell = await tellerFor(entNo, reaches, context)
  for (const [op, parts] of Map.groupBy(rows, (row) => row.op)) {
    const main = parts.find(({ tbl }) => tbl in named) ?? (parts[0] as Touched)
    const { tbl, before, rows: count } = main
    const teller = await tell(tbl)
    const what = teller ? await teller.what({ tbl, key: JSON.parse(main.key), before, after: null }) : wordOf(tbl)
    const rowCnt = parts.reduce((sum, { rows: some }) => sum + some, 0)
    told.set(op, { what: count > 1 ? `${what}等 ${count} 条` : what, rowCnt })
  }
  return told
}

/** Answers what tells of rows of a table, as far as the caller reaches there; nothing where its records may not be read. */
async function tellerFor(entNo: string, reaches: Reaches, context: Context) {
  const { db, services } = context
  const limited = [...reaches.values()].some(isLimited)
  const teller = await tellerOf({
    db,
    entNo,
    secret: services.secret,
    fieldsOf: (table) => toldTables[table]?.fields ?? {},
    seenLabels: reaches.sight,
    isLimited: limited,
  })
  return async (table: string) => {
    const within = reaches.get(table)
    if (!within) return undefined
    if (limited) await reachIn(db, within)
    return teller
  }
}

/** The first rows that an operation changed, each with what became of it, as far as the caller may read such records. */
export async function readDetails({ op, entNo }: Input<typeof history.get>, context: Context) {
  const { db } = context
  const reaches = await reachesOf(context, entNo)
  await requireSeen(op, entNo, context)
  const { rows } = await sql<{ tbl: string; key: string; total: number; reason: string | null }>`
    select tbl, key::text, (count(*) over ())::int as total, min(min(reason)) over () as reason from history
    where ent_no = ${entNo} and op = ${op}::uuid and tbl <> all(${notTakenBack})
    group by tbl, key order by min(id) limit ${mostRows}`.execute(db)
  const { tables } = await readCatalogue(db)
  const tell = await tellerFor(entNo, reaches, context)
  const parts = []
  for (const [tbl, some] of Map.groupBy(rows, (row) => row.tbl)) {
    const table = tables.get(tbl)
    const teller = await tell(tbl)
    if (!table || !teller) continue
    for (const step of await readChanges(db, { op, entNo, table, keys: some.map(({ key }) => key) }))
      parts.push(await teller.tell(step, () => false))
  }
  return { rsn: rows[0]?.reason ?? null, parts, rowCnt: rows[0]?.total ?? 0 }
}

/** The call behind an operation; refuses one that the caller neither did nor may look into. */
export async function requireSeen(op: string, entNo: string, context: Pick<Context, 'db' | 'me'>) {
  const { db, me } = context
  const one = db.selectFrom('operation').select(['userNo', 'call']).where('entNo', '=', entNo).where('op', '=', op)
  const { userNo, call } = found(await one.executeTakeFirst())
  if (userNo !== me.userNo && !seesAll(context)) throw new Fault('notFound')
  return found(callOf(call))
}

/** What taking an operation back would meet, in the eyes of whoever reaches what its call reaches. */
export async function readOutlook({ op, entNo }: Input<typeof history.getundo>, context: Context) {
  const { db, me, services } = context
  const call = await transaction(services.database.pool, { entNo }, (apart) => requireSeen(op, entNo, { db: apart, me }), {
    readOnly: true,
  })
  const within = await reachWithin(context, call, entNo)
  await reachIn(db, within)
  return undoOutlook(op, entNo, withReach(context, within))
}

// What an operation made of a row is what the next change of it found, or what there is now.
async function readChanges(db: Db, { op, entNo, table, keys }: { op: string; entNo: string; table: Table; keys: string[] }) {
  const looks = keys.filter((key) => !keyColumns(key).every((column) => table.columns.includes(column)))
  const changed = keys.filter((key) => !looks.includes(key))
  const [first] = changed
  const steps: Step[] = looks.map((key) => ({ tbl: table.name, key: JSON.parse(key), act: 'read', before: null, after: null }))
  if (!first) return steps
  const { rows } = await sql<Step>`
    with mine as (
      select key, min(id) as first, max(id) as last from history
      where ent_no = ${entNo} and op = ${op}::uuid and tbl = ${table.name} and key = any(${changed}::jsonb[]) group by key
    )
    select ${table.name} as tbl, m.key, b.before, coalesce(n.before, case when n.id is null and l.act <> 'delete' then to_jsonb(t) end) as after,
      case when b.before is null then case when l.act = 'read' then 'read' else 'insert' end
        when l.act = 'delete' then 'delete' else 'update' end as act
    from mine m join history b on b.ent_no = ${entNo} and b.tbl = ${table.name} and b.key = m.key and b.id = m.first
    join history l on l.ent_no = ${entNo} and l.tbl = ${table.name} and l.key = m.key and l.id = m.last
    left join lateral (select id, before from history x where x.ent_no = ${entNo} and x.tbl = ${table.name} and x.key = m.key
      and x.id > m.last and x.act <> 'read' order by x.id limit 1) n on true
    cross join lateral jsonb_populate_record(null::${sql.table(table.name)}, m.key) k
    left join ${sql.table(table.name)} t on ${equal('t', keyColumns(first), 'k')}
    order by m.first`.execute(db)
  return [...steps, ...rows]
}
