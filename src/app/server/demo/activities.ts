import { EnrolState, For, published, QuotaMode, ActivityState } from '#domain/activities/activities.contract.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { activityTable } from '#features/vam/act/act.table.ts'
import type { DemoEnterprise, Maker, New } from './enterprise.ts'

type Plan = Pick<New<'act'>, 'title' | 'cls' | 'place' | 'cntnt'> & {
  /** Sets the days from now when enrolment opens and closes, and the activity begins; it lasts some hours. */
  opens: number
  closes: number
  begins: number
  lasts: number
  more?: Partial<New<'act'>>
  /** Sets the number of enrolled children; some of the head teacher's class come first. */
  takes?: number
}

const { draft, waiting, ended } = ActivityState

// Holds the common values; rows that are inserted together name the same columns.
const usual = {
  who: For.students,
  quota: null,
  quotaMode: QuotaMode.all,
  auditFlag: '0',
  pubFlag: '0',
  wrkFlag: '0',
  wrkMax: 1,
  wrkSDt: null,
  wrkEDt: null,
  stt: published,
}

// Lists one in every state, the last of them over.
const plans: Plan[] = [
  {
    title: '校园科技节：机器人挑战赛',
    cls: '2',
    place: '科技楼三楼',
    opens: -3,
    closes: 6,
    begins: 12,
    lasts: 8,
    cntnt: '两人一组，现场搭建并完成指定任务。\n\n比赛器材由学校准备，请穿运动鞋。',
    more: { quota: 60, pubFlag: '1', wrkFlag: '1', wrkMax: 2 },
    takes: 38,
  },
  {
    title: '冬季长跑',
    cls: '1',
    place: '田径场',
    opens: -5,
    closes: 9,
    begins: 14,
    lasts: 3,
    cntnt: '低年级 400 米，高年级 800 米。身体不适的同学请不要报名。',
    more: { quota: 20, quotaMode: QuotaMode.grades, pubFlag: '1' },
    takes: 26,
  },
  {
    title: '童声合唱团选拔',
    cls: '3',
    place: '音乐教室',
    opens: -2,
    closes: 2,
    begins: 5,
    lasts: 2,
    cntnt: '请准备一首自己喜欢的歌，清唱一段即可。',
    more: { quota: 12, auditFlag: '1' },
    takes: 17,
  },
  {
    title: '红领巾讲解员培训',
    cls: '4',
    place: '市博物馆',
    opens: 2,
    closes: 10,
    begins: 16,
    lasts: 4,
    cntnt: '由博物馆老师带队，午餐自理，家长可以陪同。',
    more: { quota: 30, pubFlag: '1' },
  },
  {
    title: '教师板书展示',
    cls: '6',
    place: '报告厅',
    opens: -4,
    closes: 5,
    begins: 8,
    lasts: 2,
    cntnt: '每个教研组推荐一至两位老师，现场书写十分钟。',
    more: { who: For.employees, quota: 24 },
  },
  {
    title: '秋日写生',
    cls: '3',
    place: '滨河公园',
    opens: -40,
    closes: -25,
    begins: -20,
    lasts: 6,
    cntnt: '到公园里画一棵你最喜欢的树。',
    more: { wrkFlag: '1', wrkMax: 1, stt: ended },
    takes: 22,
  },
  {
    title: '寒假阅读打卡',
    cls: '5',
    place: null,
    opens: 20,
    closes: 40,
    begins: 45,
    lasts: 24,
    cntnt: null,
    more: { stt: draft },
  },
  {
    title: '家校运动会',
    cls: '1',
    place: '田径场',
    opens: 5,
    closes: 15,
    begins: 20,
    lasts: 6,
    cntnt: '以班级为单位报名，家长和孩子一起参加。',
    more: { stt: waiting, who: For.both, quota: 200 },
  },
]

/** Makes the activities of a school around today, and their enrolments; `userNos` are the accounts of its employees. */
export function makeActivities(
  { numbers }: Maker,
  { entNo, rows }: DemoEnterprise,
  userNos: ReadonlyMap<string, string>,
  now = Date.now(),
) {
  const head = requireRow(rows.empdatapwr[0])
  const admin = requireRow(rows.emp[4])
  const byUserNo = requireRow(userNos.get(`${entNo} ${admin.empNo}`))
  const isOnRoll = ({ stt }: New<'stu'>) => (onRoll as readonly string[]).includes(stt ?? '1')
  const own = rows.stu.filter((one) => isOnRoll(one) && one.unitNo === head.dataVal)
  const others = rows.stu.filter((one, i) => isOnRoll(one) && one.unitNo !== head.dataVal && i % 7 === 0)
  const gradeOf = new Map(rows.edcunit.map(({ unitNo, prtNo }) => [unitNo, prtNo ?? '']))
  for (const [i, { title, cls, place, cntnt, more = {}, takes = 0, ...times }] of plans.entries()) {
    const actNo = numbers.next('ACT_NO')
    const moments = momentsOf(times, now)
    const works = more.wrkFlag === '1' ? { wrkSDt: moments.sDt, wrkEDt: moments.wrkEDt } : {}
    const { wrkEDt: _, ...when } = moments
    const of = { entNo, actNo, title, cls, place, cntnt, empNo: admin.empNo }
    rows.act.push({
      ...of,
      ...usual,
      ...more,
      ...when,
      ...works,
      searchText: searchTextOf(activityTable, { actNo, title, place: place ?? null }),
    })
    const children = [...own.slice(i * 3, i * 3 + 3), ...others.slice(i * 40)].slice(0, takes)
    const taken = new Map<string, number>()
    let waits = 0
    for (const { stuNo, unitNo } of children) {
      const seatNo = more.quotaMode === QuotaMode.grades ? (gradeOf.get(unitNo) ?? '') : ''
      const before = taken.get(seatNo) ?? 0
      taken.set(seatNo, before + 1)
      const isLate = before >= (more.quota ?? Number.POSITIVE_INFINITY)
      const stt = isLate
        ? EnrolState.waiting
        : more.auditFlag === '1' && before % 3 === 0
          ? EnrolState.reviewing
          : EnrolState.taken
      const signTm = more.stt === ended ? when.sDt : null
      rows.reg.push({
        entNo,
        regNo: numbers.next('REG_NO'),
        actNo,
        stuNo,
        seatNo,
        byUserNo,
        waitNo: isLate ? ++waits : null,
        stt,
        signTm,
      })
    }
  }
}

const hour = 3600_000
const day = 24 * hour

function momentsOf({ opens, closes, begins, lasts }: Pick<Plan, 'opens' | 'closes' | 'begins' | 'lasts'>, now: number) {
  // Starts at full hours of China: enrolment from eight to six, activities from nine.
  const today = Math.floor((now + 8 * hour) / day) * day - 8 * hour
  const at = (days: number, hours: number) => new Date(today + days * day + hours * hour).toISOString()
  return {
    regSDt: at(opens, 8),
    regEDt: at(closes, 18),
    sDt: at(begins, 9),
    eDt: at(begins, 9 + lasts),
    wrkEDt: at(begins + 10, 18),
  }
}
