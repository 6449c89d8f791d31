import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { invalidField } from '#server/base/fault.ts'
import { pageOf } from '#server/database/rows.ts'
import { callOf, type Input } from '#server/call/serve.ts'
import { around } from '#server/history/nearOperation.ts'
import { titleOf } from '#server/history/timeline.ts'
import { notTakenBack } from '#server/history/undoPlan.ts'
import { keptFrom } from '#server/history/undoRights.ts'
import { recordTitle, wordOf } from '#server/history/recordNames.ts'
import { history } from '#contract/shell/history.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { includeDescendants } from '#server/call/scope.ts'
import { type Deletion, deletionsBelow } from './history.deletions.ts'
import { callsOfModule } from './history.modules.ts'
import { peopleNamed, operationsOnNamed, tellingOf } from './history.named.ts'
import { type Visibility, visibilityOf, seesAll, describerFor, undoesAll } from './history.visibility.ts'

type Asked = Input<typeof history.getpage>
type Row = {
  entNo: string
  op: string
  at: string
  /** Tells the time in milliseconds. */
  ms: number
  userNo: string
  call: string
  isLook: boolean
  backOp: string | null
  nickName: string | null
  imitName: string | null
  isSeveral: boolean
}

/** Reads operations, newest first: one's own, or everybody's. */
export async function readOperations({ entNo, pageIndex, pageSize, ...filter }: Asked, context: Context) {
  const { me } = context
  const { sDt, eDt } = filter
  if (sDt && eDt && sDt > eDt) throw invalidField('eDt', '截止时间必须大于开始时间')
  const reaches = await visibilityOf(context, entNo)
  const deletions = await deletionsBelow(context, entNo)
  if (deletions.length > 0) await includeDescendants(context, ent.getpage)
  const { keyWord } = filter
  const meant = keyWord && {
    ops: [
      ...(await operationsOnNamed(entNo, keyWord, reaches, context)),
      ...deletions.flatMap(({ op, entName }) => (entName.toLowerCase().includes(keyWord.toLowerCase()) ? [op] : [])),
    ],
    users: await peopleNamed(entNo, keyWord, context),
  }
  const asked = { entNo, ...filter, mineFlag: seesAll(context) ? filter.mineFlag : ('1' as const) }
  const list = operationsOf(asked, { meant: meant || undefined, deletions }, context)
  const shown = await pageOf(list, ['-o.at', 'o.op'], { pageIndex, pageSize })
  const here = shown.datas.filter((row) => row.entNo === entNo)
  const told = await objectsOf(here, entNo, reaches, context)
  for (const { op, entName } of deletions) told.set(op, { what: recordTitle('ent', entName), rowCnt: 1 })
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
      ...outcomeOf(row, row.entNo !== entNo, context),
    }
  })
  return { ...shown, datas }
}

type Meant = { ops: string[]; users: string[] }
type Among = { meant: Meant | undefined; deletions: readonly Deletion[] }

function operationsOf(
  { entNo, ...filter }: Omit<Asked, 'pageIndex' | 'pageSize'>,
  { meant, deletions }: Among,
  { db, me }: Context,
) {
  const { mineFlag, lookFlag, mdlCode, sDt, eDt } = filter
  const own = sql<boolean>`o.ent_no = ${entNo}`
  const below = sql`(o.ent_no, o.op) in (select * from unnest(${deletions.map((one) => one.entNo)}::text[], ${deletions.map(({ op }) => op)}::uuid[]))`
  const day = (date: string, days: number) => sql<string>`(${date}::date + ${days}::int) at time zone 'Asia/Shanghai'`
  return db
    .selectFrom('operation as o')
    .leftJoin('account as a', 'a.userNo', 'o.userNo')
    .leftJoin('account as i', 'i.userNo', 'o.imitUserNo')
    .where(deletions.length > 0 ? sql<boolean>`(${own} or ${below})` : own)
    .where('o.isLook', '=', lookFlag === '1')
    .$if(mineFlag === '1', (list) => list.where('o.userNo', '=', me.userNo))
    .$if(!!mdlCode, (list) => list.where(sql<boolean>`o.call = any(${callsOfModule(mdlCode as string)})`))
    .$if(!!sDt, (list) => list.where('o.at', '>=', day(sDt as string, 0)))
    .$if(!!eDt, (list) => list.where('o.at', '<', day(eDt as string, 1)))
    .$if(!!meant, (list) => list.where(sql<boolean>`(o.user_no = any(${meant?.users}) or o.op = any(${meant?.ops}::uuid[]))`))
    .select(sql<boolean>`exists (select from op_ent e where e.op = o.op)`.as('isSeveral'))
    .select(sql<number>`extract(epoch from o.at)::float8 * 1000`.as('ms'))
    .select(['o.entNo', 'o.op', 'o.at', 'o.userNo', 'o.call', 'o.isLook', 'o.backOp', 'a.nickName', 'i.nickName as imitName'])
}

/** Returns whether an undo of the operation can be tried, and if not, why. */
function outcomeOf({ entNo, call: path, isLook, backOp, userNo, isSeveral }: Row, isOfAbove: boolean, context: Context) {
  const { me } = context
  const own = userNo === me.userNo
  const call = callOf(path)
  const never = (why: string) => ({ backStt: '0' as const, why })
  if (backOp) return { backStt: '2' as const, why: null }
  if (isLook) return never('只是查看，没有改动')
  if (!call?.undo) return never(call?.path === history.undo.path ? '撤销本身不能再撤销' : '不能撤销')
  if (!permits(me, call.access)) return never('你没有做这件事的权限')
  if (!own && !undoesAll({ me })) return never('只能撤销自己做的')
  const kept = keptFrom(context, { call, userNo, entNo, isSeveral, isOfAbove })
  if (kept) return never(kept)
  return { backStt: '1' as const, why: null }
}

type Touched = { op: string; tbl: string; rows: number; key: string; before: Record<string, unknown> | null }

/** Returns what each operation changed: its first record by name, and how many rows of which kind. */
async function objectsOf(shown: readonly Pick<Row, 'op' | 'ms'>[], entNo: string, reaches: Visibility, context: Context) {
  const told = new Map<string, { what: string; rowCnt: number }>()
  if (shown.length === 0) return told
  const ops = shown.map(({ op }) => op)
  const { rows } = await sql<Touched>`
    select op, tbl, count(distinct key)::int as rows, (array_agg(key::text order by id))[1] as key,
      (array_agg(before order by id))[1] as before
    from history where ent_no = ${entNo} and op = any(${ops}::uuid[]) and ${around(shown.map(({ ms }) => ms))}
      and tbl <> all(${notTakenBack})
    group by op, tbl order by min(id)`.execute(context.db)
  const tell = await describerFor(entNo, reaches, context)
  for (const [op, parts] of Map.groupBy(rows, (row) => row.op)) {
    const [main] = parts.toSorted((one, other) => tellingOf(other.tbl) - tellingOf(one.tbl)) as [Touched]
    const { tbl, before, rows: count } = main
    const describer = await tell(tbl)
    const what = describer ? await describer.what({ tbl, key: JSON.parse(main.key), before, after: null }) : wordOf(tbl)
    const rowCnt = parts.reduce((sum, { rows: some }) => sum + some, 0)
    told.set(op, { what: count > 1 ? `${what}等 ${count} 条` : what, rowCnt })
  }
  return told
}
