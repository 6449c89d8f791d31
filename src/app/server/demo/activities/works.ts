import { WorkKind, WorkState } from '#domain/activities/activities.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Json } from '#server/database/schema.ts'
import { chinaDay, day, hour, iso } from '../days.ts'
import type { DemoEnterprise, Maker, New } from '../enterprise.ts'
import type { MadeFile } from '../files/demoFiles.ts'
import { workPictureName } from './pictures.ts'
import { type WorkPlan, workPlans } from './workPlans.ts'

type Place = { maker: Maker; school: DemoEnterprise; byAdmin: string; files: readonly MadeFile[] }
type Activity = { of: WorkPlan['of']; actNo: string; enrolled: readonly New<'reg'>[]; now: number }

/** Makes the works of an activity, each handed in by whoever enrolled the child, and reviewed the day after. */
export function makeWorks(place: Place, { of, actNo, enrolled, now }: Activity) {
  const { school, byAdmin } = place
  const colleagues = school.rows.identity.map(({ userNo }) => userNo)
  for (const plan of workPlans.filter((one) => one.of === of)) {
    const { regNo, byUserNo } = requireRow(enrolled[plan.child])
    // Keeps to the hours from nine in the morning to eight at night.
    const at = Math.min(chinaDay(now - plan.ago * day) + (9 + ((plan.child * 37) % 110) / 10) * hour, now - hour)
    const row = handIn(place, { plan, actNo, regNo, byUserNo, at })
    const { entNo, wrkNo } = row
    const review = (call: typeof wrk.setpass | typeof wrk.setreject, to: Record<string, string | null>) =>
      school.deeds.push({
        at: Math.min(at + 20 * hour, now - hour),
        userNo: byAdmin,
        call,
        changed: { table: 'wrk', key: 'wrkNo', nos: [wrkNo], to },
      })
    if (plan.refused) review(wrk.setreject, { stt: WorkState.refused, answer: plan.refused })
    if (plan.likes === undefined) continue
    review(wrk.setpass, { stt: WorkState.shown, answer: null })
    school.rows.wrklike.push(
      ...likesOf(plan.likes, { colleagues, from: at + day, now }).map((like) => ({ entNo, wrkNo, ...like })),
    )
    if (plan.reported) school.rows.wrkrpt.push({ entNo, wrkNo, userNo: requireRow(colleagues.at(-1)), rsn: plan.reported })
  }
}

type Handed = { plan: WorkPlan; actNo: string; regNo: string; byUserNo: string; at: number }

function handIn({ maker, school: { entNo, rows, deeds }, files }: Place, { plan, actNo, regNo, byUserNo, at }: Handed) {
  const wrkNo = maker.numbers.next('WRK_NO')
  const pictures = plan.drawings.map((_, i) => {
    const name = `${workPictureName(plan.title, i)}.jpg`
    return requireRow(files.find(({ facts }) => facts.name === name))
  })
  rows.file.push(...pictures.map(({ fileNo, facts }) => ({ entNo, fileNo, userNo: byUserNo, ...facts })))
  const named = pictures.map(({ fileNo, facts: { name, type, size } }) => ({ fileNo, name, type, size }))
  const row = {
    entNo,
    wrkNo,
    actNo,
    regNo,
    title: plan.title,
    note: plan.note ?? null,
    kind: WorkKind.pictures,
    files: named as Json,
    agreeTm: iso(at),
    byUserNo,
    stt: WorkState.waiting,
    crtTm: iso(at),
  }
  rows.wrk.push(row)
  const tables = ['wrk', 'wrklike', 'wrkrpt'] as const
  deeds.push({ at, userNo: byUserNo, call: wrk.create, wrote: { tables, key: 'wrkNo', nos: [wrkNo] } })
  return row
}

type Likes = { colleagues: readonly string[]; from: number; now: number }

/** Spreads likes over colleagues and days, for nobody likes a work twice a day; there are no more than fit until today. */
function likesOf(count: number, { colleagues, from, now }: Likes) {
  const days = Math.floor((chinaDay(now) - chinaDay(from)) / day) + 1
  const all = Array.from({ length: days }, (_, i) => iso(chinaDay(from) + (i + 1 / 2) * day).slice(0, 10)).flatMap((date) =>
    colleagues.map((userNo) => ({ userNo, day: date })),
  )
  return all.slice(0, count)
}
