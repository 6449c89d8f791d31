import { sql } from 'kysely'
import type * as z from 'zod'
import { onRoll, unitTypes } from '#domain/units/units.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { scopeOf } from '#server/call/scope.ts'
import type { Birthday, Newcomer, OwnClass } from './home.contract.ts'
import { mayCall, readAsCall } from './home.read.ts'

type OwnClasses = {
  classes: z.output<typeof OwnClass>[]
  birthdays: z.output<typeof Birthday>[]
  newcomers: z.output<typeof Newcomer>[]
}

const none: OwnClasses = { classes: [], birthdays: [], newcomers: [] }

// Takes somebody who reaches more classes than these for more than a head teacher.
const mostClasses = 4

const mostNewcomers = 5

/** Reads the classes that the caller leads, with who has a birthday in them soon and who is new. */
export async function classesOf(context: Context): Promise<OwnClasses> {
  if (context.me.idntNo !== '030' || !mayCall(context, stu.getpage)) return none
  const { units } = await scopeOf(context, stu.getpage, context.me.entNo)
  if (!units) return none
  return readAsCall(context, stu.getpage, async (db, entNo) => {
    const { rows: classes } = await sql<z.output<typeof OwnClass>>`
      select unit_no, unit_name from edcunit where ent_no = ${entNo} and unit_no = any(${units.split(',')})
        and unit_type = ${unitTypes.class} and grdt_flag = '0' and stt <> ${Status.deleted}
      order by stdy_prd, cur_grade, show_ord, unit_no`.execute(db)
    if (classes.length === 0 || classes.length > mostClasses) return none
    const within = sql`s.ent_no = ${entNo} and s.unit_no = any(${classes.map(({ unitNo }) => unitNo)})
      and s.stt in (${sql.join(onRoll)})`
    const { rows: birthdays } = await sql<z.output<typeof Birthday>>`
      select s.stu_no, s.stu_name, u.unit_name, to_char(d.day, 'YYYYMMDD') as day,
        (extract(year from d.day) - extract(year from s.brth))::int as age
      from stu s join edcunit u using (ent_no, unit_no)
      join generate_series(current_date, current_date + 6, interval '1 day') d (day) on to_char(d.day, 'MMDD') = to_char(s.brth, 'MMDD')
      where ${within} order by d.day, s.stu_no`.execute(db)
    const { rows: newcomers } = await sql<z.output<typeof Newcomer>>`
      select s.stu_no, s.stu_name, u.unit_name, to_char(s.crt_tm, 'YYYYMMDD') as day
      from stu s join edcunit u using (ent_no, unit_no)
      where ${within} and s.crt_tm > now() - interval '1 month' order by s.crt_tm desc, s.stu_no limit ${mostNewcomers + 1}`.execute(
      db,
    )
    // Says nothing where a whole class has just been entered.
    return { classes, birthdays, newcomers: newcomers.length > mostNewcomers ? [] : newcomers }
  })
}
