import { MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker } from '../enterprise.ts'

const { info, urgent } = MessageClass
const { none, confirm, choice } = MessageNeed

/** Lists the texts that are kept, of the office for all. */
const texts = [
  {
    tmplName: '放学提前',
    title: '今天提前放学',
    body: '因天气原因，今天提前到 **15:00** 放学，请按时来接。',
    msgCls: urgent,
    need: confirm,
    choices: [],
  },
  {
    tmplName: '家长会回执',
    title: '家长会回执',
    body: '本学期家长会定在周五 15:30，请安排一位家长到校。',
    msgCls: info,
    need: choice,
    choices: ['准时参加', '晚到', '不能参加'],
  },
]

/** Makes of a school's office a message that leaves in two days, and texts to use again. */
export function makeLaterMessages({ numbers }: Maker, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  rows.msg.push({
    entNo,
    msgNo: numbers.next('MSG_NO'),
    msgCls: info,
    title: '下周一升旗仪式着装',
    body: '下周一升旗仪式请全体教师穿正装，7:40 在操场集合。',
    need: none,
    choices: [],
    scope: [{ kind: 'all', no: entNo, outFlag: '0' }],
    empNo: requireRow(rows.emp[4]).empNo,
    sendTm: iso(atHour(2, 18, now)),
    stt: MessageState.waiting,
    crtTm: iso(now - 3600_000),
    updTm: iso(now - 3600_000),
  })
  for (const text of texts) rows.msgtmpl.push({ entNo, tmplNo: numbers.next('MSG_TMPL_NO'), ...text })
}
