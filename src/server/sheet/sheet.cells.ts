import { uncounted } from './sheet.limits.ts'
import type { Format } from './sheet.styles.ts'
import { cleanText, dateText, numberText, timeText } from './sheet.text.ts'

/** Describes what all cells of a workbook need to be read. */
export type WorkbookContext = { strings: string[]; formats: Format[]; date1904: boolean }

/** Describes a cell as it is written: `value` is undefined where there is none, `inline` the text in the cell itself. */
export type SheetCell = { type: string; style: number; value: string | undefined; inline: string; hasFormula: boolean }

/** Returns a cell as a person would read it. */
export function readCellText(
  { type, style, value, inline, hasFormula }: SheetCell,
  { strings, formats, date1904 }: WorkbookContext,
): string {
  if (type === 'inlineStr') return cleanText(inline)
  // Marks formulas without values; one whose value is an empty text has that type.
  if (value === undefined || (value === '' && type !== 'str')) return hasFormula ? uncounted : ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' || value === 'true' ? '是' : '否'
  if (type === 'd') return value.match(/^\d{4}-\d\d-\d\d/)?.[0] ?? cleanText(value)
  const number = Number(value)
  if (type === 'str' || type === 'e' || value.trim() === '' || !Number.isFinite(number)) return cleanText(value)
  return numberIn(formats[style], number, date1904)
}

function numberIn(format: Format, number: number, date1904: boolean): string {
  if (format?.kind === 'time' && number >= 0 && number < 1) return timeText(number)
  if (format?.kind === 'date' || format?.kind === 'time') return dateText(number, date1904) ?? numberText(number)
  if (format?.kind === 'padded' && Number.isInteger(number) && number >= 0 && number < 1e15)
    return format.prefix + String(number).padStart(format.width, '0')
  return numberText(number)
}
