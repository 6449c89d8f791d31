import { today } from './day.ts'
import { idNoPattern, isDate, plainWidth } from './plain.ts'

/** Names the sexes of employees, students and guardians on the wire (docs/spec/conventions.md#sex). */
export type Sex = 'M' | 'N' | 'U'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Computes the check digit of the first 17 digits (GB 11643-1999). */
export function checkDigit(digits: string): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return '10X98765432'[sum % 11] as string
}

/**
 * Returns 18 characters in capitals; a number of the first generation (15 digits) becomes one of the second
 * (docs/spec/inputs.md#id-numbers).
 */
export function toIdNo18(idNo: string): string {
  const upper = idNo.toUpperCase()
  if (upper.length !== 15) return upper
  const digits = `${upper.slice(0, 6)}19${upper.slice(6)}`
  return digits + checkDigit(digits)
}

export const birthOf = (idNo18: string) => idNo18.slice(6, 14)

/** Returns the sex by the second-to-last digit: odd is male (docs/spec/inputs.md#id-numbers). */
export const sexOf = (idNo18: string): Sex => (Number(idNo18[16]) % 2 === 1 ? 'M' : 'N')

// Returns the 18 characters of a well-formed number, undefined for others.
function fullOf(written: unknown): string | undefined {
  const idNo = typeof written === 'string' && written.length <= 30 ? plainWidth(written) : ''
  return idNoPattern.test(idNo) ? toIdNo18(idNo) : undefined
}

/** Returns the sex and birth date in an ID number, as far as it is one. */
export function factsOf(idNo: unknown): { sex?: Sex; brth?: string } {
  const full = fullOf(idNo)
  if (!full) return {}
  return { sex: sexOf(full), ...(isDate(birthOf(full)) && { brth: birthOf(full) }) }
}

// Limits the age of people in years.
const mostYears = 120

/** Returns what is suspicious about a well-formed ID number, undefined where nothing is (docs/spec/inputs.md#id-numbers). */
export function oddIdNo(idNo: string): string | undefined {
  const full = fullOf(idNo)
  if (!full) return undefined
  const birth = birthOf(full)
  if (!isDate(birth)) return `出生日期 ${birth} 不存在，请核对`
  const now = today().replaceAll('-', '')
  if (birth > now) return `出生日期 ${birth} 在今天之后，请核对`
  if (Number(now) - Number(birth) > mostYears * 10_000) return `出生日期 ${birth} 距今超过 ${mostYears} 年，请核对`
  const right = checkDigit(full)
  return right === full[17] ? undefined : `校验位应为 ${right}，可能有一位录错，请核对`
}
