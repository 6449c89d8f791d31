import { aboutProcess, ProcessState, TaskKind, TaskState } from '#domain/approvals/approvals.contract.ts'
import { MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import type { Json } from '#server/database/schema.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker, Rows } from '../enterprise.ts'

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
type DemoGuardian = { ptrNo: string; stuNo: string; stuName: string }
export type Plan = {
  flowNo: string
  flowName: string
  tmplNo: string
  /** Names who handed it in: a member of staff, or a guardian for a child. */
  starter: Person | DemoGuardian
  /** Names the answer of a collection that it is about. */
  toNo?: number
  vals: Record<string, unknown>
  stt: string
  stepAt: number | null
  /** Sets how many days ago it was handed in. */
  ago: number
  deeds: Deed[]
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
  const { flowNo, flowName, tmplNo, starter, toNo = null, vals, stt, stepAt, ago, deeds } = plan
  const at = Math.min(atHour(-ago, 8, now), now - 60_000)
  const prcNo = numbers.next('PRC_NO')
  const isStaff = 'empNo' in starter
  const title = `${isStaff ? starter.empName : starter.stuName}的${flowName}`
  const empNo = isStaff ? starter.empNo : null
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
      empNo,
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
    empNo,
    ptrNo: isStaff ? null : starter.ptrNo,
    stuNo: isStaff ? null : starter.stuNo,
    toNo,
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
