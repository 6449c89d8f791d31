import { sql } from 'kysely'
import { reviewersOf } from '#domain/messages/places.ts'
import { tellingIn, tellPeople } from '#domain/messages/events.ts'
import { yearToEnd } from '#domain/units/yearEnd.ts'
import type { Services } from '#server/call/context.ts'
import { rollover } from './rollover.contract.ts'

/** Tells those who do the year-end once that it is due; a job does it every hour. */
export const remindOfYearEnd = (services: Services, entNo: string) =>
  tellingIn(services, { entNo, call: 'clock' }, async (teller) => {
    const year = await yearToEnd(teller.db, entNo)
    if (!year) return
    const about = { type: 'year', no: String(year) }
    const { rows } = await sql`select from msg where ent_no = ${entNo} and evt = 'yearend' and abt_no = ${about.no}`.execute(
      teller.db,
    )
    if (rows.length > 0) return
    const empNos = await reviewersOf(teller.db, entNo, rollover.run.access, { isWhole: true })
    await tellPeople(teller, {
      entNo,
      evt: 'yearend',
      title: `${year}学年就要结束，请安排升级和毕业`,
      body: '可以先预览升级后的年级、班级和人数，确认以后再做；做完还可以整个撤销。',
      empNos,
      about,
    })
  })
