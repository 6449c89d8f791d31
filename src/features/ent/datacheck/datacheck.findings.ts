import { sql } from 'kysely'
import { oddIdNo } from '#contract/values/idNumber.ts'
import { withDashes } from '#contract/values/day.ts'
import { maskPhone } from '#contract/values/masking.ts'
import type { Context } from '#server/call/context.ts'
import { pageOf } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { guardiansOfStudent } from '#domain/students/studentGuardians.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { checkUnits } from './datacheck.check.ts'
import type { datacheck } from './datacheck.contract.ts'
import { studentRules, unitRules } from '#domain/students/datacheck.rules.contract.ts'
import { isFoundBy } from '#domain/students/checkRules.ts'
import { renewResults } from '#domain/students/checkResults.ts'
import { requireUnit } from '#domain/units/units.ts'
import { classMaxOf } from '#domain/students/checkUnits.ts'

type Asked = Input<typeof datacheck.getfound>

/** Lists what one rule found, with a remark on each. */
export async function listFindings(input: Asked, context: Context) {
  const { rule } = input
  await requireUnit(context.db, input)
  const isOfUnits = (one: string): one is (typeof unitRules)[number] => unitRules.some((code) => code === one)
  return isOfUnits(rule) ? foundUnits({ ...input, rule }, context) : foundStudents({ ...input, rule }, context)
}

async function foundUnits({ entNo, rule, unitNo, pageIndex, pageSize }: Asked, context: Context) {
  const { units } = await checkUnits(context, entNo)
  const classMax = await classMaxOf(context.db, entNo)
  const found = units.filter((unit) => unit.counts[rule] && (!unitNo || unit.unitNo === unitNo))
  const datas = found.slice((pageIndex - 1) * pageSize, pageIndex * pageSize).map((unit) => ({
    stuNo: null,
    stuName: null,
    unitNo: unit.unitNo,
    unitName: unit.unitName,
    note: rule === 'largeClass' ? `${unit.stuCnt} 人，上限 ${classMax} 人` : `${unit.stuCnt} 名学生`,
  }))
  return { datas, recordCount: found.length, pageCount: Math.ceil(found.length / pageSize), pageIndex, pageSize }
}

type StudentRule = (typeof studentRules)[number]

async function foundStudents({ entNo, rule, unitNo, pageIndex, pageSize }: Asked & { rule: StudentRule }, context: Context) {
  // Works out what is kept beside the students themselves.
  await renewResults(context.services, { kind: 'units', entNos: [entNo] })
  const isFound = await isFoundBy(context.db, entNo, rule)
  const list = context.db
    .selectFrom('stu as s')
    .where('s.entNo', '=', entNo)
    .leftJoin('edcunit as c', (on) => on.onRef('c.entNo', '=', 's.entNo').onRef('c.unitNo', '=', 's.unitNo'))
    .leftJoin('edcunit as g', (on) => on.onRef('g.entNo', '=', 'c.entNo').onRef('g.unitNo', '=', 'c.prtNo'))
    .where(isFound)
    .$if(!!unitNo, (only) => only.where('s.unitNo', '=', unitNo as string))
    .select(['s.stuNo', 's.stuName', 's.unitNo', 's.idNo', 's.brth', unitNameOf.as('unitName')])
    .select(guardiansOfStudent(sql`jsonb_build_object('name', p.ptr_name)`).as('ptrs'))
    .select(sharedPhone.as('phone'))
  const shown = await pageOf(list, ['s.unitNo', 's.stuNo'], { pageIndex, pageSize })
  const datas = shown.datas.map(({ idNo, brth, ptrs, phone, ...row }) => {
    const notes: Partial<Record<StudentRule, string | null | undefined>> = {
      badIdNo: idNo && oddIdNo(context.services.secret.open(idNo)),
      oddAge: `${withDashes(brth)} 出生`,
      noPhone: `家长：${ptrs.map(({ name }) => name).join('、')}`,
      sharedPhone: phone && `${maskPhone(phone.tel)} 登记给 ${phone.cnt} 名学生`,
    }
    return { ...row, note: notes[rule] ?? null }
  })
  return { ...shown, datas }
}

const sharedPhone = sql<{
  tel: string
  cnt: number
} | null>`(select jsonb_build_object('tel', t.tel, 'cnt', t.cnt) from chkphone t
  where t.ent_no = s.ent_no and t.stu_no = s.stu_no)`
