import type { Column, TableColumn, FormValues } from './column.ts'
import { partOf } from './catalogue.ts'
import { isEmpty, type Offered, type OfferedBy } from './values.ts'
import { withDashes } from '../values/day.ts'

const sexes: Record<string, string> = { M: '男', N: '女', U: '未说明' }

/** Returns a value as it is read in a list, on paper and in a workbook; empty where the column holds nothing. */
export function valueWords(column: Column | TableColumn, value: unknown, offered: OfferedBy): string {
  if (isEmpty(value)) return ''
  const part = partOf(column)
  const nameOf = (val: string) => offered(column).find((one) => one.val === val)?.name ?? val
  switch (part?.no) {
    case 'radio':
    case 'select':
      return nameOf(value as string)
    case 'checkbox':
      return (value as string[]).map(nameOf).join('、')
    case 'cascade':
      return pathNames(value as string[], offered(column)).join(' / ')
    case 'switch':
      return value === '1' ? '是' : '否'
    case 'date':
      return withDashes(value as string) ?? ''
    case 'datetime':
      return timeWords(value as string)
    case 'days': {
      const { sDt, eDt } = value as { sDt: string; eDt: string }
      return `${withDashes(sDt)} 至 ${withDashes(eDt)}`
    }
    case 'year':
      return `${value as string}年`
    case 'times': {
      const { sDt, eDt } = value as { sDt: string; eDt: string }
      return `${timeWords(sDt)} 至 ${timeWords(eDt)}`
    }
    case 'money':
      return moneyWords(value as number)
    case 'amount':
      return `${moneyWords(value as number)}（${amountInWords(value as number)}）`
    case 'rate':
      return `${value as number} 星`
    case 'emp':
    case 'stu':
    case 'unit':
    case 'ptr':
    case 'files':
    case 'pictures':
      return (value as { name: string }[]).map(({ name }) => name).join('、')
    case 'area':
      return ['prvn', 'city', 'dstr', 'chdDstr', 'adr'].map((name) => (value as Record<string, string>)[name] ?? '').join('')
    case 'person': {
      const { idNo, brth, sex } = value as Record<string, string>
      return [idNo, brth && withDashes(brth), sex && sexes[sex]].filter(Boolean).join('，')
    }
    case 'sign':
      return '已签名'
    case 'table':
      return (value as FormValues[]).map((row) => rowWords((column as Column).clmns, row, offered)).join('；')
    default:
      return String(value)
  }
}

const rowWords = (clmns: readonly TableColumn[], row: FormValues, offered: OfferedBy) =>
  clmns
    .map((inside) => valueWords(inside, row[inside.clmnNo], offered))
    .filter(Boolean)
    .join(' ')

function pathNames(path: readonly string[], level: readonly Offered[]): string[] {
  const [step, ...rest] = path
  if (step === undefined) return []
  const found = level.find(({ val }) => val === step)
  return [found?.name ?? step, ...pathNames(rest, found?.items ?? [])]
}

/** Formats 20261122093000 as 2026-11-22 09:30. */
export const timeWords = (time: string) => `${withDashes(time)} ${time.slice(8, 10)}:${time.slice(10, 12)}`

const moneyWords = (amount: number) => amount.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']

/** Writes an amount of money as on a receipt: 1205.5 is 壹仟贰佰零伍元伍角. */
export function amountInWords(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const [whole, part] = [Math.floor(cents / 100), cents % 100]
  const said = (whole > 0 || part === 0 ? `${wholeInWords(whole)}元` : '') + partInWords(part, whole > 0)
  return (amount < 0 ? '负' : '') + said
}

function partInWords(part: number, afterWhole: boolean): string {
  if (part === 0) return '整'
  const [tenths, hundredths] = [Math.floor(part / 10), part % 10]
  const first = tenths > 0 ? `${digits[tenths]}角` : afterWhole ? '零' : ''
  return first + (hundredths > 0 ? `${digits[hundredths]}分` : '')
}

function wholeInWords(whole: number): string {
  if (whole === 0) return '零'
  let rest = whole
  let said = ''
  for (let at = 0; rest > 0; at++) {
    const group = rest % 10_000
    rest = Math.floor(rest / 10_000)
    if (group > 0) said = groupInWords(group, rest > 0) + groups[at] + said
    else if (said && !said.startsWith('零')) said = `零${said}`
  }
  return said
}

function groupInWords(group: number, isInside: boolean): string {
  let said = ''
  let gap = false
  for (let at = 3; at >= 0; at--) {
    const digit = Math.floor(group / 10 ** at) % 10
    if (digit === 0) gap = said !== '' || isInside
    else {
      said += (gap && (said !== '' || isInside) ? '零' : '') + digits[digit] + places[at]
      gap = false
    }
  }
  return said
}
