import { ActivityState, EnrolState, QuotaMode } from '#domain/activities/activities.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { activityTable } from '#features/vam/act/act.table.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import { atHour, chinaDay, day, hour, iso } from '../days.ts'
import type { DemoEnterprise, Maker, New } from '../enterprise.ts'
import type { MadeFile } from '../files/demoFiles.ts'
import { type ActivityPlan, plans, usual } from './activityPlans.ts'
import { coverName } from './pictures.ts'
import { makeWorks } from './works.ts'

const { draft, ended, waiting } = ActivityState

type Place = { maker: Maker; school: DemoEnterprise; userNos: ReadonlyMap<string, string>; files: readonly MadeFile[] }

/**
 * Makes the activities of a school around today, with their enrolments and works; `userNos` are the accounts of its employees,
 * `files` those of the whole demo.
 */
export function makeActivities({ maker, school, userNos, files }: Place, now = Date.now()) {
  const { entNo, rows, deeds } = school
  const head = requireRow(rows.empdatapwr[0])
  const admin = requireRow(rows.emp[4])
  const byAdmin = requireRow(userNos.get(`${entNo} ${admin.empNo}`))
  const byTeacher = requireRow(userNos.get(`${entNo} ${head.empNo}`))
  const isOnRoll = ({ stt }: New<'stu'>) => (onRoll as readonly string[]).includes(stt ?? '1')
  const own = rows.stu.filter((one) => isOnRoll(one) && one.unitNo === head.dataVal)
  const others = rows.stu.filter((one, i) => isOnRoll(one) && one.unitNo !== head.dataVal && i % 7 === 0)
  const gradeOf = new Map(rows.edcunit.map(({ unitNo, prtNo }) => [unitNo, prtNo ?? '']))
  for (const [i, plan] of plans.entries()) {
    const { title, cls, place, cntnt, more = {}, takes = 0, cover } = plan
    const actNo = maker.numbers.next('ACT_NO')
    const times = momentsOf(plan, now)
    const picture = cover && coverOf(files, title)
    if (picture) rows.file.push({ entNo, fileNo: picture.fileNo, userNo: byAdmin, ...picture.facts })
    rows.act.push({
      entNo,
      actNo,
      title,
      cls,
      place,
      cntnt,
      empNo: admin.empNo,
      ...usual,
      ...more,
      ...times,
      cover: picture?.fileNo ?? null,
      stt: draft,
      searchText: searchTextOf(activityTable, { actNo, title, place: place ?? null }),
    })
    deeds.push(...publishing(plan, { actNo, userNo: byAdmin, now }))
    const children = [...own.slice(i * 3, i * 3 + 3), ...others.slice((i * 40) % 100)].slice(0, takes)
    const taken = new Map<string, number>()
    let waits = 0
    const enrolled = children.map(({ stuNo, unitNo }, at): New<'reg'> => {
      const seatNo = more.quotaMode === QuotaMode.grades ? (gradeOf.get(unitNo) ?? '') : ''
      const before = taken.get(seatNo) ?? 0
      taken.set(seatNo, before + 1)
      const isLate = before >= (more.quota ?? Number.POSITIVE_INFINITY)
      const isReviewed = more.auditFlag === '1' && before % 3 === 0
      return {
        entNo,
        regNo: maker.numbers.next('REG_NO'),
        actNo,
        stuNo,
        seatNo,
        byUserNo: unitNo === head.dataVal ? byTeacher : byAdmin,
        waitNo: isLate ? ++waits : null,
        stt: isLate ? EnrolState.waiting : isReviewed ? EnrolState.reviewing : EnrolState.taken,
        signTm: more.stt === ended ? times.sDt : null,
        crtTm: iso(enrolledAt(plan, at / children.length, now)),
      }
    })
    rows.reg.push(...enrolled)
    deeds.push(...enrolling(enrolled))
    if (plan.works) makeWorks({ maker, school, byAdmin, files }, { of: plan.works, actNo, enrolled, now })
  }
}

const coverOf = (files: readonly MadeFile[], title: string) =>
  requireRow(files.find(({ facts }) => facts.name === `${coverName(title)}.jpg`))

/** Tells who made an activity and, where it is published or over, when it became so. */
function publishing(
  { more: { stt = usual.stt } = {}, opens, begins }: ActivityPlan,
  { actNo, userNo, now }: { actNo: string; userNo: string; now: number },
): DemoEnterprise['deeds'] {
  const of = { table: 'act', key: 'actNo', nos: [actNo] } as const
  const madeOn = Math.min(opens, 0) - 3
  const made = {
    at: atHour(madeOn, 15, now),
    userNo,
    call: act.create,
    wrote: { tables: ['act'], key: 'actNo', nos: [actNo] },
  } as const
  if (stt === draft) return [made]
  if (stt === waiting) return [made, { at: atHour(-1, 11, now), userNo, call: act.submit, changed: { ...of, to: { stt } } }]
  const publishedAt = atHour(madeOn + 1, 9, now)
  const to = { stt: usual.stt, pubTm: iso(publishedAt) }
  const published = { at: publishedAt, userNo, call: act.publish, changed: { ...of, to } }
  if (stt !== ended) return [made, published]
  const endedAt = atHour(begins + 12, 16, now)
  return [made, published, { at: endedAt, userNo, call: act.end, changed: { ...of, to: { stt, endTm: iso(endedAt) } } }]
}

// Spreads enrolments over the days on which they are taken, up to an hour ago.
function enrolledAt({ opens, closes }: ActivityPlan, part: number, now: number) {
  const [from, to] = [atHour(opens, 8, now), Math.min(atHour(closes, 18, now), now - hour)]
  const at = from + (to - from) * part
  // Keeps to the hours from eight in the morning to eight at night.
  return Math.min(chinaDay(at) + 8 * hour + ((at - chinaDay(at)) / day) * 12 * hour, now - hour)
}

/** Tells who enrolled children, for each of them by the day. */
function enrolling(enrolled: readonly New<'reg'>[]): DemoEnterprise['deeds'] {
  const together = Map.groupBy(enrolled, ({ crtTm, byUserNo }) => `${chinaDay(Date.parse(crtTm as string))} ${byUserNo}`)
  return [...together.values()].map((some) => {
    const [first] = some
    const nos = some.map(({ regNo }) => regNo)
    return {
      at: Math.max(...some.map(({ crtTm }) => Date.parse(crtTm as string))),
      userNo: requireRow(first).byUserNo,
      call: reg.enroll,
      wrote: { tables: ['reg'], key: 'regNo', nos },
    }
  })
}

function momentsOf({ opens, closes, begins, lasts, collects = 10, more = {} }: ActivityPlan, now: number) {
  // Starts at full hours of China: enrolment from eight to six, activities from nine.
  const at = (days: number, hours: number) => iso(atHour(days, hours, now))
  const sDt = at(begins, 9)
  return {
    regSDt: at(opens, 8),
    regEDt: at(closes, 18),
    sDt,
    eDt: at(begins, 9 + lasts),
    ...(more.wrkFlag === '1' && { wrkSDt: sDt, wrkEDt: at(begins + collects, 18) }),
  }
}
