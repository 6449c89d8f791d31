import { type RawBuilder, sql } from 'kysely'
import type { Audience } from '#domain/messages/receivers.ts'
import { enrolledIn, receiversOf } from '#domain/messages/receivers.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { withinUnit } from '#domain/units/units.ts'
import type { Db } from '#server/database/database.ts'

type Asked = { empNo: string | null; stuNo: string | null }

/**
 * Selects whom a collection asks within the caller's reach: staff in office, and each pupil of the scope once, also those about whom
 * nobody receives messages, for whom the school answers.
 */
export function askedIn(entNo: string, audience: Audience): RawBuilder<Asked> {
  const nos = (kind: string, outFlag: string) =>
    audience.parts.filter((part) => part.kind === kind && part.outFlag === outFlag).map(({ no }) => no)
  return sql<Asked>`select r.emp_no, null::text as stu_no from (${receiversOf(entNo, audience)}) r where r.emp_no is not null
    union select null, r.stu_no from (${receiversOf(entNo, audience)}) r where r.stu_no is not null
    union select null, s.stu_no from stu s where s.ent_no = ${entNo} and ${isOnRoll} and s.stu_no <> all(${nos('stu', '1')})
      and (s.unit_no in ${withinUnit(entNo, nos('unit', '0'))} or s.stu_no = any(${nos('stu', '0')})
        or s.stu_no in ${enrolledIn(entNo, nos('act', '0'))})`
}

/** Counts people whom a collection would ask. */
export async function countAsked(db: Db, people: RawBuilder<Asked>): Promise<{ empCnt: number; stuCnt: number }> {
  const { rows } = await sql<{
    empCnt: number
    stuCnt: number
  }>`select count(emp_no)::int as emp_cnt, count(stu_no)::int as stu_cnt
    from (${people}) a`.execute(db)
  return rows[0] ?? { empCnt: 0, stuCnt: 0 }
}
