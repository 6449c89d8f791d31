import { Status } from '#contract/fields.ts'
import { requireRow } from '#server/database/rows.ts'
import { searchText } from '#server/base/search.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { meetingTable } from '#features/ent/mtg/mtg.table.ts'
import { ApplyType, ManState, ManType, MeetingState, SignState } from '#domain/meetings/meetings.contract.ts'
import { atHour, iso } from './days.ts'
import type { DemoEnterprise, Maker, New } from './enterprise.ts'
import { makeRandom, type Random } from './random.ts'

type Plan = {
  mtgName: string
  mtgType: string
  stt: string
  place: string
  cntnt?: string
  /** Lists its items: title, minutes; the first is the caller's. */
  agenda?: readonly (readonly [string, number])[]
  /** Sets the minutes from now until it begins, and how long it is. */
  begins: number
  lasts: number
  manCnt: number
  applFlag?: '1'
  /** Sets how many ask for leave, or are guests. */
  asking?: number
  guests?: number
}

const { draft, published, ended, cancelled } = MeetingState
const day = 24 * 60

// Lists one in every state; of those published one is under way, and one is open to all.
const plans: Plan[] = [
  { mtgName: '期中质量分析会', mtgType: '2', stt: ended, place: '报告厅', begins: -2 * day, lasts: 120, manCnt: 42 },
  { mtgName: '安全工作部署会', mtgType: '1', stt: cancelled, place: '第一会议室', begins: -day, lasts: 60, manCnt: 18 },
  {
    mtgName: '集体备课：高效课堂研讨',
    mtgType: '2',
    stt: published,
    place: '录播教室',
    begins: -8,
    lasts: 90,
    manCnt: 26,
    cntnt: '请带上本周的教学设计。',
  },
  {
    mtgName: '班主任工作例会',
    mtgType: '1',
    stt: published,
    place: '第一会议室',
    begins: day,
    lasts: 60,
    manCnt: 30,
    asking: 3,
    cntnt: '请带上本班的名单。',
    agenda: [
      ['冬季安全教育', 20],
      ['家长会的准备', 25],
      ['学生评优', 15],
    ],
  },
  {
    mtgName: '家长开放日筹备会',
    mtgType: '3',
    stt: published,
    place: '报告厅',
    begins: 3 * day,
    lasts: 90,
    manCnt: 12,
    guests: 4,
    applFlag: '1',
  },
  { mtgName: '新课标培训', mtgType: '4', stt: draft, place: '报告厅', begins: 7 * day, lasts: 180, manCnt: 24 },
]

const rooms = [
  { roomName: '报告厅', place: '图书楼一层', seats: 300, rem: '有投影和音响，使用前一天告诉总务处' },
  { roomName: '第一会议室', place: '行政楼二层', seats: 24, rem: null },
  { roomName: '录播教室', place: '教学楼三层', seats: 60, rem: '可以录像' },
]

const guests = ['方志远', '沈若兰', '韩立群', '苏晓梅']
const reasons = ['外出培训', '参加教研活动', '身体不适']

/** Makes the meetings of a school around today; the demo's head teacher is asked to all of them. */
export function makeMeetings({ numbers }: Maker, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  const random = makeRandom(20261123)
  const teacher = rows.empdatapwr[0]?.empNo
  const staff = rows.emp.filter(({ stt, empNo }) => stt === Status.enabled && empNo !== teacher)
  const [caller] = staff
  const head = requireRow(rows.emp.find(({ empNo }) => empNo === teacher))
  const month = new Date(now + 8 * 3600_000).toISOString().replace(/\D/g, '').slice(0, 6)
  const numbered = rooms.map((room) => ({ entNo, roomNo: numbers.next('ROOM_NO'), ...room }))
  rows.mtgroom.push(...numbered)
  for (const [i, plan] of plans.entries()) {
    const mtgNo = `M${month}${String(i + 1).padStart(6, '0')}`
    const people = [requireRow(caller), head, ...staff.slice(1 + i * 5, i * 5 + plan.manCnt - 1)]
    const { mtgName, mtgType, stt, cntnt = null, applFlag = '0' } = plan
    const { empNo } = requireRow(caller)
    const times = timesOf(plan, now)
    rows.mtg.push({
      entNo,
      mtgNo,
      mtgName,
      mtgType,
      hostEmpNo: empNo,
      empNo,
      cntnt,
      agenda: (plan.agenda ?? []).map(([title, mins], at) => ({
        title,
        empNo: at === 0 ? empNo : null,
        speaker: at === 0 ? null : '德育处',
        mins,
        rem: null,
      })),
      applFlag,
      pubTm: stt === draft ? null : iso(now - 3 * day * 60_000),
      endTm: stt === ended ? times.eDt : null,
      searchText: searchTextOf(meetingTable, { mtgNo, mtgName }),
      stt,
    })
    const room = requireRow(numbered.find(({ roomName }) => roomName === plan.place))
    rows.mtgschd.push({ entNo, mtgNo, rdx: 1, roomNo: room.roomNo, place: plan.place, ...times })
    const mans = [...people.map((person, at) => manOf(person, at, plan)), ...guests.slice(0, plan.guests ?? 0).map(guestOf)]
    const counted = mans.map((one, at) => ({ entNo, mtgNo, manNo: String(at + 1), ...one }))
    rows.mtgman.push(...counted)
    if (stt === ended || plan.begins < 0)
      rows.mtgsign.push(...counted.flatMap(({ manNo }) => signOf(random, { entNo, mtgNo, rdx: 1, manNo }, plan, now)))
  }
  numbers.startAfter('MTG_NO', plans.length)
}

// Starts the meetings of other days after lunch, whenever the demo is made.
const startOf = ({ begins }: Plan, now: number) =>
  Math.abs(begins) < day ? Math.floor(now / 60_000 + begins) * 60_000 : atHour(begins / day, 14, now)

function timesOf(plan: Plan, now: number) {
  const at = (minutes: number) => iso(startOf(plan, now) + minutes * 60_000)
  return { sDt: at(0), eDt: at(plan.lasts), signSDt: at(-30), signEDt: at(15) }
}

function manOf({ empNo, empName, authTel }: New<'emp'>, at: number, { stt, asking = 0 }: Plan) {
  // Leaves out the head teacher, who is to answer in the demo.
  const asks = at > 1 && at < asking + 2
  const answered = stt !== draft && at % 3 !== 1
  return {
    empNo,
    manName: empName,
    manTel: null,
    workUnit: null,
    manType: at === 0 ? ManType.host : ManType.attendee,
    applType: asks ? ApplyType.leave : null,
    rsn: asks ? (reasons[at - 2] ?? null) : null,
    stt: asks ? ManState.applying : answered ? ManState.confirmed : ManState.asked,
    searchText: searchText(empName, [], authTel),
  }
}

const guestOf = (manName: string, at: number) => ({
  empNo: null,
  manName,
  manTel: `1980000100${at}`,
  workUnit: '家长委员会',
  manType: ManType.guest,
  applType: null,
  rsn: null,
  stt: ManState.asked,
  searchText: searchText(manName, [], `1980000100${at}`),
})

type Key = { entNo: string; mtgNo: string; rdx: number; manNo: string }

/** Returns the attendance of somebody: most in time, some late; of the meeting under way not all have come yet. */
function signOf(random: Random, key: Key, plan: Plan, now: number): New<'mtgsign'>[] {
  const { stt } = plan
  if (stt === cancelled) return []
  const isLate = random.chance(0.12)
  const isMissing = random.chance(stt === ended ? 0.08 : 0.35)
  if (isMissing) return stt === ended ? [{ ...key, signTm: null, signWay: 'hand', stt: SignState.absent }] : []
  const minutes = isLate ? 1 + random.between(0, 6) : -1 - random.between(0, 20)
  const signTm = iso(Math.min(startOf(plan, now) + minutes * 60_000, now - 60_000))
  return [{ ...key, signTm, signWay: 'qr', stt: isLate ? SignState.late : SignState.normal }]
}
