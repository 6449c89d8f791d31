import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { FlowState, newStep, ProcessState, TaskState } from '#domain/approvals/approvals.contract.ts'
import { Anonymity, ApprovalState, AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Json } from '#server/database/schema.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker } from '../enterprise.ts'
import { messageAbout } from './collections.ts'
import { makeProcess, type Person } from './processes.ts'

/** Names the form by which teachers offer an open lesson. */
export const lessonForm = '公开课申报'

/** Lists its questions; the last one is answered by who decides. */
export const lessonQuestions: Column[] = [
  newColumn('c1', '课题', { ctrlNo: 'text', mustFlag: '1', len: 50 }),
  newColumn('c2', '希望哪一周上', {
    ctrlNo: 'radio',
    mustFlag: '1',
    opts: ['第 14 周', '第 15 周', '第 16 周'].map((name, i) => ({ val: String(i + 1), name })),
  }),
  newColumn('c3', '设计思路', { ctrlNo: 'textarea', wdt: 2, len: 500 }),
  newColumn('c4', '安排的时间和教室', { ctrlNo: 'text', wdt: 2, mustFlag: '1', len: 50 }),
]

type Offer = { title: string; stt: string; word?: string; place?: string }
const offers: Offer[] = [
  { title: '认识几分之一', stt: ProcessState.passed, word: '准备充分。', place: '第 14 周周三第 2 节，录播教室' },
  { title: '草船借箭', stt: ProcessState.passed, place: '第 15 周周二第 3 节，录播教室' },
  { title: 'My weekend', stt: ProcessState.open },
  { title: '水的三态变化', stt: ProcessState.open },
  { title: '篮球原地运球', stt: ProcessState.refused, word: '本学期体育已有两节，下学期优先安排。' },
  { title: '七律·长征', stt: ProcessState.returned, word: '请补写设计思路。' },
]

/** Makes a collection whose answers are approved: two passed, two wait, one is refused, one was returned, two have not answered. */
export function makeApproved(maker: Maker, { entNo, rows }: DemoEnterprise, director: Person, now = Date.now()) {
  const { numbers } = maker
  const { empNo } = director
  const { tmplNo } = requireRow(rows.tmpl.find(({ tmplName }) => tmplName === lessonForm))
  const groups = new Set(rows.org.filter(({ orgName }) => orgName.endsWith('教研组')).map(({ orgNo }) => orgNo))
  const grouped = new Set(
    rows.orgemp.filter(({ orgNo, mstFlag }) => mstFlag === '1' && groups.has(orgNo)).map((one) => one.empNo),
  )
  const teachers = rows.emp.filter((one) => one.stt === '1' && one.empNo !== empNo && grouped.has(one.empNo)).slice(2, 10)
  const at = atHour(-3, 9, now)
  const stamps = { crtTm: iso(at), updTm: iso(at) }
  const [flowNo, hndNo, msgNo] = [numbers.next('FLOW_NO'), numbers.next('HND_NO'), numbers.next('MSG_NO')]
  const steps = [newStep('s1', '教务主任', { who: 'named', empNos: [empNo], hrs: 72, fills: ['c4'] })] as Json
  const written = { flowNo, steps, lve: null, startBy: 'none', verNo: 1, ...stamps }
  const des = '教师申报的公开课由教务主任审批，并排定时间和教室。'
  rows.flow.push({ entNo, ...written, flowName: '公开课申报审核', tmplNo, des, stt: FlowState.published })
  rows.flowver.push({ entNo, ...written })
  const sent = { empNo, dueTm: iso(atHour(6, 18, now)), sentTm: iso(at), ...stamps }
  const scope = teachers.map((one) => ({ kind: 'emp', no: one.empNo, outFlag: '0' }))
  const told = { title: '本学期公开课申报', des: '每位老师可以报一节，教务处审批后排时间。', hndNo }
  rows.msg.push({ entNo, msgNo, scope, ...sent, ...messageAbout(told) })
  const ways = { anon: Anonymity.none, opnFlag: '0', editFlag: '1', mostCnt: null, backs: [], stt: CollectionState.open }
  rows.hnd.push({ entNo, ...told, ...sent, ...ways, scope, tmplNo, verNo: 1, msgNo, aprFlag: '1', flowNo, flowVer: 1 })
  for (const [i, person] of teachers.entries()) {
    // Numbers it below those that the database gives.
    const toNo = rows.hndto.length + 1
    const offer = offers[i]
    const isDone = offer !== undefined && offer.stt !== ProcessState.returned
    const backWhy = offer?.stt === ProcessState.returned ? (offer.word ?? null) : null
    const whose = { empNo: person.empNo, stuNo: null, keyHash: null, seqNo: null }
    const aprStt = isDone ? approvals[offer.stt] : null
    rows.hndto.push({ entNo, toNo, hndNo, ...whose, stt: isDone ? AskedState.done : AskedState.todo, aprStt, backWhy })
    const doneTm = isDone ? iso(at + (30 + i * 47) * 60_000) : null
    const receiver = { empNo: person.empNo, stuNo: null, ptrNo: null, why: '指定的人' }
    rows.msgto.push({ entNo, msgNo, ...receiver, cameTm: iso(at), readTm: doneTm, doneTm, sign: null, rcpt: null })
    if (!offer) continue
    const asked = { c1: offer.title, c2: String((i % 3) + 1), ...(i !== 5 && { c3: '从学生的生活引入，分组探究，当堂检测。' }) }
    const vals = { ...asked, ...(offer.place && { c4: offer.place }) }
    const by = { empNo: person.empNo, stuNo: null, byPtrNo: null, byEmpNo: person.empNo, prxFlag: '0' }
    const answered = { vals: vals as Json, score: null, sentTm: doneTm ?? iso(at), crtTm: iso(at), updTm: iso(at) }
    if (isDone) rows.ans.push({ entNo, toNo, hndNo, ...by, ...answered })
    const deed = { person: director, step: 1, stepName: '教务主任', hour: 15 }
    const stt = offer.stt === ProcessState.open ? TaskState.waiting : deedStates[offer.stt]
    makeProcess(
      maker,
      { entNo, rows },
      {
        flowNo,
        flowName: told.title,
        tmplNo,
        starter: person,
        toNo,
        vals,
        stt: offer.stt,
        stepAt: offer.stt === ProcessState.open ? 1 : null,
        ago: 2,
        deeds: [{ ...deed, stt: stt ?? TaskState.waiting, ...(offer.word && { word: offer.word }) }],
      },
      now,
    )
  }
}

const approvals: Record<string, string> = {
  [ProcessState.open]: ApprovalState.waiting,
  [ProcessState.passed]: ApprovalState.passed,
  [ProcessState.refused]: ApprovalState.refused,
}
const deedStates: Record<string, string> = {
  [ProcessState.passed]: TaskState.passed,
  [ProcessState.refused]: TaskState.refused,
  [ProcessState.returned]: TaskState.returned,
}
