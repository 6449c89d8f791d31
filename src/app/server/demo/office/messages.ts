import { Status } from '#contract/fields.ts'
import { MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker, Rows } from '../enterprise.ts'
import { studentStates } from '../students.ts'

type Plan = {
  /** Sets how many days from today, and the hour, it was sent. */
  day: number
  hours: number
  from: 'principal' | 'office' | 'teacher'
  to: 'staff' | 'heads' | 'families'
  title: string
  body: string
  msgCls?: string
  need?: string
  choices?: string[]
  /** Sets in how many days from today an answer is due. */
  due?: number
  /** Gives the share of its receivers who have read it; of those who have to answer nine in ten have. */
  read: number
}

const { info, urgent } = MessageClass
const { none, confirm, choice, sign } = MessageNeed

// Lists three weeks, of which the last days are still unread by some.
const plans: Plan[] = [
  {
    day: -19,
    hours: 9,
    from: 'principal',
    to: 'staff',
    title: '期中教学检查安排',
    body: '各位老师：\n\n期中教学检查从下周一开始，为期一周。\n\n- 周一、周二：检查备课与作业批改\n- 周三、周四：推门听课\n- 周五：教研组小结\n\n请各教研组长**周五 17:00 前**把小结交到教务处。',
    need: confirm,
    read: 1,
  },
  {
    day: -15,
    hours: 16,
    from: 'teacher',
    to: 'families',
    title: '家长会回执',
    body: '各位家长：\n\n本学期家长会定在周五 15:30，地点在本班教室，请安排一位家长到校。\n\n停车位有限，建议公共交通出行。',
    need: choice,
    choices: ['准时参加', '晚到', '不能参加'],
    due: -12,
    read: 0.95,
  },
  {
    day: -11,
    hours: 10,
    from: 'office',
    to: 'heads',
    title: '核对本班学生学籍信息',
    body: '教育局下周导出学籍数据。请打开“数据体检”，把本班缺全国学籍号的学生补齐。',
    read: 1,
  },
  {
    day: -6,
    hours: 15,
    from: 'office',
    to: 'staff',
    title: '周三下午消防演练',
    body: '周三 14:30 全校消防演练，听到警铃后按疏散图有序离开教学楼。\n\n- 班主任清点人数并向年级组长报告\n- 行政人员在各楼梯口值守',
    need: confirm,
    due: 1,
    read: 0.97,
  },
  {
    day: -3,
    hours: 17,
    from: 'teacher',
    to: 'families',
    title: '秋冬季校服统一换装',
    body: '天气转凉，从下周一起统一穿秋冬季校服。校服上请写好孩子的姓名。',
    read: 0.8,
  },
  {
    day: -1,
    hours: 8,
    from: 'principal',
    to: 'staff',
    title: '寒潮预警：今明两天取消晨操',
    body: '气象台发布寒潮蓝色预警，今明两天取消晨操，请班主任提醒学生添衣保暖。',
    msgCls: urgent,
    read: 0.9,
  },
  {
    day: -1,
    hours: 14,
    from: 'office',
    to: 'staff',
    title: '元旦文艺汇演节目报名',
    body: '请各年级组商量后回复，每个年级组至少报一个节目。',
    need: choice,
    choices: ['已报节目', '还在商量', '不参加'],
    due: 5,
    read: 0.6,
  },
  {
    day: -1,
    hours: 16,
    from: 'teacher',
    to: 'families',
    title: '社会实践活动告知书',
    body: '本周五年级组织到市科技馆社会实践，早上 8:00 集合，16:00 返校。\n\n请为孩子准备水和午餐，穿运动鞋。知道后请签名。',
    need: sign,
    due: 2,
    read: 0.5,
  },
  {
    day: -2,
    hours: 10,
    from: 'office',
    to: 'staff',
    title: '校园安全责任书',
    body: '请各位老师阅读本学期校园安全责任书，知道自己的岗位和值班要求后签名。\n\n- 当班教师候课、护送放学\n- 发现隐患当天报告后勤处',
    need: sign,
    due: 4,
    read: 0.7,
  },
]

type Receiver = { empNo?: string; ptrNo?: string; stuNo?: string; why: string }

/** Tells who writes, and whom they write to. */
function circlesOf(rows: Rows, entNo: string) {
  const head = requireRow(rows.empdatapwr[0])
  // Leaves out the two who are hired only later (liveYear.ts).
  const inOffice = rows.emp.slice(0, -2).filter(({ stt }) => stt === Status.enabled)
  const senders = { principal: inOffice[0]?.empNo, office: rows.emp[4]?.empNo, teacher: head.empNo }
  const classOf = requireRow(rows.edcunit.find(({ unitNo }) => unitNo === head.dataVal))
  const pupils = new Set(
    rows.stu.filter(({ unitNo, stt }) => unitNo === head.dataVal && stt === studentStates.learning).map(({ stuNo }) => stuNo),
  )
  const heads = new Set(rows.empdatapwr.map(({ empNo }) => empNo))
  const staff = inOffice.map(({ empNo }): Receiver => ({ empNo, why: '全体员工' }))
  const receivers: Record<Plan['to'], Receiver[]> = {
    staff,
    heads: staff.filter(({ empNo }) => heads.has(String(empNo))).map((one) => ({ ...one, why: '班主任' })),
    families: rows.stuptr
      .filter(({ stuNo, msgFlag }) => pupils.has(stuNo) && msgFlag !== '0')
      .map(({ ptrNo, stuNo }) => ({ ptrNo, stuNo, why: `${classOf.unitName}的家长` })),
  }
  const scopes: Record<Plan['to'], Record<string, string>> = {
    staff: { kind: 'all', no: entNo },
    heads: { kind: 'role', no: head.roleNo },
    families: { kind: 'unit', no: head.dataVal },
  }
  return { head, senders, receivers, scopes }
}

/** Makes the messages of a school of the last three weeks: to its staff, its head teachers, and the families of one class. */
export function makeMessages({ numbers }: Maker, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  const { head, senders, receivers, scopes } = circlesOf(rows, entNo)
  for (const plan of plans) {
    const { day, hours, from, to, title, body, msgCls = info, need = none, choices = [], due, read } = plan
    const at = Math.min(atHour(day, hours, now), now - 600_000)
    const msgNo = numbers.next('MSG_NO')
    const empNo = requireRow(senders[from])
    rows.msg.push({
      entNo,
      msgNo,
      msgCls,
      title,
      body,
      need,
      choices,
      scope: [{ ...scopes[to], outFlag: '0' }],
      empNo,
      dueTm: due === undefined ? null : iso(atHour(due, 18, now)),
      sendTm: null,
      abtType: null,
      abtNo: null,
      sentTm: iso(at),
      stt: MessageState.sent,
      crtTm: iso(at),
      updTm: iso(at),
    })
    const others = receivers[to].filter((one) => one.empNo !== empNo)
    // Leaves the last ones unread, the head teacher of the demo among them where somebody is.
    const inOrder = others.toSorted((one, other) => Number(one.empNo === head.empNo) - Number(other.empNo === head.empNo))
    for (const [i, one] of inOrder.entries()) {
      const isRead = i < inOrder.length * read
      const seen = Math.min(at + (5 + ((i * 37) % 600)) * 60_000, now - 60_000)
      const isDone = isRead && need !== none && i % 10 !== 9
      rows.msgto.push({
        entNo,
        msgNo,
        empNo: one.empNo ?? null,
        ptrNo: one.ptrNo ?? null,
        stuNo: one.stuNo ?? null,
        why: one.why,
        cameTm: iso(at),
        readTm: isRead ? iso(seen) : null,
        doneTm: isDone ? iso(seen + 60_000) : null,
        ...answerOf(rows, plan, one, isDone ? i : undefined),
      })
    }
  }
}

// Returns what somebody answered: their name as a signature, or mostly the first choice.
function answerOf(rows: Rows, { need, choices = [] }: Plan, one: Receiver, i: number | undefined) {
  if (i === undefined) return { sign: null, rcpt: null }
  const rcpt = choices.length > 0 ? (choices[i % 7 < 5 ? 0 : i % choices.length] ?? null) : null
  return { sign: need === sign ? nameOf(rows, one) : null, rcpt }
}

const nameOf = (rows: Rows, { empNo, ptrNo }: Receiver) =>
  rows.emp.find((one) => one.empNo === empNo)?.empName ?? rows.ptr.find((one) => one.ptrNo === ptrNo)?.ptrName ?? null
