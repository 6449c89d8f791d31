import type { Column } from '#contract/form/column.ts'
import { initialColumns, newColumn } from '#contract/form/initial.ts'
import { withDashes } from '#contract/values/day.ts'
import { FlowState, newStep, ProcessState, TaskState } from '#domain/approvals/approvals.contract.ts'
import { relationOf } from '#domain/guardians/relations.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Json } from '#server/database/schema.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker } from '../enterprise.ts'
import { dayOf, makeProcess, type Person } from './processes.ts'

/** Lists the fields of a leave of a pupil, which a head teacher asks for. */
export const pupilLeaveColumns: Column[] = [
  ...initialColumns('04').map((column) => (column.fldCode === 'emp' ? { ...column, clmnName: '办理的老师' } : column)),
  newColumn('c5', '请假的学生', { kitNo: 'stu', len: 1, mustFlag: '1' }),
]
const pupilLeaveFields = { who: 'c5', kind: 'c4', from: 'c2', till: 'c2', rsn: 'c3' }

const [leaveForm, pupilForm] = ['400000', '400001']
type Made = Pick<DemoEnterprise, 'entNo' | 'rows'>
type Deciders = { head: Person; director: Person }

const leaveRow = (entNo: string, lveNo: string, prcNo: string, { sDt, eDt }: { sDt: string; eDt: string }) => ({
  entNo,
  lveNo,
  prcNo,
  kind: '1',
  sTm: `${withDashes(sDt)}T00:00:00+08:00`,
  eTm: `${withDashes(eDt)}T24:00:00+08:00`,
  dayFlag: '1',
  stuNo: null,
  empNo: null,
  leftTm: null,
  leftNo: null,
  ftchName: null,
  ftchRelt: null,
  backTm: null,
  backNo: null,
  cutTm: null,
  cutNo: null,
  stt: '1',
})

/**
 * Makes the leaves of employees whose applications passed, and of pupils of a class: two today, of whom one has left, one that is
 * over, and one to come; and three that guardians of the class have asked for, which wait for the head teacher.
 */
export function makeLeaves(maker: Maker, { entNo, rows }: Made, { head, director }: Deciders, now = Date.now()) {
  const { numbers } = maker
  for (const { prcNo, vals } of rows.prc.filter(({ tmplNo, stt }) => tmplNo === leaveForm && stt === ProcessState.passed)) {
    const { c1, c2, c3 } = vals as { c1: [{ no: string }]; c2: { sDt: string; eDt: string }; c3: string }
    rows.lve.push({ ...leaveRow(entNo, numbers.next('LVE_NO'), prcNo, c2), empNo: c1[0].no, rsn: c3 })
  }
  const flowNo = numbers.next('FLOW_NO')
  const stamps = { crtTm: iso(atHour(-40, 9, now)), updTm: iso(atHour(-40, 9, now)) }
  const steps = [
    newStep('s1', '班主任', { who: 'head', hrs: 4 }),
    newStep('s2', '教务主任', { who: 'named', empNos: [director.empNo], hrs: 4, escHrs: 8, escTo: 'keeper' }),
  ]
  const des = '家长或班主任替学生请假，通过后门卫放行。'
  const written = { flowNo, steps: steps as Json, lve: pupilLeaveFields as Json, startBy: 'both', verNo: 1, ...stamps }
  rows.flow.push({ entNo, ...written, flowName: '学生请假', tmplNo: pupilForm, des, stt: FlowState.published })
  rows.flowver.push({ entNo, ...written })
  const classNo = rows.empdatapwr.find(({ empNo }) => empNo === head.empNo)?.dataVal
  const pupils = rows.stu.filter(({ unitNo, stt }) => unitNo === classNo && stt === '1')
  const ways = [
    { from: 0, days: 1, why: '发烧，家长带去医院。', kind: '2' },
    { from: 0, days: 2, why: '牙疼，约了牙医。', kind: '2' },
    { from: -6, days: 2, why: '回老家。', kind: '1' },
    { from: 4, days: 1, why: '参加区里的比赛。', kind: '3' },
  ]
  for (const [at, { from, days, why, kind }] of ways.entries()) {
    const pupil = requireRow(pupils[at])
    const [sDt, eDt] = [dayOf(from, now), dayOf(from + days - 1, now)]
    const vals = {
      c1: [{ no: head.empNo, name: head.empName }],
      c2: { sDt, eDt },
      c3: why,
      c4: kind,
      c5: [{ no: pupil.stuNo, name: pupil.stuName }],
    }
    const ago = Math.max(0, 1 - from)
    const deed = { person: director, step: 2, stepName: '教务主任', stt: TaskState.passed, hour: 10 }
    const plan = { flowNo, flowName: '学生请假', tmplNo: pupilForm, starter: head, vals, stt: ProcessState.passed }
    const prcNo = makeProcess(maker, { entNo, rows }, { ...plan, stepAt: null, ago, deeds: [deed] }, now)
    const hasLeft = at === 0 && { leftTm: iso(now - 1_800_000), leftNo: head.empNo, ftchName: '妈妈', ftchRelt: '母亲' }
    rows.lve.push({
      ...leaveRow(entNo, numbers.next('LVE_NO'), prcNo, { sDt, eDt }),
      kind,
      stuNo: pupil.stuNo,
      rsn: why,
      ...hasLeft,
    })
  }
  const flow = { flowNo, flowName: '学生请假', tmplNo: pupilForm }
  const asked = [
    { from: 1, days: 1, why: '复查牙齿，下午回校。', kind: '2' },
    { from: 2, days: 2, why: '奶奶过生日，回老家。', kind: '1' },
    { from: 3, days: 1, why: '参加钢琴考级。', kind: '1' },
  ]
  const families = pupils.slice(ways.length).flatMap(({ stuNo, stuName }) => {
    const link = rows.stuptr.find((one) => one.stuNo === stuNo && relationOf(one.relt).isLegal)
    return link ? [{ ptrNo: link.ptrNo, stuNo, stuName }] : []
  })
  for (const [at, one] of asked.entries()) {
    const starter = requireRow(families[at])
    const vals = {
      c2: { sDt: dayOf(one.from, now), eDt: dayOf(one.from + one.days - 1, now) },
      c3: one.why,
      c4: one.kind,
      c5: [{ no: starter.stuNo, name: starter.stuName }],
    }
    const deed = { person: head, step: 1, stepName: '班主任', stt: TaskState.waiting, hour: 8, why: '班主任' }
    const waiting = { starter, vals, stt: ProcessState.open, stepAt: 1, ago: 0, deeds: [deed] }
    makeProcess(maker, { entNo, rows }, { ...flow, ...waiting }, now)
  }
}
