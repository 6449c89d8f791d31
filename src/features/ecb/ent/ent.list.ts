import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import { maskContact } from '#contract/values/masking.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { fileLink } from '#server/files/links.ts'
import { includeDescendants } from '#server/call/scope.ts'
import { likeOf } from '#server/base/search.ts'
import type { ent } from './ent.contract.ts'

type Filters = z.output<typeof ent.getlist.input>

export const depthOf = sql<number>`(select count(*)::int from ent_tree t where t.ent_no = e.ent_no)`

const administrator = sql<{ userNo: string; nickName: string } | null>`(
  select json_build_object('userNo', a.user_no, 'nickName', a.nick_name) from identity i
    join emp p on p.ent_no = i.ent_no and p.emp_no = i.idnt_val and p.stt = ${Status.enabled}
    join emprole r on r.ent_no = p.ent_no and r.emp_no = p.emp_no and r.role_no ~ '^P\\d{3}(ADMIN|OPERATOR)$'
    join account a on a.user_no = i.user_no and a.stt = ${Status.enabled}
  where i.ent_no = e.ent_no order by i.crt_tm, i.user_no limit 1)`.as('user')

/** Lists the columns of an enterprise (as `e`) in an answer; the logo is still a number. */
export const enterpriseColumns = [
  'e.entNo',
  'e.entName',
  'e.prtNo',
  'e.idntNo',
  'e.entLogo',
  'e.selfNo',
  'e.des',
  'e.linkMan',
  'e.linkTel',
  'e.stt',
  'e.rem',
  'e.showOrd',
  'e.ver',
  administrator,
] as const

/** Selects live enterprises within reach of a call: the caller's own, and those below it as far as the roles go. */
export async function enterprisesInReach(context: Context, call: Call, entNo: string) {
  const { db, me } = context
  const tops = await includeDescendants(context, call)
  // Limits a caller who asks about an enterprise below to what lies under that one.
  return db
    .selectFrom('ent as e')
    .where('e.stt', '<>', Status.deleted)
    .where(sql<SqlBool>`exists (select from ent_tree t where t.ent_no = e.ent_no and t.anc_no = ${entNo})`)
    .where(
      sql<SqlBool>`(e.ent_no = ${me.entNo} or exists (select from ent_tree t where t.ent_no = e.ent_no and t.anc_no = any(${tops})))`,
    )
}

/** Returns the conditions of the filters (docs/spec/enterprises.md#filters), on enterprises as `e`. */
export function enterpriseConditions(asked: Filters): RawBuilder<SqlBool> {
  const { prtNo, deepFlag, lvl, stt, idntNo, idntNos, keyWord, userIdntNos } = asked
  const word = likeOf(keyWord)
  const conditions = [
    prtNo && deepFlag === '0' ? sql`e.prt_no = ${prtNo}` : undefined,
    prtNo && deepFlag === '1'
      ? sql`exists (select from ent_tree t where t.anc_no = ${prtNo} and t.ent_no = e.ent_no and t.depth > 0)`
      : undefined,
    lvl ? sql`${depthOf} = ${lvl}` : undefined,
    stt ? sql`e.stt = ${stt}` : undefined,
    idntNo ? sql`e.idnt_no = ${idntNo}` : undefined,
    idntNos ? sql`e.idnt_no = any(${idntNos})` : undefined,
    userIdntNos ? sql`exists (select from identity i where i.ent_no = e.ent_no and i.idnt_no = any(${userIdntNos}))` : undefined,
    keyWord
      ? sql`(e.search_text like ${word} or lower(e.ent_name) like ${word} or lower(e.ent_no) like ${word}
      or lower(e.link_man) like ${word} or e.link_tel = ${keyWord} or right(e.link_tel, 4) = ${keyWord})`
      : undefined,
  ].filter((one) => one !== undefined)
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}

/** Lists the columns that a list adds to each enterprise. */
export const enterpriseCountColumns = [
  sql<string | null>`(select p.ent_name from ent p where p.ent_no = e.prt_no)`.as('prtName'),
  sql<number>`(select count(*)::int from emp p where p.ent_no = e.ent_no and p.stt = ${Status.enabled})`.as('empCnt'),
  sql<number>`(select coalesce(sum(c.cnt), 0)::int from stu_cnt c where c.ent_no = e.ent_no and c.stt in (${sql.join(onRoll)}))`.as(
    'stuCnt',
  ),
  sql<number>`(select count(*)::int from ent c where c.prt_no = e.ent_no and c.stt <> ${Status.deleted})`.as('subCnt'),
]

/**
 * Returns an enterprise as the answer: a link in place of the logo's number, and the contact's mobile masked unless it is the
 * caller's own.
 */
export const enterpriseOut = <Row extends { entNo: string; entLogo: string | null; linkTel: string | null }>(
  { me, services }: Pick<Context, 'me' | 'services'>,
  row: Row,
) => ({
  ...row,
  entLogo: row.entLogo && fileLink(services.secret, row.entNo, row.entLogo),
  linkTel: row.linkTel && (row.entNo === me.entNo ? row.linkTel : maskContact(row.linkTel)),
})

/** Selects an enterprise by its number, inside the transaction that sees it. */
export const enterpriseByNo = (db: Db, entNo: string) =>
  db
    .selectFrom('ent as e')
    .select([...enterpriseColumns, depthOf.as('lvl')])
    .where('e.entNo', '=', entNo)
    .where('e.stt', '<>', Status.deleted)
    .executeTakeFirst()

/** Counts the enterprises of each identity, state and level, and the people in them. */
export async function countEnterprises(list: Awaited<ReturnType<typeof enterprisesInReach>>, db: Db) {
  const rows = await list.select(['e.entNo', 'e.idntNo', 'e.stt', depthOf.as('lvl')]).execute()
  const entNos = rows.map(({ entNo }) => entNo)
  const { rows: people } = await sql<{ empCnt: number; stuCnt: number }>`select
    (select count(*)::int from emp where ent_no = any(${entNos}) and stt = ${Status.enabled}) as emp_cnt,
    (select coalesce(sum(cnt), 0)::int from stu_cnt where ent_no = any(${entNos}) and stt in (${sql.join(onRoll)})) as stu_cnt`.execute(
    db,
  )
  const { empCnt = 0, stuCnt = 0 } = people[0] ?? {}
  const by = <Key extends 'idntNo' | 'stt' | 'lvl'>(key: Key) =>
    [...Map.groupBy(rows, (row) => row[key])]
      .map(([value, those]) => ({ [key]: value, cnt: those.length }) as Record<Key, (typeof rows)[number][Key]> & { cnt: number })
      .sort((left, right) => (left[key] < right[key] ? -1 : 1))
  return {
    ttlCnt: rows.length,
    schCnt: rows.filter(({ idntNo }) => idntNo.startsWith('030')).length,
    empCnt,
    stuCnt,
    idnts: by('idntNo'),
    stts: by('stt'),
    lvls: by('lvl'),
  }
}
