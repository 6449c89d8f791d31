import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Naming, StudentState } from '#domain/units/units.contract.ts'
import { studentRules, usualOnPhone } from './datacheck.rules.contract.ts'
import { isOddAge } from './ages.ts'
import type { Context } from '#server/call/context.ts'
import { invalidIdNumbers } from './invalidIdNumbers.ts'
import { namingOf } from '#domain/units/units.ts'

type Asking = Pick<Context, 'db' | 'services'>
export type StudentRule = (typeof studentRules)[number]

/** Describes what the conditions need besides the rows: how the school counts its years, and the invalid ID numbers. */
type Known = { naming: Naming; oddIdNos: readonly string[] }

/**
 * Maps each rule to its condition on the student `s` of class `c` and grade `g`, with archive `a`, guardians `f` and a phone of
 * many `t`.
 */
const conditions: Record<StudentRule, (known: Known) => RawBuilder<unknown>> = {
  noPtr: () => sql`f.stu_no is null`,
  noIdNo: () => sql`s.id_no is null`,
  badIdNo: ({ oddIdNos }) => sql`s.id_no_hash = any(${oddIdNos})`,
  oddAge: ({ naming }) => isOddAge(naming),
  noUnfNo: () => sql`a.unf_stu_no is null`,
  noStdyNo: () => sql`s.stdy_no is null`,
  noPhone: () => sql`not f.is_certified`,
  sharedPhone: () => sql`t.stu_no is not null`,
}

/** Selects the students at school with all that the rules look at. */
const checked = (entNo: string) => sql`
  with h as materialized (select stu_no, auth_tel from stu where ent_no = ${entNo} and stt = ${StudentState.learning}),
  f as materialized (
    select l.stu_no, bool_or(p.auth_flag = '1') as is_certified from stuptr l join ptr p using (ent_no, ptr_no)
    where l.ent_no = ${entNo} and p.stt <> ${Status.deleted} group by 1
  ),
  tel as materialized (
    select stu_no, auth_tel from h where auth_tel is not null
    union select l.stu_no, p.auth_tel from stuptr l join ptr p using (ent_no, ptr_no) join h using (stu_no)
      where l.ent_no = ${entNo} and p.stt <> ${Status.deleted}
  ),
  many as (select auth_tel, count(*)::int as cnt from tel group by 1 having count(*) > ${usualOnPhone}::int),
  t as (select stu_no, min(auth_tel) as tel, max(cnt) as cnt from tel join many using (auth_tel) group by 1)`

const from = (entNo: string) => sql`from stu s
  left join edcunit c on c.ent_no = s.ent_no and c.unit_no = s.unit_no
  left join edcunit g on g.ent_no = c.ent_no and g.unit_no = c.prt_no
  left join stuarch a on a.ent_no = s.ent_no and a.stu_no = s.stu_no
  left join f on f.stu_no = s.stu_no left join t on t.stu_no = s.stu_no
  where s.ent_no = ${entNo} and s.stt = ${StudentState.learning}`

async function knownOf({ db, services }: Asking, entNo: string, rules: readonly StudentRule[]) {
  const oddIdNos = rules.includes('badIdNo') ? await invalidIdNumbers(db, entNo, services.secret) : []
  return { naming: await namingOf(db, entNo), oddIdNos }
}

type UnitFindings = { unitNo: string; stuCnt: number } & Partial<Record<StudentRule, number>>

/** Counts the students of each unit that the rules find, in one pass; or of some rules, in some units. */
export async function countFound(
  context: Asking,
  entNo: string,
  { rules, unitNos }: { rules: readonly StudentRule[]; unitNos?: readonly string[] } = { rules: studentRules },
): Promise<UnitFindings[]> {
  const known = await knownOf(context, entNo, rules)
  const counts = rules.map((rule) => sql`, count(*) filter (where ${conditions[rule](known)})::int as ${sql.ref(rule)}`)
  const among = unitNos ? sql`and s.unit_no = any(${unitNos})` : sql``
  const { rows } = await sql<UnitFindings>`${checked(entNo)} select s.unit_no, count(*)::int as stu_cnt ${sql.join(counts, sql``)}
    ${from(entNo)} ${among} group by 1`.execute(context.db)
  return rows
}

/** Selects the numbers of the students that a rule finds, as a list for `in`. */
export async function foundByRule(context: Asking, entNo: string, rule: StudentRule) {
  const known = await knownOf(context, entNo, [rule])
  return sql`(${checked(entNo)} select s.stu_no ${from(entNo)} and ${conditions[rule](known)})`
}

/** Reads the phones of students that many share, and how many. */
export async function sharedPhones({ db }: Pick<Context, 'db'>, entNo: string, stuNos: readonly string[]) {
  const { rows } = await sql<{ stuNo: string; tel: string; cnt: number }>`${checked(entNo)}
    select stu_no, tel, cnt from t where stu_no = any(${stuNos})`.execute(db)
  return new Map(rows.map((row) => [row.stuNo, row]))
}
