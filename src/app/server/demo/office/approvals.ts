import type { Column } from '#contract/form/column.ts'
import { initialColumns, newColumn } from '#contract/form/initial.ts'
import { aboutProcess, FlowState, newStep, ProcessState, TaskKind, TaskState } from '#domain/approvals/approvals.contract.ts'
import { MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Json } from '#server/database/schema.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker, Rows } from '../enterprise.ts'

/** Lists the fields of a repair; whoever sees to it says what was done. */
export const repairColumns: Column[] = [
  ...initialColumns('05'),
  newColumn('c4', '处理结果', { ctrlNo: 'textarea', len: 200, wdt: 2, mustFlag: '1' }),
]

const [leaveForm, repairForm] = ['400000', '500000']
export type Person = Rows['emp'][number]
type Deed = {
  person: Person
  step: number
  stepName: string
  stt: string
  word?: string
  kind?: string
  hour: number
  why?: string
}
type Plan = {
  flowNo: string
  flowName: string
  tmplNo: string
  starter: Person
  vals: Record<string, unknown>
  stt: string
  stepAt: number | null
  /** Sets how many days ago it was handed in. */
  ago: number
  deeds: Deed[]
}

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
    rows.flow.push({ entNo, ...one, steps: steps as Json, verNo: 1, stt: FlowState.published, ...stamps })
    rows.flowver.push({ entNo, flowNo: one.flowNo, verNo: 1, steps: steps as Json, ...stamps })
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

export const dayOf = (from: number, now: number) =>
  iso(atHour(from, 12, now))
    .slice(0, 10)
    .replaceAll('-', '')

/** Makes something that was handed in, with what was done about it, and answers its number. */
export function makeProcess(
  { numbers }: Maker,
  { entNo, rows }: Pick<DemoEnterprise, 'entNo' | 'rows'>,
  plan: Plan,
  now: number,
) {
  const { flowNo, flowName, tmplNo, starter, vals, stt, stepAt, ago, deeds } = plan
  const at = Math.min(atHour(-ago, 8, now), now - 60_000)
  const prcNo = numbers.next('PRC_NO')
  const title = `${starter.empName}的${flowName}`
  const waiting = deeds.find((deed) => deed.stt === TaskState.waiting)
  const msgNo = waiting ? numbers.next('MSG_NO') : null
  const stamps = { crtTm: iso(at), updTm: iso(at) }
  if (waiting && msgNo) {
    const came = iso(Math.min(atHour(-ago, waiting.hour, now), now - 30_000))
    const verb = waiting.kind === TaskKind.again ? '请修改后重新提交' : '请审批'
    rows.msg.push({
      entNo,
      msgNo,
      msgCls: MessageClass.action,
      title: `${verb}：${title}`,
      body: `步骤：${waiting.stepName}`,
      need: waiting.kind === TaskKind.again ? MessageNeed.act : MessageNeed.decide,
      choices: [],
      scope: [],
      empNo: starter.empNo,
      dueTm: null,
      sentTm: came,
      sendTm: null,
      abtType: aboutProcess,
      abtNo: prcNo,
      stt: MessageState.sent,
      ...stamps,
    })
    const told = { why: '审批', cameTm: came, readTm: null, doneTm: null, sign: null, rcpt: null }
    rows.msgto.push({ entNo, msgNo, empNo: waiting.person.empNo, stuNo: null, ptrNo: null, ...told })
  }
  const isOver = stt !== ProcessState.open && stt !== ProcessState.returned
  rows.prc.push({
    entNo,
    prcNo,
    flowNo,
    verNo: 1,
    tmplNo,
    tmplVer: 1,
    title,
    empNo: starter.empNo,
    vals: vals as Json,
    stepAt,
    msgNo,
    sentTm: iso(at),
    doneTm: isOver ? iso(Math.min(atHour(-ago, 12, now), now - 20_000)) : null,
    stt,
    ...stamps,
  })
  for (const { person, step, stepName, kind = TaskKind.decide, word = null, hour, why = '流程指定', stt: done } of deeds) {
    const isWaiting = done === TaskState.waiting
    rows.tsk.push({
      entNo,
      // Numbers them below those that the database gives.
      tskNo: rows.tsk.length + 1,
      prcNo,
      kind,
      step,
      stepName,
      empNo: person.empNo,
      why,
      word,
      cameTm: isWaiting ? iso(Math.min(atHour(-ago, hour, now), now - 30_000)) : iso(at),
      doneTm: isWaiting ? null : iso(Math.min(atHour(-ago, hour, now), now - 40_000)),
      stt: done,
      ...stamps,
    })
  }
  return prcNo
}
