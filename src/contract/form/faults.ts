import type { Complaint } from '../explain.ts'
import { wrongDay } from '../values/dayLimits.ts'
import { wrongTargets } from './archiveFields.ts'
import { tableControls, partOf } from './catalogue.ts'
import { circleWords } from './circles.ts'
import type { Column, TableColumn } from './column.ts'
import { conditionsOf } from './conditions.ts'
import { filledElsewhere, initialColumns } from './initial.ts'
import { isDay } from './moments.ts'
import { operatorsOf, valueOfCondition } from './operators.ts'
import { valueColumns } from './shown.ts'
import { readFilledForm } from './readValues.ts'
import { defaultOf, isEmpty, mostOf } from './values.ts'

/** Lists what keeps columns from being a form that can be filled in; shown while it is designed, refused when it is published. */
export function formFaults(columns: readonly Column[], typeNo: string): Complaint[] {
  const faults: Complaint[] = lostColumns(columns, typeNo).map((message) => ({ field: 'billClmns', message }))
  if (valueColumns(columns).length === 0) faults.push({ field: 'billClmns', message: '至少要有一个可以填写的字段' })
  const unfit = new Map(wrongTargets(columns).map(({ clmnNo, message }) => [clmnNo, message]))
  columns.forEach((column, at) => {
    const tell = (message: string) => faults.push({ field: column.clmnNo, message: `${column.clmnName}：${message}` })
    partFaults(column).forEach(tell)
    if (!partOf(column)?.isSaid && columns.findIndex(({ clmnName }) => clmnName === column.clmnName) < at)
      tell('名称重复，请改一个')
    const wrongTarget = unfit.get(column.clmnNo)
    if (wrongTarget) tell(wrongTarget)
    conditionFaults(column, columns).forEach(tell)
    pointFaults(column, typeNo).forEach(tell)
    const [wrongDefault] = isEmpty(column.dftlVal) ? [] : defaultFaults(column)
    if (wrongDefault) tell(`默认值${wrongDefault}`)
    if (column.readFlag === '1' && isEmpty(column.dftlVal) && !partOf(column)?.isSaid) tell('只读字段要有默认值')
    for (const inside of column.clmns) {
      const told = (message: string) => tell(`列“${inside.clmnName}”${message}`)
      partFaults(inside).forEach(told)
      if (!tableControls.some((no) => no === inside.ctrlNo)) told('的控件不能放在子表里')
    }
    if (column.kitNo === 'table' && column.clmns.length === 0) tell('子表还没有列')
  })
  return faults
}

/** Lists the initial columns of its type that a template has lost (docs/spec/forms.md#initial-columns). */
export function lostColumns(columns: readonly Column[], typeNo: string): string[] {
  const own = initialColumns(typeNo).filter(({ fldCode }) => fldCode !== null)
  return own.flatMap((fixed) => {
    const [kept, twin] = columns.filter(({ fldCode }) => fldCode === fixed.fldCode)
    if (!kept) return [`“${fixed.clmnName}”是这类表单必有的字段，不能删除`]
    if (twin) return [`“${twin.clmnName}”和“${kept.clmnName}”是同一个固定字段，只能有一个`]
    const isSame = lasting.every((name) => isEqualDesign(kept[name], fixed[name]))
    const isAsked = kept.mustFlag >= fixed.mustFlag && (fixed.len === null || mostOf(kept, partOf(kept)) <= fixed.len)
    const holdsAll = fixed.clmns.every((cell) => kept.clmns.some((one) => inCell.every((name) => one[name] === cell[name])))
    return isSame && isAsked && holdsAll ? [] : [`“${kept.clmnName}”是这类表单必有的字段，控件、必填、选项和显示不能改`]
  })
}

// Names the properties of a known column that the product relies on.
const lasting = ['clmnNo', 'ctrlNo', 'kitNo', 'infoType', 'opts', 'showFlag', 'readFlag', 'visIf'] as const
const inCell = ['clmnNo', 'ctrlNo', 'mustFlag'] as const

/** Tells whether two parts of a design are equal, whatever the order of their keys. */
export function isEqualDesign(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [mine, theirs] = [one, other] as Record<string, unknown>[]
  // Takes what is not set for what is not there.
  const keysOf = (part: Record<string, unknown> | undefined) => Object.keys(part ?? {}).filter((key) => part?.[key] !== undefined)
  const keys = keysOf(mine)
  return keys.length === keysOf(theirs).length && keys.every((key) => isEqualDesign(mine?.[key], theirs?.[key]))
}

function partFaults(column: Column | TableColumn): string[] {
  const part = partOf(column)
  if (!part || ('kitNo' in column && (column.kitNo === null) === (column.ctrlNo === null))) return ['要选一个控件']
  const { infoType, opts, minVal, maxVal, aftFlag, minDt, maxDt } = column
  const faults: string[] = []
  if (part.settings.includes('choices')) {
    if (!infoType && opts.length === 0) faults.push('还没有选项')
    if (part.no === 'cascade' && !infoType) faults.push('级联要选一个信息字典')
    if (new Set(opts.map(({ val }) => val)).size < opts.length || new Set(opts.map(({ name }) => name)).size < opts.length)
      faults.push('选项有重复')
  }
  if (minVal !== null && maxVal !== null && minVal > maxVal) faults.push('最小值大于最大值')
  if (minDt && maxDt && minDt > maxDt) faults.push('最早日期晚于最晚日期')
  if (aftFlag === '1' && maxDt && wrongDay(maxDt, { afterToday: true })) faults.push('最晚日期已经过去，没有日期可选')
  return faults
}

function conditionFaults(column: Column, columns: readonly Column[]): string[] {
  if (!column.visIf) return []
  const faults = conditionsOf(column.visIf).flatMap(({ clmnNo, op, vals }) => {
    const asked = valueColumns(columns).find((one) => one.clmnNo === clmnNo)
    if (!asked) return ['显示条件用的字段已经删除，请重新选择']
    const isNew = op === 'least' || op === 'below' || op === 'has'
    if (isNew && !operatorsOf(asked).includes(op)) return [`显示条件里“${asked.clmnName}”不能这样比较，请换一种`]
    const wanted = valueOfCondition(asked, op)
    if (wanted && vals.length === 0) return ['显示条件还没有值']
    if (wanted === 'day') return isDay(vals[0]) ? [] : ['显示条件的日期不存在']
    return (wanted === 'amount' || wanted === 'days') && !isNumber(vals[0]) ? ['显示条件的值应为数字'] : []
  })
  const circle = circleWords(columns, column)
  return [...new Set(circle ? [...faults, circle] : faults)]
}

const isNumber = (text = '') => text.trim() !== '' && Number.isFinite(Number(text))

function pointFaults(column: Column, typeNo: string): string[] {
  if (column.scrFlag !== '1') return []
  if (filledElsewhere.includes(typeNo)) return ['这类表单不计分']
  const part = partOf(column)
  if (!part?.settings.includes('points')) return ['这种控件不能计分']
  return part.no !== 'rate' && Object.keys(column.pts ?? {}).length === 0 ? ['计分了，还没有填分值'] : []
}

function defaultFaults(column: Column): string[] {
  // Leaves it to the filled-in form to check that a dictionary has the value.
  const offered = column.infoType ? [{ val: column.dftlVal as string, name: '' }] : column.opts
  const plain = { ...column, visIf: null, readFlag: '0' as const, clmnName: '' }
  return readFilledForm([plain], { [column.clmnNo]: defaultOf(column) }, () => offered).errors.map(({ message }) => message)
}
