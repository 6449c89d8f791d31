import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import { type ArchiveField, archiveFieldOf } from '#contract/form/archiveFields.ts'
import { isLive, liveState } from '#domain/collections/archive/proposals.ts'
import { heldOf, joinArchives, storedIn, wordsOf } from '#domain/collections/archive/held.ts'
import { ProposalState } from '#domain/collections/collections.contract.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { likeOf } from '#server/base/search.ts'
import type { Db } from '#server/database/database.ts'
import { countedNo } from '#server/database/rows.ts'
import type { prop, Proposal } from './prop.contract.ts'

export type Filter = Pick<Input<typeof prop.getpage>, 'entNo' | 'hndNo' | 'arcFld' | 'likeNo' | 'keyWord' | 'stt'>

/** Describes a proposal as it is read: values as they are stored. */
export type Row = Omit<z.input<typeof Proposal>, 'fldName' | 'now' | 'maskFlag'> & { held: string | null; isHere: boolean }

/** Joins who a proposal `p` is about, their archives, and the collection. */
export const fromProposals = sql`from prop p ${joinArchives()}
  join hnd h on h.ent_no = p.ent_no and h.hnd_no = p.hnd_no`

const classOf = sql`(select u.unit_name from edcunit u where u.ent_no = s.ent_no and u.unit_no = s.unit_no)`
const nameOf = sql`coalesce(g.ptr_name, s.stu_name, e.emp_name)`

/** Selects what a list shows of a proposal. */
export const proposalColumns = sql`p.prop_no::text as prop_no, p.hnd_no, h.title, p.to_no::text as to_no, ${nameOf} as name,
  case when p.ptr_no is not null then 'ptr' when p.stu_no is not null then 'stu' else 'emp' end as owner,
  case when p.ptr_no is not null then concat(s.stu_name, '（', ${classOf}, '）') when p.stu_no is not null then ${classOf}
    else ${mainDepartmentOf('orgName')} end as place,
  p.fld, p.was, p.val, ${heldOf(storedIn)} as held, p.crt_tm as sent_tm, p.done_tm, p.word, ${liveState} as stt, ${isLive} as is_here,
  case when p.stt <> '1' then (select u.nick_name from account u where u.user_no = p.upd_user) end as done_name`

/** Tests whether a proposal is one that a filter finds. */
export function fitting({ entNo, hndNo, arcFld, likeNo, keyWord, stt }: Filter): RawBuilder<SqlBool> {
  const tests = [sql`p.ent_no = ${entNo}`]
  if (hndNo) tests.push(sql`p.hnd_no = ${hndNo}`)
  if (arcFld) tests.push(sql`p.fld = ${arcFld}`)
  if (keyWord) tests.push(sql`lower(${nameOf}) like ${likeOf(keyWord)}`)
  if (stt) tests.push(sql`${liveState} = ${stt}`)
  if (likeNo)
    tests.push(sql`exists (select from prop l where l.ent_no = p.ent_no and l.prop_no = ${countedNo(likeNo)} and l.fld = p.fld
      and l.was_key is not distinct from p.was_key and l.val_key = p.val_key)`)
  return sql<SqlBool>`${sql.join(tests, sql` and `)}`
}

export async function readPage({ pageIndex, pageSize, ...filter }: Input<typeof prop.getpage>, context: Context) {
  const { db } = context
  requireOwn(context, filter.entNo)
  const { rows } = await sql<Row>`select ${proposalColumns} ${fromProposals} where ${fitting(filter)}
    order by p.stt, p.prop_no desc limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(db)
  const { rows: counted } = await sql<{
    cnt: number
  }>`select count(*)::int as cnt ${fromProposals} where ${fitting(filter)}`.execute(db)
  const recordCount = counted[0]?.cnt ?? 0
  const names = await namesFor(db, rows)
  return {
    datas: rows.map((row) => shown(row, names)),
    recordCount,
    pageCount: Math.ceil(recordCount / pageSize),
    pageSize,
    pageIndex,
  }
}

type Names = (field: ArchiveField) => (code: string) => string

/** Reads what the dictionaries call the values of these fields, those no longer offered included. */
export async function namesFor(db: Db, rows: readonly { fld: string }[]): Promise<Names> {
  const types = [...new Set(rows.flatMap(({ fld }) => archiveFieldOf(fld)?.infoType ?? []))]
  const { rows: items } = await sql<{ typeCode: string; infoNo: string; chnName: string }>`select type_code, info_no, chn_name
    from info where type_code = any(${types})`.execute(db)
  const known = new Map(items.map(({ typeCode, infoNo, chnName }) => [`${typeCode} ${infoNo}`, chnName]))
  return ({ infoType }) =>
    (code) =>
      known.get(`${infoType} ${code}`) ?? code
}

/** Returns the field of a proposal, which stays known as long as there are proposals about it. */
export const fieldOf = ({ fld }: { fld: string }): ArchiveField => {
  const field = archiveFieldOf(fld)
  if (!field) throw new Error(`${fld} is no archive field`)
  return field
}

function shown({ held, isHere: _, ...row }: Row, names: Names): z.input<typeof Proposal> {
  const field = fieldOf(row)
  const words = (stored: string | null) => stored && wordsOf(field, stored, names(field))
  return {
    ...row,
    fldName: field.name,
    was: words(row.was),
    val: words(row.val) ?? '',
    now: row.stt === ProposalState.stale ? words(held) : null,
    maskFlag: field.mask ? '1' : '0',
  }
}

/** Counts proposals by state, field, collection and change, by the same tests as the list. */
export async function readCounts({ entNo, hndNo }: Input<typeof prop.getcounts>, context: Context) {
  const { db } = context
  requireOwn(context, entNo)
  const all = sql`${fromProposals} where ${fitting({ entNo, hndNo })}`
  const { rows: states } = await sql<{ stt: string; cnt: number }>`select ${liveState} as stt, count(*)::int as cnt ${all}
    group by 1`.execute(db)
  const of = (stt: string) => states.find((one) => one.stt === stt)?.cnt ?? 0
  const { rows: flds } = await sql<{
    fld: string
    cnt: number
  }>`select p.fld, count(*)::int as cnt ${all} group by 1 order by 2 desc, 1`.execute(db)
  const { rows: hnds } = await sql<{
    hndNo: string
    title: string
    cnt: number
  }>`select p.hnd_no, h.title, count(*)::int as cnt ${all}
    group by 1, 2 order by 1 desc limit 100`.execute(db)
  const { rows: alikes } = await sql<{ likeNo: string; fld: string; was: string | null; val: string; cnt: number }>`
    select min(p.prop_no)::text as like_no, p.fld, min(p.was) as was, min(p.val) as val, count(*)::int as cnt ${all}
      and ${liveState} = ${ProposalState.open}
    group by p.fld, p.was_key, p.val_key having count(*) > 1 order by 5 desc, 1 limit 20`.execute(db)
  const names = await namesFor(db, alikes)
  return {
    openCnt: of(ProposalState.open),
    writtenCnt: of(ProposalState.written),
    rejectedCnt: of(ProposalState.rejected),
    staleCnt: of(ProposalState.stale),
    flds: flds.map(({ fld, cnt }) => ({ fld, fldName: fieldOf({ fld }).name, cnt })),
    hnds,
    alikes: alikes.map(({ likeNo, was, val, cnt, ...of }) => {
      const field = fieldOf(of)
      const words = (stored: string) => wordsOf(field, stored, names(field))
      return { likeNo, fldName: field.name, was: was && words(was), val: words(val), cnt }
    }),
  }
}
