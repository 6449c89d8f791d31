import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { onRoll } from '#domain/units/units.contract.ts'
import { matches } from '#server/base/search.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { pageOf, type PageInput } from '#server/database/rows.ts'
import { type ErasedKind, erasedKinds } from './erasure.contract.ts'

type Kind = { states: string; select: RawBuilder<unknown> }

const onRollStates = sql.join(onRoll.map((stt) => sql.lit(stt)))

// Selects those of each kind who are no longer here: only they can be erased.
const goneOf: Record<ErasedKind, (entNo: string) => Kind> = {
  [erasedKinds.stu]: (entNo) => ({
    states: 'STU_STT',
    select: sql`select s.stu_no as idnt_val, s.stu_name as name, s.stt, s.search_text, s.search,
      (select u.unit_name from edcunit u where u.ent_no = s.ent_no and u.unit_no = s.unit_no) as about
      from stu s where s.ent_no = ${entNo} and s.stt not in (${onRollStates})
        and not exists (select from stumerge m where m.ent_no = s.ent_no and m.gone_no = s.stu_no and m.stt = '1')`,
  }),
  [erasedKinds.ptr]: (entNo) => ({
    states: 'STT',
    select: sql`select p.ptr_no as idnt_val, p.ptr_name as name, p.stt, p.search_text, p.search,
      (select string_agg(s.stu_name, '、' order by s.stu_no) from stuptr l join stu s using (ent_no, stu_no)
        where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no) as about
      from ptr p where p.ent_no = ${entNo} and not exists (select from stuptr l join stu s using (ent_no, stu_no)
        where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no and s.stt in (${onRollStates}) and p.stt <> '0')`,
  }),
  [erasedKinds.emp]: (entNo) => ({
    states: 'STT',
    select: sql`select e.emp_no as idnt_val, e.emp_name as name, e.stt, e.search_text, e.search, e.work_no as about
      from emp e where e.ent_no = ${entNo} and e.stt <> '1'`,
  }),
}

type Row = { idntVal: string; name: string; about: string | null; sttName: string }

/** Selects those of a kind who are no longer here and not erased. */
function gone(db: Db, entNo: string, kind: ErasedKind) {
  const { states, select } = goneOf[kind](entNo)
  const sttName = sql<string>`case when g.stt = '0' then '已删除' else ${dictionaryLabel(states, sql`g.stt`)} end`
  return db
    .selectFrom(sql<Row>`(${select})`.as('g'))
    .where(
      sql<SqlBool>`not exists (select from erasure e where e.ent_no = ${entNo} and e.ers_kind = ${kind} and e.idnt_val = g.idnt_val)`,
    )
    .select(['g.idntVal', 'g.name', 'g.about', sttName.as('sttName')])
}

/** Lists them by name. */
export const listGone = (
  db: Db,
  entNo: string,
  { ersKind: kind, keyWord, ...at }: PageInput & { ersKind: ErasedKind; keyWord?: string | undefined },
) =>
  pageOf(
    gone(db, entNo, kind).$if(!!keyWord, (found) => found.where(matches('g', keyWord as string))),
    ['name', 'idntVal'],
    at,
  )

/** Reads one of them; undefined for somebody who is still here, is erased, or never was. */
export const goneOne = (db: Db, entNo: string, { ersKind, idntVal }: { ersKind: ErasedKind; idntVal: string }) =>
  gone(db, entNo, ersKind).where('g.idntVal', '=', idntVal).executeTakeFirst()
