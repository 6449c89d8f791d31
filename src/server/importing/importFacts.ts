import { birthOf, sexOf } from '#contract/values/idNumber.ts'
import { idRepairs } from './idRepair.ts'
import { errorOf, type ReadRow } from './importTable.ts'
import { sexIn } from '#contract/values/sex.ts'

/** Returns the areas that several people of a list come from: most of one school come from a few, so that a wrong area shows. */
export function areasOf(rows: ReadRow[]) {
  const all = rows.flatMap(({ values, errs }) => (values.idNo && errs.length === 0 ? [String(values.idNo).slice(0, 6)] : []))
  const found = Map.groupBy(all, (area) => area)
  return new Set([...found].filter(([, { length }]) => length > 2).map(([area]) => area))
}

/** Refuses a sex and birth date that contradict the ID number; where the number is wrong they help to correct it. */
export function refuseContradictions({ values, texts, errs }: ReadRow, areas: Set<string>) {
  const { sex, brth, idNo } = values as Record<string, string | undefined>
  for (const error of errs)
    if (error.fld === 'idNo') error.sgst = idRepairs((texts.idNo ?? '').replace(/[\s-]/g, '').toUpperCase(), { brth, sex, areas })
  if (!idNo) return
  const [right, birth] = [sexOf(idNo) === 'M' ? '男' : '女', birthOf(idNo)]
  if (sex && sexIn(right) !== sex)
    errs.push(
      errorOf('sex', '性别与身份证号不符', {
        code: '与身份证号不符',
        sgst: [{ val: right, why: `身份证号第 17 位是${right}性` }],
      }),
    )
  if (brth && birth !== brth) {
    const val = `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`
    errs.push(errorOf('brth', '出生日期与身份证号不符', { code: '与身份证号不符', sgst: [{ val, why: '身份证号里的出生日期' }] }))
  }
}

/** Refuses a person twice in one workbook: the later row names the earlier one. `fields` with their labels. */
export function refuseRepeats({ rowNo, values, errs }: ReadRow, seen: Map<string, number>, fields: Record<string, string>) {
  for (const [field, label] of Object.entries(fields)) {
    const value = values[field]
    if (!value) continue
    const earlier = seen.get(`${field} ${value}`)
    if (earlier) errs.push(errorOf(field, `${label}与第 ${earlier} 行相同`, { code: '重复' }))
    else seen.set(`${field} ${value}`, rowNo)
  }
}
