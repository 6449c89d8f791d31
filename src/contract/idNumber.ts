/** The sexes as employees, students and guardians have them on the wire (domain, C1). */
export type Sex = 'M' | 'N' | 'U'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The check digit of the first 17 digits (GB 11643-1999). */
export function checkDigit(digits: string): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return '10X98765432'[sum % 11] as string
}

/** 18 characters in capitals; a number of the first generation (15 digits) becomes one of the second (domain, C2). */
export function toIdNo18(idNo: string): string {
  const upper = idNo.toUpperCase()
  if (upper.length !== 15) return upper
  const digits = `${upper.slice(0, 6)}19${upper.slice(6)}`
  return digits + checkDigit(digits)
}

export const birthOf = (idNo18: string) => idNo18.slice(6, 14)

/** The second-to-last digit: odd is male (specification, section 5). */
export const sexOf = (idNo18: string): Sex => (Number(idNo18[16]) % 2 === 1 ? 'M' : 'N')
