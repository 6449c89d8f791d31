import { sql } from 'kysely'
import { onRoll } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import { takenField } from '#server/base/fault.ts'
import { withoutScope } from '#server/call/scope.ts'
import { numbersElsewhere, sharedNationalNo } from '#domain/students/nationalNo.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'

/** Refuses a national number that somebody has whom the caller may not see. */
export const takenByOthers = '全国学籍号已被其他班级的学生使用'

/** Warns where another school has a student on the roll with the national number of this one. */
export async function alsoElsewhere(
  context: Context,
  entNo: string,
  { unfStuNo, stt }: { unfStuNo: string | null; stt: string },
): Promise<string[]> {
  if (!unfStuNo || !(onRoll as readonly string[]).includes(stt)) return []
  const { secret } = context.services
  const elsewhere = await numbersElsewhere(context, entNo, [secret.hash(secret.open(unfStuNo))])
  return elsewhere.size > 0 ? [sharedNationalNo] : []
}

type Given = { stuNo: string; stt: string; unfStuNo: string }

/**
 * Refuses a national number that another student on the roll has, and names who that is, as far as the caller may see them.
 * Whoever has left keeps the number, and may come back under a new record.
 */
export async function refuseTakenNationalNo(context: Context, entNo: string, { stuNo, stt, unfStuNo }: Given) {
  if (!(onRoll as readonly string[]).includes(stt)) return
  const { db, services } = context
  await sql`select pg_advisory_xact_lock(hashtext(${`national ${entNo}`}))`.execute(db)
  const other = sql`from stu s join stuarch a using (ent_no, stu_no)
    where s.ent_no = ${entNo} and a.unf_stu_no_hash = ${services.secret.hash(unfStuNo)} and s.stu_no <> ${stuNo} and ${isOnRoll} limit 1`
  const { rows: taken } = await withoutScope(context, () => sql`select 1 ${other}`.execute(db))
  if (taken.length === 0) return
  const { rows } = await sql<{
    stuName: string
    unitName: string
  }>`select s.stu_name, ${unitNameOf} as unit_name ${other}`.execute(db)
  const [seen] = rows
  throw takenField('unfStuNo', seen ? `全国学籍号已被${seen.unitName}的${seen.stuName}使用` : takenByOthers)
}
