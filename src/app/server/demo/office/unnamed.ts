import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { Anonymity, AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Json } from '#server/database/schema.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker } from '../enterprise.ts'
import { messageAbout } from './collections.ts'

const named = (names: string[]) => names.map((name, i) => ({ val: String(i + 1), name }))

/** Names the forms of these two. */
export const openDayForm = '开放日报名'
export const canteenForm = '食堂意见'

/** Lists the questions to whoever comes to the open day, and to staff about the canteen. */
export const openDayQuestions: Column[] = [
  newColumn('c1', '家长姓名', { ctrlNo: 'text', mustFlag: '1', len: 30 }),
  newColumn('c2', '手机', { ctrlNo: 'tel', mustFlag: '1' }),
  newColumn('c3', '孩子今年几岁', { ctrlNo: 'number', acc: 0, minVal: 3, maxVal: 16 }),
  newColumn('c4', '来几个人', { ctrlNo: 'radio', mustFlag: '1', opts: named(['1 人', '2 人', '3 人']) }),
]
export const canteenQuestions: Column[] = [
  newColumn('c1', '总的来说', { ctrlNo: 'radio', wdt: 2, mustFlag: '1', opts: named(['满意', '一般', '不满意']) }),
  newColumn('c2', '最想改进的', { ctrlNo: 'checkbox', wdt: 2, opts: named(['口味', '菜的种类', '排队时间', '价格']) }),
  newColumn('c3', '建议', { ctrlNo: 'textarea', wdt: 2, len: 300 }),
]

const visitors = ['高女士', '马先生', '唐女士', '冯先生', '许女士', '董先生']
const wishes = ['', '多些蔬菜。', '', '', '十二点排队太久，可以分批。', '', '', '汤太咸。', '', '']

/** Makes a collection that anybody fills in by its link, and one that staff answer without their names. */
export function makeUnnamed({ numbers }: Maker, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  const { empNo } = requireRow(rows.emp[4])
  const at = atHour(-3, 9, now)
  const formOf = (name: string) => requireRow(rows.tmpl.find(({ tmplName }) => tmplName === name)).tmplNo
  const plain = { verNo: 1, backs: [], aprFlag: '0', flowNo: null, flowVer: null, stt: CollectionState.open }
  const open = { entNo, empNo, ...plain, sentTm: iso(at), crtTm: iso(at), updTm: iso(at) }
  const openDay = { title: '校园开放日报名', des: '欢迎带孩子来看一看。报名后凭手机号入校。', tmplNo: formOf(openDayForm) }
  const dayNo = numbers.next('HND_NO')
  rows.hnd.push({
    ...open,
    ...openDay,
    hndNo: dayNo,
    scope: [],
    anon: Anonymity.none,
    opnFlag: '1',
    editFlag: '1',
    mostCnt: 200,
    dueTm: iso(atHour(9, 18, now)),
    msgNo: null,
  })
  for (const [i, name] of visitors.entries()) {
    const toNo = rows.hndto.length + 1
    const sentTm = iso(at + (40 + i * 173) * 60_000)
    const vals: Json = { c1: name, c2: `1390001${String(2000 + i * 13)}`, c3: 6 + (i % 3), c4: String((i % 3) + 1) }
    rows.hndto.push({ entNo, toNo, hndNo: dayNo, keyHash: `demo ${i}`, seqNo: i + 1, stt: AskedState.done })
    rows.ans.push({ entNo, toNo, hndNo: dayNo, vals, prxFlag: '0', sentTm, crtTm: sentTm, updTm: sentTm })
  }
  const canteen = {
    title: '食堂意见',
    des: '请放心写，系统不记录是谁写的。',
    tmplNo: formOf(canteenForm),
    scope: [{ kind: 'all', no: entNo, outFlag: '0' }],
  }
  const [hndNo, msgNo] = [numbers.next('HND_NO'), numbers.next('MSG_NO')]
  const dueTm = iso(atHour(4, 18, now))
  const sent = { empNo, scope: canteen.scope, dueTm, sentTm: iso(at), crtTm: iso(at), updTm: iso(at) }
  rows.msg.push({ entNo, msgNo, ...sent, ...messageAbout({ ...canteen, hndNo }) })
  rows.hnd.push({
    ...open,
    ...canteen,
    hndNo,
    msgNo,
    anon: Anonymity.full,
    opnFlag: '0',
    editFlag: '0',
    mostCnt: null,
    dueTm,
  })
  // Leaves out the two who are hired only later (liveYear.ts).
  const hired = rows.emp.slice(0, -2).filter(({ stt }) => stt === '1')
  const head = requireRow(rows.empdatapwr[0]).empNo
  const staff = hired.toSorted((one, other) => Number(other.empNo === head) - Number(one.empNo === head))
  for (const [i, one] of staff.entries()) {
    const isDone = i < wishes.length
    const stt = isDone ? AskedState.done : AskedState.todo
    rows.hndto.push({ entNo, toNo: rows.hndto.length + 1, hndNo, empNo: one.empNo, stt })
    const vals: Json = { c1: ['1', '2', '1', '3'][i % 4] ?? '1', c2: [String((i % 4) + 1)], ...(wishes[i] && { c3: wishes[i] }) }
    // Knows the day alone on which somebody has answered.
    const doneTm = isDone ? iso(atHour(-1, 0, now)) : null
    const told = { cameTm: iso(at), readTm: doneTm, doneTm, why: '全体员工', sign: null, rcpt: null }
    rows.msgto.push({ entNo, msgNo, empNo: one.empNo, stuNo: null, ptrNo: null, ...told })
    if (isDone) rows.ansanon.push({ entNo, hndNo, vals })
  }
}
