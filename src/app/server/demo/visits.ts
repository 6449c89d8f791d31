import type { Column, FormValues } from '#contract/form/column.ts'
import { initialColumns } from '#contract/form/initial.ts'
import { VisitState } from '#domain/visits/visits.contract.ts'
import { sealValues } from '#domain/forms/formTemplates.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Json } from '#server/database/schema.ts'
import { searchText } from '#server/base/search.ts'
import type { Secret } from '#server/database/secret.ts'
import { newKey } from '#domain/visits/visitKeys.ts'
import type { DemoEnterprise, Maker } from './enterprise.ts'
import { makePeople, type DemoPerson } from './people.ts'
import { makeRandom } from './random.ts'

type Plan = {
  /** Sets the days from today, and the hours of that day; today's are counted from now. */
  day: number
  from: number
  to: number
  rsn: string
  stt: string
  workUnit?: string
  answer?: string
  /** Sends them to the head teacher of the demo; otherwise to one of the office. */
  isParent?: true
  mateCnt?: number
}

const { waiting, agreed, refused, inside, left, cancelled } = VisitState

// Lists a week around today, in every state; those that wait or are agreed and over have expired.
const plans: Plan[] = [
  { day: -3, from: 9, to: 11, rsn: '洽谈校服采购', stt: left, workUnit: '晨光服饰有限公司' },
  { day: -2, from: 14, to: 16, rsn: '打印机维修', stt: left, workUnit: '恒信办公设备' },
  { day: -2, from: 10, to: 11, rsn: '推销课外读物', stt: refused, workUnit: '文汇图书', answer: '学校不接受上门推销' },
  { day: -1, from: 15, to: 17, rsn: '到校听课', stt: left, workUnit: '晨光市第二中学', mateCnt: 4 },
  { day: -1, from: 9, to: 10, rsn: '送学生落下的衣物', stt: agreed, isParent: true },
  { day: -1, from: 16, to: 17, rsn: '咨询转学', stt: cancelled, isParent: true },
  { day: 0, from: -1, to: 3, rsn: '空调检修', stt: inside, workUnit: '格力售后服务', mateCnt: 2 },
  { day: 0, from: -1, to: 3, rsn: '和班主任面谈', stt: agreed, isParent: true },
  { day: 0, from: -1, to: 3, rsn: '送教材样书', stt: inside, workUnit: '人民教育出版社' },
  { day: 1, from: 9, to: 11, rsn: '了解孩子近期情况', stt: waiting, isParent: true },
  { day: 1, from: 14, to: 15, rsn: '给学生送药', stt: waiting, isParent: true },
  { day: 2, from: 9, to: 16, rsn: '教育集团交流', stt: waiting, workUnit: '江城教育集团', mateCnt: 6 },
]

const hour = 3600_000
const atHour = (day: number, of: number, now: number) =>
  day === 0
    ? Math.floor(now / hour) * hour + of * hour
    : Math.floor((now + 8 * hour) / (24 * hour)) * 24 * hour - 8 * hour + day * 24 * hour + of * hour
const textOf = (at: number) => new Date(at + 8 * hour).toISOString().replace(/\D/g, '').slice(0, 14)

/**
 * Makes the visitors of a school this week, and the code at its east gate; draws their people from random numbers of their own,
 * so that the rest stays.
 */
export function makeVisits({ numbers }: Maker, secret: Secret, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  const people = makePeople(makeRandom(20261122))
  const { tmplNo } = requireRow(rows.tmpl.find(({ typeNo }) => typeNo === '01'))
  const columns = initialColumns('01')
  const today = textOf(now).slice(0, 8)
  const teacher = requireRow(rows.emp.find(({ empNo }) => empNo === rows.empdatapwr[0]?.empNo))
  const guardians = guardiansOf(rows, requireRow(rows.empdatapwr[0]).dataVal)
  for (const [i, plan] of plans.entries()) {
    const vstNo = `V${today}${String(i + 1).padStart(6, '0')}`
    const stranger = people.adult('19700101', '19951231')
    const guardian = plan.isParent && guardians.shift()
    const visitor = guardian || stranger
    const mates = Array.from({ length: plan.mateCnt ?? 0 }, () => people.adult('19750101', '20001231'))
    const host = plan.isParent ? teacher : requireRow(rows.emp[i % 8])
    const [start, end] = [atHour(plan.day, plan.from, now), atHour(plan.day, plan.to, now)]
    const vals = filled(columns, { plan, visitor, mates, host, times: [textOf(start), textOf(end)] })
    const came = [inside, left].some((stt) => stt === plan.stt)
    rows.vst.push({
      entNo,
      vstNo,
      tmplNo,
      verNo: 1,
      vstName: visitor.name,
      vstTel: visitor.authTel,
      idNo: secret.seal(visitor.idNo),
      idNoHash: secret.hash(visitor.idNo),
      sex: visitor.sex,
      workUnit: plan.workUnit ?? null,
      rsn: plan.rsn,
      toEmpNo: host.empNo,
      stuNo: guardian ? guardian.stuNo : null,
      planSDt: new Date(start).toISOString(),
      planEDt: new Date(end).toISOString(),
      inDt: came ? new Date(start + 600_000).toISOString() : null,
      outDt: plan.stt === left ? new Date(end - 900_000).toISOString() : null,
      gate: came ? '东门' : null,
      outGate: plan.stt === left ? '东门' : null,
      passNo: came || plan.stt === agreed ? String(204_613 + i * 7919) : null,
      teamFlag: mates.length > 0 ? '1' : '0',
      vals: sealValues(secret, columns, vals) as Json,
      answer: plan.answer ?? null,
      searchText: searchText(visitor.name, [vstNo, plan.workUnit], visitor.authTel),
      stt: plan.stt,
    })
    rows.vstmate.push(...mates.map(({ name, authTel }, at) => ({ entNo, vstNo, rdx: at + 1, mateName: name, mateTel: authTel })))
  }
  numbers.startAfter('VST_NO', plans.length)
  const key = newKey(entNo)
  const codeNo = numbers.next('VST_CODE_NO')
  rows.vstcode.push({ entNo, codeNo, tmplNo, codeName: '东门', keyHash: secret.hash(key), sealedKey: secret.seal(key) })
}

type Visitor = Pick<DemoPerson, 'name' | 'sex' | 'idNo' | 'authTel'>

/** Lists the first guardian of each child of a class. */
function guardiansOf({ stu, stuptr, ptr }: DemoEnterprise['rows'], unitNo: string): (Visitor & { stuNo: string })[] {
  return stu
    .filter((child) => child.unitNo === unitNo)
    .flatMap(({ stuNo }) => {
      const link = stuptr.find((one) => one.stuNo === stuNo)
      const { ptrName, sex, idNo, authTel } = ptr.find(({ ptrNo }) => ptrNo === link?.ptrNo) ?? {}
      return ptrName && idNo && authTel ? [{ name: ptrName, sex: sex as DemoPerson['sex'], idNo, authTel, stuNo }] : []
    })
}

type Filled = {
  plan: Plan
  visitor: Visitor
  mates: DemoPerson[]
  host: { empNo: string; empName: string }
  times: [string, string]
}

function filled(columns: readonly Column[], { plan, visitor, mates, host, times: [planSDt, planEDt] }: Filled): FormValues {
  const held: FormValues = {
    vstName: visitor.name,
    vstTel: visitor.authTel,
    idNo: visitor.idNo,
    rsn: plan.rsn,
    toEmp: [{ no: host.empNo, name: host.empName }],
    planSDt,
    planEDt,
    mates: mates.map(({ name, authTel }) => ({ c1: name, c2: authTel })),
    workUnit: plan.workUnit,
  }
  const values = columns.map(({ clmnNo, fldCode }) => [clmnNo, held[fldCode ?? '']] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)))
}
