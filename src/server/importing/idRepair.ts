import { isDate } from '#contract/values/plain.ts'
import { birthOf, checkDigit, sexOf } from '#contract/values/idNumber.ts'
import type { CellError } from '#contract/importing.ts'
import { sexIn } from '#contract/values/sex.ts'

/**
 * Describes what else is known: birth date `yyyyMMdd`, sex as it is stored, and the areas (six digits) of the valid numbers
 * beside it.
 */
type Known = { brth?: string | undefined; sex?: string | undefined; areas: ReadonlySet<string> }

const most = 6

/**
 * Returns ID numbers that one typing error makes of a wrong one (docs/spec/inputs.md#id-numbers): another check digit, one wrong
 * digit, two neighbours swapped, one left out. Leaves out those that contradict birth date, sex or the areas around: a single one
 * that stays is quite sure.
 */
export function idRepairs(wrong: string, { areas, ...known }: Known): CellError['sgst'] {
  const found = idSlips(wrong, known)
  const familiar = found.filter(({ val }) => areas.has(val.slice(0, 6)))
  return (familiar.length > 0 ? familiar : found).slice(0, most)
}

/** Returns all of them, whatever the area. */
export function idSlips(wrong: string, { brth, sex }: Omit<Known, 'areas'> = {}): CellError['sgst'] {
  if (!/^\d{16,17}[\dX]$/.test(wrong)) return []
  const fits = ({ val }: { val: string }) =>
    isDate(birthOf(val)) &&
    checkDigit(val) === val[17] &&
    (!brth || birthOf(val) === brth) &&
    (!sex || sex === 'U' || sexIn(sexOf(val)) === sex)
  const found = (wrong.length === 17 ? completed(wrong) : [ended(wrong), ...swaps(wrong), ...slips(wrong)]).filter(fits)
  return [...new Map(found.map((one) => [one.val, one])).values()]
}

const completed = (text: string) =>
  Array.from({ length: 18 }, (_, at) =>
    [...'0123456789X'].map((digit) => ({
      val: text.slice(0, at) + digit + text.slice(at),
      why: `第 ${at + 1} 位可能少了 ${digit}`,
    })),
  )
    .flat()
    .filter(({ val }) => /^\d{17}[\dX]$/.test(val))

const ended = (text: string) => ({ val: text.slice(0, 17) + checkDigit(text), why: `最后一位应为 ${checkDigit(text)}` })

const swaps = (text: string) =>
  Array.from({ length: 16 }, (_, at) => ({
    val: text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
    why: `第 ${at + 1}、${at + 2} 位可能录反了`,
  }))

const slips = (text: string) =>
  Array.from({ length: 17 }, (_, at) =>
    [...'0123456789'].map((digit) => ({
      val: text.slice(0, at) + digit + text.slice(at + 1),
      why: `第 ${at + 1} 位可能应为 ${digit}`,
    })),
  ).flat()
