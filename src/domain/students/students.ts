import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { nationalNo } from '#contract/archive.ts'
import { mobile, Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { matchesKeyWord } from '#domain/people/personFacts.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'

/** Selects the name of the class of the student `s`; 待分班 with its grade. */
export const unitNameOf = sql<string>`(select case u.wait_flag when '1' then coalesce(g.unit_name, '') else '' end || u.unit_name
  from edcunit u left join edcunit g on g.ent_no = u.ent_no and g.unit_no = u.prt_no
  where u.ent_no = s.ent_no and u.unit_no = s.unit_no)`

/**
 * Tests whether a keyword finds the student `s`; a whole phone leads to the children of the guardian who has it, too, a whole
 * national number to its student.
 */
export function keyedStudents(entNo: string, keyWord: string, secret: Secret) {
  const national = nationalNo.safeParse(keyWord)
  if (national.success)
    return sql<SqlBool>`s.stu_no in (select stu_no from stuarch where ent_no = ${entNo} and unf_stu_no_hash = ${secret.hash(national.data)})`
  const phone = mobile.safeParse(keyWord)
  if (!phone.success) return matchesKeyWord('s', keyWord, secret)
  return sql<SqlBool>`s.stu_no in (
    select stu_no from stu where ent_no = ${entNo} and auth_tel = ${phone.data} and stt <> ${Status.deleted}
    union select l.stu_no from ptr p join stuptr l using (ent_no, ptr_no)
      where p.ent_no = ${entNo} and p.auth_tel = ${phone.data} and p.stt <> ${Status.deleted})`
}

/**
 * Orders a list: of one class as its register is, otherwise by arrival at the school. Asks for a class alone, which has nothing
 * below it: the database then knows how few it has.
 */
export async function orderStudents<
  Filter extends { entNo: string; unitNo?: string | undefined; subFlag?: '0' | '1' | undefined },
>(db: Db, filter: Filter): Promise<{ order: string[]; filter: Filter }> {
  const { entNo, unitNo } = filter
  const unit = unitNo
    ? await db.selectFrom('edcunit').select('unitType').where('entNo', '=', entNo).where('unitNo', '=', unitNo).executeTakeFirst()
    : undefined
  const isClass = unit?.unitType === unitTypes.class
  return isClass ? { order: ['s.stdyNo', 's.stuNo'], filter: { ...filter, subFlag: '0' } } : { order: ['s.stuNo'], filter }
}

/** Counts the students of these states, in the whole school or in these units, by the running count of every class. */
export async function studentCount(
  db: Db,
  { entNo, stts, units }: { entNo: string; stts: readonly string[]; units?: RawBuilder<unknown> },
) {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(cnt), 0)::int as count from stu_cnt
    where ent_no = ${entNo} and stt = any(${stts}) ${units ? sql`and unit_no in ${units}` : sql``}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Tests whether the student `s` has no guardian. */
export const isAlone = sql<SqlBool>`exists (select from stu_alone o where o.ent_no = s.ent_no and o.stu_no = s.stu_no)`

/** Describes the search in archives: by values they hold, and one that is missing. */
export type ArchiveFilter = Partial<Record<'unfStuNoHash' | 'ntnl' | 'nation' | 'pltc' | 'lack', string | undefined>>

/** Tests whether the archive `a` of a list matches; undefined where nothing is searched for. */
export function archiveIs({ lack, ...values }: ArchiveFilter): Expression<SqlBool> | undefined {
  const equal = Object.entries(values).flatMap(([name, value]) => (value ? [sql`${sql.ref(`a.${name}`)} = ${value}`] : []))
  const conditions = [...equal, ...(lack ? [sql`${sql.ref(`a.${lack}`)} is null`] : [])]
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : undefined
}

/** Tests whether the archive of the student `s`, which may have none, matches; undefined where nothing is searched for. */
export function archiveFits({ lack, ...values }: ArchiveFilter): Expression<SqlBool> | undefined {
  const archiveWhere = (condition: Expression<unknown>) =>
    sql`exists (select from stuarch a where a.ent_no = s.ent_no and a.stu_no = s.stu_no and ${condition})`
  const fits = archiveIs(values)
  // Asks for an archive that has the value, and denies it: what may be missing as a whole can then be joined, not looked up.
  const conditions = [
    ...(fits ? [archiveWhere(fits)] : []),
    ...(lack ? [sql`not ${archiveWhere(sql`${sql.ref(`a.${lack}`)} is not null`)}`] : []),
  ]
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : undefined
}

/** Locks a live student and returns the state. Throws notFound where there is none within the caller's reach. */
export async function lockChild(db: Db, entNo: string, stuNo: string): Promise<{ stt: string }> {
  const { rows } = await sql<{ stt: string }>`select stt from stu
    where ent_no = ${entNo} and stu_no = ${stuNo} and stt <> ${Status.deleted} for no key update`.execute(db)
  return requireRow(rows[0])
}
