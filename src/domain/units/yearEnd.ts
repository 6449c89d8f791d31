import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { calendarYear } from './schoolYear.ts'
import { unitTypes } from './units.contract.ts'

/** Returns the school year that is to be ended, from a month before the next one begins until it is done; undefined where none is. */
export async function yearToEnd(db: Db, entNo: string): Promise<number | undefined> {
  const { rows } = await sql<{ year: number | null }>`select cur_sch_year as year from edcunit
    where ent_no = ${entNo} and unit_type = ${unitTypes.school} and exists (select from edcunit g where g.ent_no = ${entNo}
      and g.unit_type = ${unitTypes.grade} and g.stt = ${Status.enabled} and g.crt_tm < now() - interval '1 month')`.execute(db)
  const year = rows[0]?.year
  return year && (await calendarYear(db, entNo, 30)) > year ? year : undefined
}
