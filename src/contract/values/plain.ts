/** Matches text without control characters and halves of a character (which no database keeps). */
export const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
/** Matches such text with tab, line feed and carriage return allowed. */
export const manyLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

/**
 * Removes what nobody sees from a typed text, such as zero-width and direction-turning characters, with which two names look alike.
 * Keeps the joiners of Arabic and Mongolian letters and of composed emoji.
 */
export const removeInvisible = (text: string) =>
  text.replace(
    /([\p{Script=Arab}\p{Script=Mong}](?:\u200c|\u200d|\u180e)(?=[\p{Script=Arab}\p{Script=Mong}])|\p{Extended_Pictographic}\ufe0f?\u200d(?=\p{Extended_Pictographic}))|[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu,
    (_, joined = '') => joined,
  )

/** Matches 11 digits starting with 1 (docs/spec/inputs.md#phones). */
export const mobilePattern = /^1\d{10}$/
/** Matches a landline with or without area code and extension, or a mobile (docs/spec/inputs.md#phones). */
export const phonePattern = /^(1\d{10}|(\d{3,4}-?)?\d{6,8}(-\d{1,6})?)$/
/** Matches 15 digits, or 17 digits and a digit or X (docs/spec/inputs.md#id-numbers). */
export const idNoPattern = /^(\d{15}|\d{17}[\dXx])$/

/** Removes spaces, and makes digits, signs and letters half-width. */
export function plainWidth(text: string): string {
  return text.replace(/[０-９Ａ-Ｚａ-ｚ－＋：]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/\s/g, '')
}

/** Removes what is commonly written between and before the digits of a mobile phone. */
export function plainPhone(text: string): string {
  return plainWidth(text)
    .replaceAll('-', '')
    .replace(/^\+?86(?=\d{11}$)/, '')
}

/** Tells whether `yyyyMMdd` is a date of the calendar. */
export function isDate(value: string): boolean {
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(4, 6)), Number(value.slice(6))]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * Returns a date as people and spreadsheets write it (2015-09-01, 2015/9/1, 2015 9 1, 2015年9月1日, 15年9月1日, 9/13/2015, with or
 * without the day of the week, a serial number of Excel) as `yyyyMMdd`; undefined for other texts, also where day and month
 * could be either.
 */
export function dateOf(written: string): string | undefined {
  const text = written
    .trim()
    .replace(/(\S)\s*[(（]?(?:星期|周)[一二三四五六日天][)）]?$/, '$1')
    .replace(/(\S)\s+0?0:00(?::00)?$/, '$1')
  const [, year = '', month = '', day = ''] =
    text.match(/^(\d{4})[-/.年 ]?(\d{1,2})[-/.月 ]?(\d{1,2})日?$/) ?? text.match(/^(\d{2})年(\d{1,2})月(\d{1,2})日?$/) ?? []
  const date = inCentury(year) + month.padStart(2, '0') + day.padStart(2, '0')
  return isDate(date) ? date : (yearLast(text) ?? fromSerial(text))
}

// Takes a year of two digits for the last such year that has begun.
const inCentury = (year: string) =>
  year.length === 2 ? (Number(year) > new Date().getFullYear() % 100 ? '19' : '20') + year : year

// Reads what is written with the year at the end, where only one of the two numbers before it can be the month.
function yearLast(text: string): string | undefined {
  const dates = datesYearLast(text)
  return dates.length === 1 ? dates[0] : undefined
}

/** Returns the one or two dates that a text with the year at the end may mean: 3/5/1989; none for other texts. */
export function datesYearLast(text: string): string[] {
  const [, one = '', other = '', year = ''] = text.match(/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/) ?? []
  const dates = [one, other].map((month, at) => year + month.padStart(2, '0') + (at === 0 ? other : one).padStart(2, '0'))
  return [...new Set(dates)].filter((date) => date.length === 8 && isDate(date))
}

// Counts from 1900-01-01 as day 1 with Excel's 29 February 1900; accepts days between 1921 and 2070, as birth dates are.
function fromSerial(text: string): string | undefined {
  const days = Number(text)
  if (!/^\d{4,5}$/.test(text) || days < 8000 || days > 62_500) return undefined
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10).replaceAll('-', '')
}

/** Tells whether a date and time of fourteen digits exists. */
export const isMoment = (value: string) =>
  isDate(value.slice(0, 8)) && value.slice(8, 10) < '24' && value.slice(10, 12) < '60' && value.slice(12, 14) < '60'

/** Limits every number that is typed; the smallest is its negative (docs/spec/inputs.md#numbers). */
export const largestNumber = 99_999_999_999_999
