import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Naming, onRoll } from '#domain/units/units.contract.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { studentRules, usualOnPhone } from './datacheck.rules.contract.ts'
import { isOddAge } from './ages.ts'
import { isAlone } from './students.ts'
import type { Db } from '#server/database/database.ts'
import { namingOf } from '#domain/units/units.ts'

export type StudentRule = (typeof studentRules)[number]

const ofArchive = (condition: RawBuilder<unknown>) =>
  sql`exists (select from stuarch a where a.ent_no = s.ent_no and a.stu_no = s.stu_no and ${condition})`
const hasCertified = sql`exists (select from stuptr l join ptr p using (ent_no, ptr_no) where l.ent_no = s.ent_no and l.stu_no = s.stu_no
  and p.stt <> ${Status.deleted} and p.auth_flag = '1')`

/** Maps each rule to its condition on the student `s` of a class of the grade `g`. */
const conditions: Record<StudentRule, (naming: Naming) => RawBuilder<unknown>> = {
  noPtr: () => isAlone,
  noIdNo: () => sql`s.id_no is null`,
  badIdNo: () => sql`exists (select from chkidno i where i.ent_no = s.ent_no and i.id_no_hash = s.id_no_hash and i.invalid)`,
  oddAge: (naming) => isOddAge(naming),
  noUnfNo: () => sql`not ${ofArchive(sql`a.unf_stu_no is not null`)}`,
  noStdyNo: () => sql`s.stdy_no is null`,
  noPhone: () => sql`not ${isAlone} and not ${hasCertified}`,
  sharedPhone: () => sql`exists (select from chkphone t where t.ent_no = s.ent_no and t.stu_no = s.stu_no)`,
}

const from = (entNo: string) => sql`from stu s
  left join edcunit c on c.ent_no = s.ent_no and c.unit_no = s.unit_no
  left join edcunit g on g.ent_no = c.ent_no and g.unit_no = c.prt_no
  where s.ent_no = ${entNo} and ${isOnRoll}`

/** Tests whether a rule finds the student `s` of a class of the grade `g`. */
export const isFoundBy = async (db: Db, entNo: string, rule: StudentRule) =>
  sql<SqlBool>`(${isOnRoll} and ${conditions[rule](await namingOf(db, entNo))})`

/** Counts the students on the roll of each unit that the rules find; each rule by itself, as a join. */
export async function countFound(db: Db, entNo: string): Promise<Map<string, Partial<Record<StudentRule, number>>>> {
  const naming = await namingOf(db, entNo)
  const units = new Map<string, Partial<Record<StudentRule, number>>>()
  for (const rule of studentRules) {
    const { rows } = await sql<{ unitNo: string; n: number }>`select s.unit_no, count(*)::int as n
      ${from(entNo)} and ${conditions[rule](naming)} group by 1`.execute(db)
    for (const { unitNo, n } of rows) units.set(unitNo, { ...units.get(unitNo), [rule]: n })
  }
  return units
}

/** Finds again whose phone is registered for more students than is usual. */
export async function findSharedPhones(db: Db, entNo: string) {
  await sql`delete from chkphone where ent_no = ${entNo}`.execute(db)
  await sql`insert into chkphone (ent_no, stu_no, tel, cnt)
    with tel as materialized (
      select stu_no, auth_tel from stu where ent_no = ${entNo} and stt in (${sql.join(onRoll)}) and auth_tel is not null
      union select l.stu_no, p.auth_tel from stuptr l join ptr p using (ent_no, ptr_no) join stu s using (ent_no, stu_no)
        where l.ent_no = ${entNo} and p.stt <> ${Status.deleted} and ${isOnRoll}
    ), many as (select auth_tel, count(*)::int as cnt from tel group by 1 having count(*) > ${usualOnPhone}::int)
    select ${entNo}, stu_no, min(auth_tel), max(cnt) from tel join many using (auth_tel) group by stu_no`.execute(db)
}
