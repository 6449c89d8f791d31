import { toIdNo18, factsOf } from '../values/idNumber.ts'
import {
  alphanumeric,
  emailAddress,
  hardwareAddress,
  landline,
  landlineWithExtension,
  type TextForm,
  webAddress,
} from '../values/patterns.ts'
import { typeOfFile, typesOf } from '../uploadFilters.ts'
import { idNoPattern, manyLines, oneLine, phonePattern, plainWidth, removeInvisible } from '../values/plain.ts'
import type { Column, FormValues, TableColumn } from './column.ts'
import type { FormPart } from './catalogue.ts'
import { isDay, isTime, readMoment, readRange } from './moments.ts'
import { wrong, WrongValue } from './wrongValue.ts'
import { isEmpty, mostOf, type Offered, type OfferedBy } from './values.ts'

type Given = { value: unknown; column: Column | TableColumn; part: FormPart; offered: OfferedBy }

const asText = ({ value }: Given): string | WrongValue =>
  typeof value === 'string' ? removeInvisible(value).trim() : wrong('的类型不正确')

function line(given: Given, pattern = oneLine): string | WrongValue {
  const text = asText(given)
  if (text instanceof WrongValue) return text
  const most = mostOf(given.column, given.part)
  if ([...text].length > most) return wrong(`最多 ${most} 个字`)
  return pattern.test(text) ? text : wrong('含有不允许的字符')
}

const formats: Record<Column['rule'], TextForm | undefined> = {
  none: undefined,
  han: { pattern: /^[\p{Script=Han}·\s]*$/u, error: '只能是汉字', tidy: (text) => text },
  code: alphanumeric,
  landline,
  extension: landlineWithExtension,
  mac: hardwareAddress,
  url: webAddress,
}

function ruled(given: Given): string | WrongValue {
  const text = line(given)
  const format = formats[given.column.rule]
  return text instanceof WrongValue || !format ? text : inForm(text, format)
}

function inForm(text: string, { pattern, error, tidy }: TextForm): string | WrongValue {
  const tidied = tidy(text)
  return pattern.test(tidied) ? tidied : wrong(error)
}

function shaped(given: Given, pattern: RegExp, message: string): string | WrongValue {
  const text = asText(given)
  if (text instanceof WrongValue) return text
  const plain = plainWidth(text.slice(0, 60))
  return pattern.test(plain) ? plain : wrong(message)
}

function number(given: Given, acc: number): number | WrongValue {
  const { value, column } = given
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 99_999_999_999_999) return wrong('应为数字')
  const { minVal, maxVal } = column
  if (minVal !== null && value < minVal) return wrong(`不能小于 ${minVal}`)
  if (maxVal !== null && value > maxVal) return wrong(`不能大于 ${maxVal}`)
  return Number(value.toFixed(acc)) === value ? value : wrong(acc === 0 ? '应为整数' : `最多 ${acc} 位小数`)
}

function oneOf({ value, column, offered }: Given): string | WrongValue {
  const text = typeof value === 'string' ? value : ''
  return offered(column).some(({ val }) => val === text) ? text : wrong('不在可选范围内')
}

function someOf({ value, column, offered }: Given): string[] | WrongValue {
  if (!Array.isArray(value)) return wrong('的类型不正确')
  const known = offered(column).map(({ val }) => val)
  if (value.some((one) => !known.includes(one as string))) return wrong('不在可选范围内')
  return known.filter((val) => value.includes(val))
}

function pathOf({ value, column, offered }: Given): string[] | WrongValue {
  if (!Array.isArray(value)) return wrong('的类型不正确')
  let level: readonly Offered[] = offered(column)
  for (const step of value) {
    const found = level.find(({ val }) => val === step)
    if (!found) return wrong('不在可选范围内')
    level = found.items ?? []
  }
  return level.length > 0 ? wrong('请选到最后一级') : (value as string[])
}

function picked(given: Given): { no: string; name: string }[] | WrongValue {
  const { value, column, part } = given
  if (!Array.isArray(value)) return wrong('的类型不正确')
  const most = mostOf(column, part)
  if (value.length > most) return wrong(`最多选 ${most} 个`)
  const chosen = value.map((one: { no?: unknown; name?: unknown } | null) => ({ no: one?.no, name: one?.name }))
  const isRight = chosen.every(
    ({ no, name }) =>
      typeof no === 'string' &&
      /^[A-Za-z0-9_-]{1,20}$/.test(no) &&
      typeof name === 'string' &&
      name.length <= 60 &&
      oneLine.test(name),
  )
  return isRight ? (chosen as { no: string; name: string }[]) : wrong('的类型不正确')
}

const areaParts = { prvn: 30, city: 30, dstr: 30, chdDstr: 30, adr: 100 }
function address({ value }: Given): Record<string, string> | WrongValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('的类型不正确')
  const parts: Record<string, string> = {}
  for (const [name, most] of Object.entries(areaParts)) {
    const text = (value as FormValues)[name]
    if (isEmpty(text)) continue
    if (typeof text !== 'string' || text.length > most || !oneLine.test(text)) return wrong('含有不允许的内容')
    parts[name] = text.trim()
  }
  return parts
}

function person(given: Given): Record<string, string> | WrongValue {
  const value = given.value as { idNo?: unknown; brth?: unknown; sex?: unknown } | null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('的类型不正确')
  const { idNo: written, brth, sex } = value
  const idNo = isEmpty(written) ? undefined : idNoOf({ ...given, value: written })
  if (idNo instanceof WrongValue) return idNo
  if (!isEmpty(brth) && !isDay(brth)) return wrong('的出生日期不存在')
  if (!isEmpty(sex) && !['M', 'N', 'U'].includes(sex as string)) return wrong('的性别不在可选范围内')
  // Prefers the facts of the ID number where there is one.
  const facts = idNo ? factsOf(idNo) : {}
  const kept = { idNo, brth: facts.brth ?? brth, sex: facts.sex ?? sex }
  return Object.fromEntries(Object.entries(kept).filter(([, one]) => !isEmpty(one))) as Record<string, string>
}

function idNoOf(given: Given): string | WrongValue {
  const idNo = shaped(given, idNoPattern, '应为 15 位数字，或 17 位数字加一位数字或 X')
  return idNo instanceof WrongValue ? idNo : toIdNo18(idNo)
}

function files({ value, column, part }: Given): { fileNo: string; name: string; size: number }[] | WrongValue {
  if (!Array.isArray(value)) return wrong('的类型不正确')
  const most = mostOf(column, part)
  if (value.length > most) return wrong(`最多 ${most} 个`)
  const kept = value.map((one: { fileNo?: unknown; name?: unknown; size?: unknown } | null) => ({
    fileNo: one?.fileNo,
    name: one?.name,
    size: one?.size,
  }))
  const isRight = kept.every(
    ({ fileNo, name, size }) =>
      typeof fileNo === 'string' &&
      /^[A-Za-z0-9_-]{1,20}$/.test(fileNo) &&
      typeof name === 'string' &&
      name.length <= 255 &&
      oneLine.test(name) &&
      Number.isSafeInteger(size) &&
      (size as number) >= 0,
  )
  if (!isRight) return wrong('的类型不正确')
  const types = 'types' in column && column.types ? typesOf(column.types) : undefined
  const odd = types && kept.find(({ name }) => !types.includes(typeOfFile(name as string)))
  return odd ? wrong(`只能是 ${types.join('、')}`) : (kept as { fileNo: string; name: string; size: number }[])
}

/** Reads a signature: strokes, each the points of a line in a field of 1000 by 400, as x, y, x, y… */
function strokes({ value }: Given): number[][] | WrongValue {
  if (!Array.isArray(value)) return wrong('的类型不正确')
  const lines = value as unknown[]
  const isRight =
    lines.length <= 200 &&
    lines.every((one) => Array.isArray(one) && one.length % 2 === 0 && one.length >= 2 && one.every(isPlace)) &&
    (lines as number[][]).reduce((sum, one) => sum + one.length, 0) <= 8000
  return isRight ? (lines as number[][]) : wrong('的类型不正确')
}
const isPlace = (one: unknown) => Number.isInteger(one) && (one as number) >= 0 && (one as number) <= 1000

/** Maps controls and kits to what reads their values as they are stored, or says why not. */
export const valueReaders: Record<string, (given: Given) => unknown> = {
  text: ruled,
  textarea: (given) => line(given, manyLines),
  number: (given) => number(given, given.column.acc ?? 0),
  money: (given) => number(given, 2),
  amount: (given) => number(given, 2),
  date: (given) => readMoment(given, isDay, '不是存在的日期'),
  datetime: (given) => readMoment(given, isTime, '不是存在的时间'),
  year: ({ value }) => (typeof value === 'string' && /^(19|20)\d\d$/.test(value) ? value : wrong('应为四位年份')),
  radio: oneOf,
  select: oneOf,
  checkbox: someOf,
  cascade: pathOf,
  switch: ({ value }) => (value === '1' || value === '0' ? value : wrong('的类型不正确')),
  tel: (given) => shaped(given, phonePattern, '应为座机（可带区号、分机）或手机号码'),
  idNo: idNoOf,
  email: (given) => shaped(given, emailAddress.pattern, emailAddress.error),
  rate: ({ value }) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 5 ? value : wrong('应为 1 至 5'),
  emp: picked,
  stu: picked,
  unit: picked,
  ptr: picked,
  area: address,
  person,
  files,
  pictures: files,
  sign: strokes,
  days: (given) => readRange(given, isDay),
  times: (given) => readRange(given, isTime),
}
