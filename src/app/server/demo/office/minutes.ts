import { Status } from '#contract/fields.ts'
import { aboutDecision, DecisionState } from '#domain/decisions/decisions.contract.ts'
import { ManType, MeetingState } from '#domain/meetings/meetings.contract.ts'
import { MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { DemoEnterprise, Maker } from '../enterprise.ts'

const sections = [
  {
    title: '各年级质量分析',
    body: '各年级组长汇报了期中检测的情况。\n\n- 语文总体平稳，四年级阅读理解失分较多\n- 数学三年级口算偏弱，比上学期低 4.2 分\n- 英语听力有明显进步',
  },
  {
    title: '改进措施',
    body: '**每天课前 5 分钟口算**，从下周一开始，三年级先试。\n\n学习有困难的学生由任课老师逐一列出，和家长沟通后再安排辅导。',
  },
  { title: '其他', body: '期末检测的时间由教务处会后通知。' },
]

/** Lists what was decided: in how many days it is due, and with which word it was done. */
const decisions = [
  { what: '列出本班学习有困难的学生，和家长沟通', due: 2 },
  { what: '编好三年级口算练习，发到各班', due: -1, word: '三套练习已发到三年级各班' },
  { what: '排出期末检测的时间表', due: -1 },
]

const day = 24 * 3600_000
const iso = (at: number) => new Date(at).toISOString()

/** Writes the minutes of the demo's last meeting, which most have read, with a decision done, one to do and one late. */
export function makeMinutes({ numbers }: Maker, { entNo, rows }: Pick<DemoEnterprise, 'entNo' | 'rows'>, now = Date.now()) {
  const { mtgNo, mtgName, hostEmpNo } = requireRow(rows.mtg.find(({ stt }) => stt === MeetingState.ended))
  const staff = rows.mtgman.filter((man) => man.mtgNo === mtgNo && man.empNo && man.manType !== ManType.host)
  const inOffice = new Set(rows.emp.flatMap(({ empNo, stt }) => (stt === Status.enabled ? [empNo] : [])))
  const readers = staff.flatMap(({ empNo }) => (empNo && inOffice.has(empNo) ? [empNo] : []))
  const sentTm = iso(now - day)
  const stamps = { crtTm: sentTm, updTm: sentTm }
  const tell = (message: {
    title: string
    body: string
    msgCls: string
    need: string
    dueTm: string | null
    abtType: string
    abtNo: string
  }) => {
    const msgNo = numbers.next('MSG_NO')
    const sent = { empNo: hostEmpNo, choices: [], scope: [], sendTm: null, sentTm, stt: MessageState.sent, ...stamps }
    rows.msg.push({ entNo, msgNo, ...message, ...sent })
    return msgNo
  }
  const came = { stuNo: null, ptrNo: null, cameTm: sentTm, sign: null, rcpt: null }
  const msgNo = tell({
    title: `会议纪要：${mtgName}`,
    body: sections.map(({ title, body }) => `**${title}**\n\n${body}`).join('\n\n'),
    msgCls: MessageClass.info,
    need: MessageNeed.none,
    dueTm: null,
    abtType: 'mtg',
    abtNo: mtgNo,
  })
  for (const [at, empNo] of readers.entries())
    rows.msgto.push({
      entNo,
      msgNo,
      empNo,
      ...came,
      why: mtgName,
      readTm: at % 4 === 3 ? null : iso(now - day + at * 600_000),
      doneTm: null,
    })
  rows.mtgmin.push({ entNo, mtgNo, draft: null, sent: sections, sentTm, sentCnt: 1, msgNo, empNo: hostEmpNo, ...stamps })
  for (const [at, { what, due, word = null }] of decisions.entries()) {
    const dueDt = iso(now + 8 * 3600_000 + due * day).slice(0, 10)
    const empNo = requireRow(readers[at])
    // Numbers them below those that the database gives.
    const decNo = at + 1
    const doneTm = word ? iso(now - day / 2) : null
    const asked = tell({
      title: `会议决定：${what}`,
      body: `“${mtgName}”决定由你负责，请按时完成。\n\n${what}`,
      msgCls: MessageClass.action,
      need: MessageNeed.act,
      dueTm: `${dueDt}T23:59:59+08:00`,
      abtType: aboutDecision,
      abtNo: String(decNo),
    })
    rows.msgto.push({ entNo, msgNo: asked, empNo, ...came, why: '会议决定', readTm: doneTm, doneTm })
    const stt = word ? DecisionState.done : DecisionState.open
    rows.mtgdec.push({ entNo, decNo, mtgNo, what, empNo, dueDt, word, msgNo: asked, cameTm: sentTm, doneTm, stt, ...stamps })
  }
}
