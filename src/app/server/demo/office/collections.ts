import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { scoreOf } from '#contract/form/scores.ts'
import {
  aboutCollection,
  Anonymity,
  AskedState,
  CollectionState,
  type WriteBack,
} from '#domain/collections/collections.contract.ts'
import { MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import type { Json } from '#server/database/schema.ts'
import { requireRow } from '#server/database/rows.ts'
import { atHour, iso } from '../days.ts'
import type { DemoEnterprise, Maker, Rows } from '../enterprise.ts'
import { studentStates } from '../students.ts'
import { answerOfSurvey, surveyQuestions } from './surveys.ts'

const named = (names: string[]) => names.map((name, i) => ({ val: String(i + 1), name }))

/** Lists the questions to families, and to teachers. */
export const familyQuestions: Column[] = [
  newColumn('c1', '到校方式', { ctrlNo: 'radio', wdt: 2, mustFlag: '1', opts: named(['步行', '家长接送', '公交', '校车']) }),
  newColumn('c2', '在校午餐', { ctrlNo: 'switch', dftlVal: '1' }),
  newColumn('c3', '紧急联系电话', { ctrlNo: 'tel', mustFlag: '1' }),
  newColumn('c4', '身高（厘米）', { ctrlNo: 'number', acc: 0, minVal: 50, maxVal: 250 }),
  newColumn('c5', '想参加的社团', { ctrlNo: 'checkbox', wdt: 2, opts: named(['足球', '合唱', '书法', '编程', '舞蹈']) }),
  newColumn('c6', '过敏或需要老师留意的事', { ctrlNo: 'textarea', wdt: 2, len: 300 }),
]
export const teacherQuestions: Column[] = [
  newColumn('c1', '本学期想参加的培训', {
    ctrlNo: 'checkbox',
    wdt: 2,
    mustFlag: '1',
    opts: named(['课堂教学', '心理健康', '信息技术', '班级管理']),
  }),
  newColumn('c2', '方便的时间', { ctrlNo: 'radio', wdt: 2, mustFlag: '1', opts: named(['周三下午', '周五下午', '周六上午']) }),
  newColumn('c3', '建议', { ctrlNo: 'textarea', wdt: 2, len: 300 }),
]

type Asked = { empNo?: string; stuNo?: string; ptrNos: string[] }
export type Plan = {
  title: string
  des: string
  tmplNo: string
  empNo: string
  scope: { kind: string; no: string }
  asked: Asked[]
  answer: (i: number) => Record<string, unknown>
  /** Lists the questions of a form with points. */
  columns?: Column[]
  /** Lists the questions that are written back into archives. */
  backs?: WriteBack[]
  /** Gives the share of those asked who have answered. */
  done: number
  /** Sets in how many days from today it is due. */
  due: number
}

const remarks = ['', '', '对花生过敏。', '', '近视，请坐前排。', '', '', '换牙期，午餐吃得慢。', '', '']

const answerOfFamily = (i: number) => ({
  c1: ['2', '1', '2', '4', '3', '2', '1'][i % 7],
  c2: i % 9 === 4 ? '0' : '1',
  c3: `1390000${String(1000 + i * 7)}`,
  c4: 132 + ((i * 5) % 19),
  c5: [String((i % 5) + 1), ...(i % 3 === 0 ? [String(((i + 2) % 5) + 1)] : [])].toSorted(),
  ...(remarks[i % 10] && { c6: remarks[i % 10] }),
})
const answerOfTeacher = (i: number) => ({
  c1: [String((i % 4) + 1), ...(i % 2 === 0 ? [String(((i + 1) % 4) + 1)] : [])].toSorted(),
  c2: ['1', '2', '1', '3', '1'][i % 5],
})

/** Returns the head teacher, the class, and its pupils with the guardians who are told of it. */
export function askedClass(rows: Rows) {
  const head = requireRow(rows.empdatapwr[0])
  const pupils = rows.stu.filter(({ unitNo, stt }) => unitNo === head.dataVal && stt === studentStates.learning)
  const guardians = Map.groupBy(
    rows.stuptr.filter(({ msgFlag }) => msgFlag !== '0'),
    ({ stuNo }) => stuNo,
  )
  const asked = pupils.map(({ stuNo }) => ({ stuNo, ptrNos: (guardians.get(stuNo) ?? []).map(({ ptrNo }) => ptrNo) }))
  return { empNo: head.empNo, scope: { kind: 'unit', no: String(head.dataVal) }, asked }
}

function plansOf(rows: Rows, entNo: string): Plan[] {
  const head = askedClass(rows)
  // Leaves out the two who are hired only later (liveYear.ts).
  const staff = rows.emp.slice(0, -2).filter(({ stt }) => stt === '1')
  const last = staff.toSorted((one, other) => Number(one.empNo === head.empNo) - Number(other.empNo === head.empNo))
  return [
    {
      title: '秋季学期家庭情况登记',
      des: '用于安排午餐、接送和社团，只给班主任和学校办公室看。',
      tmplNo: '600001',
      ...head,
      answer: answerOfFamily,
      done: 0.6,
      due: 3,
    },
    {
      title: '教师培训意向',
      des: '请各位老师选出想参加的培训，教务处按人数安排。',
      tmplNo: '600002',
      empNo: requireRow(rows.emp[4]).empNo,
      scope: { kind: 'all', no: entNo },
      asked: last.map(({ empNo }) => ({ empNo, ptrNos: [] })),
      answer: answerOfTeacher,
      done: 0.75,
      due: 5,
    },
    {
      title: '家校满意度调查',
      des: '请如实填写，帮助学校改进。',
      tmplNo: '600004',
      ...head,
      answer: answerOfSurvey,
      columns: surveyQuestions,
      done: 0.5,
      due: 7,
    },
  ]
}

/** Makes the collections of a school that are half answered: a class's families are asked twice, and all staff once. */
export function makeCollections(maker: Maker, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  for (const plan of plansOf(rows, entNo)) makeCollection(maker, { entNo, rows }, plan, now)
}

/** Returns what the message says in which a collection is handed out. */
export const messageAbout = ({ title, des, hndNo }: { title: string; des: string; hndNo: string }) => ({
  title: `请填写：${title}`,
  body: des,
  msgCls: MessageClass.action,
  need: MessageNeed.form,
  choices: [],
  abtType: aboutCollection,
  abtNo: hndNo,
  sendTm: null,
  stt: MessageState.sent,
})

/** Makes one collection that is half answered. */
export function makeCollection(
  { numbers }: Maker,
  { entNo, rows }: Pick<DemoEnterprise, 'entNo' | 'rows'>,
  plan: Plan,
  now: number,
) {
  const { title, des, tmplNo, empNo, scope, asked, answer, columns = [], backs = [], done, due } = plan
  const at = atHour(-2, 16, now)
  const stamps = { crtTm: iso(at), updTm: iso(at) }
  const [hndNo, msgNo] = [numbers.next('HND_NO'), numbers.next('MSG_NO')]
  const sent = { empNo, scope: [{ ...scope, outFlag: '0' }], dueTm: iso(atHour(due, 18, now)), sentTm: iso(at), ...stamps }
  rows.msg.push({ entNo, msgNo, ...sent, ...messageAbout({ title, des, hndNo }) })
  const ways = { anon: Anonymity.none, opnFlag: '0', editFlag: '1', mostCnt: null, aprFlag: '0', flowNo: null, flowVer: null }
  rows.hnd.push({ entNo, hndNo, ...sent, ...ways, title, des, tmplNo, verNo: 1, backs, msgNo, stt: CollectionState.open })
  for (const [i, { ptrNos, ...given }] of asked.entries()) {
    const isDone = i < asked.length * done
    const seen = Math.min(at + (15 + ((i * 53) % 1500)) * 60_000, now - 60_000)
    const who = { empNo: given.empNo ?? null, stuNo: given.stuNo ?? null }
    // Numbers them below those that the database gives.
    const toNo = rows.hndto.length + 1
    rows.hndto.push({
      entNo,
      toNo,
      hndNo,
      ...who,
      keyHash: null,
      seqNo: null,
      stt: isDone ? AskedState.done : AskedState.todo,
      aprStt: null,
      backWhy: null,
    })
    const byPtrNo = ptrNos[0] ?? null
    const by = { byPtrNo, byEmpNo: byPtrNo ? null : (who.empNo ?? empNo), prxFlag: byPtrNo || who.empNo ? '0' : '1' }
    const vals = answer(i)
    const answered = { vals: vals as Json, score: scoreOf(columns, vals), sentTm: iso(seen), crtTm: iso(seen), updTm: iso(seen) }
    if (isDone) rows.ans.push({ entNo, toNo, hndNo, ...who, ...by, ...answered })
    const told = who.empNo ? [{ ...who, ptrNo: null }] : ptrNos.map((ptrNo) => ({ ...who, ptrNo }))
    const read = { cameTm: iso(at), readTm: isDone ? iso(seen) : null, doneTm: isDone ? iso(seen) : null }
    const why = who.empNo ? '全体员工' : '本班的家长'
    for (const one of told) rows.msgto.push({ entNo, msgNo, ...one, why, ...read, sign: null, rcpt: null })
  }
}
