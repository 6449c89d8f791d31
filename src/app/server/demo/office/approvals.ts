import { FlowState, newStep, ProcessState, TaskKind, TaskState } from '#domain/approvals/approvals.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Json } from '#server/database/schema.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker } from '../enterprise.ts'
import { dayOf, makeProcess, type Person, type Plan } from './processes.ts'

const [leaveForm, repairForm] = ['400000', '500000']
/** Makes flows for leave and repairs of a school, and something that was handed in, in each state. */
export function makeApprovals(maker: Maker, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  const { numbers } = maker
  const inOffice = rows.emp.filter(({ stt }) => stt === '1')
  const admin = requireRow(
    rows.emp.find(({ empNo }) => rows.emprole.some((held) => held.empNo === empNo && held.roleNo === 'P030ADMIN')),
  )
  const head = requireRow(rows.emp.find(({ empNo }) => empNo === rows.empdatapwr[0]?.empNo))
  const others = inOffice.filter(({ empNo }) => empNo !== admin.empNo && empNo !== head.empNo)
  const [director, teacher, another] = [0, 1, 2].map((i) => requireRow(others[i])) as [Person, Person, Person]
  const [leaveNo, repairNo] = [numbers.next('FLOW_NO'), numbers.next('FLOW_NO')]
  const at = atHour(-40, 9, now)
  const stamps = { crtTm: iso(at), updTm: iso(at) }
  const flows = [
    {
      flowNo: leaveNo,
      flowName: '请假',
      tmplNo: leaveForm,
      des: '三天以内教务主任批准，三天以上再由校长批准。',
      steps: [
        newStep('s1', '教务主任', { who: 'named', empNos: [director.empNo], hrs: 24 }),
        newStep('s2', '校长', {
          who: 'named',
          empNos: [admin.empNo],
          cond: { clmnNo: 'c2', op: 'least', vals: ['3'] },
          signFlag: '1',
        }),
      ],
    },
    {
      flowNo: repairNo,
      flowName: '报修',
      tmplNo: repairForm,
      des: '总务处理后写明结果。',
      steps: [newStep('s1', '总务处理', { who: 'named', empNos: [admin.empNo], hrs: 48, fills: ['c4'] })],
    },
  ]
  for (const { steps, ...one } of flows) {
    rows.flow.push({
      entNo,
      ...one,
      steps: steps as Json,
      verNo: 1,
      lve: null,
      startBy: 'emp',
      stt: FlowState.published,
      ...stamps,
    })
    rows.flowver.push({ entNo, flowNo: one.flowNo, verNo: 1, lve: null, startBy: 'emp', steps: steps as Json, ...stamps })
  }
  const leave = { flowNo: leaveNo, flowName: '请假', tmplNo: leaveForm }
  const repair = { flowNo: repairNo, flowName: '报修', tmplNo: repairForm }
  const off = (person: Person, from: number, days: number, why: string) => ({
    c1: [{ no: person.empNo, name: person.empName }],
    c2: { sDt: dayOf(from, now), eDt: dayOf(from + days - 1, now) },
    c3: why,
    c4: '1',
  })
  const decided = { step: 1, stepName: '教务主任', person: director, hour: 11 }
  const plans: Plan[] = [
    {
      ...repair,
      starter: head,
      vals: { c1: '三年级（2）班教室', c2: '13900002301', c3: '投影仪打不开，红灯一直闪。' },
      stt: ProcessState.open,
      stepAt: 1,
      ago: 0,
      deeds: [{ person: admin, step: 1, stepName: '总务处理', stt: TaskState.waiting, hour: 8, why: '流程指定' }],
    },
    {
      ...leave,
      starter: teacher,
      vals: off(teacher, 0, 1, '带孩子看病。'),
      stt: ProcessState.passed,
      stepAt: null,
      ago: 1,
      deeds: [{ ...decided, stt: TaskState.passed, word: '同意，课已经调好。' }],
    },
    {
      ...leave,
      starter: another,
      vals: off(another, 6, 5, '参加骨干教师培训。'),
      stt: ProcessState.open,
      stepAt: 2,
      ago: 1,
      deeds: [
        { ...decided, stt: TaskState.passed },
        { person: admin, step: 2, stepName: '校长', stt: TaskState.waiting, hour: 11, why: '流程指定' },
      ],
    },
    {
      ...leave,
      starter: head,
      vals: off(head, 3, 2, '家里有事。'),
      stt: ProcessState.returned,
      stepAt: null,
      ago: 2,
      deeds: [
        { ...decided, stt: TaskState.returned, word: '请写明课由谁代。' },
        { person: head, step: 0, stepName: '发起人', kind: TaskKind.again, stt: TaskState.waiting, hour: 12, why: '退回修改' },
      ],
    },
    {
      ...leave,
      starter: teacher,
      vals: off(teacher, -12, 4, '外出旅行。'),
      stt: ProcessState.refused,
      stepAt: null,
      ago: 15,
      deeds: [{ ...decided, stt: TaskState.refused, word: '期中考试周，请改到假期。' }],
    },
    {
      ...leave,
      starter: another,
      vals: off(another, -9, 1, '私事。'),
      stt: ProcessState.withdrawn,
      stepAt: null,
      ago: 10,
      deeds: [],
    },
  ]
  for (const plan of plans) makeProcess(maker, { entNo, rows }, plan, now)
  return { head, director }
}
