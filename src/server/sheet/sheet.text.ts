import { removeInvisible } from '#contract/values/plain.ts'

/** Cleans a text as a person reads it: half-width letters and digits, single spaces, nothing invisible. */
export function cleanText(written: string): string {
  const spelt = written.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  // Removes zero-width characters and direction marks, which come along with phones that were copied from chats and address books.
  const text = removeInvisible(spelt.replace(/[\u2800\u3164]/g, ' '))
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .replace(/[０-９Ａ-Ｚａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/(?<=\d)[－．／](?=\d)/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    // Replaces radicals copied from a PDF: 高 may be ⾼, which no search for the name would find.
    .replace(/[\u2f00-\u2fd5]/g, (radical) => radical.normalize('NFKC'))
    .trim()
    // Removes an apostrophe, which people who use it to make Excel keep a number as text also type in cells that are text
    // already.
    .replace(/^['‘’＇`]\s*/, '')
  // Copies a longer piece, which would keep all of the part in memory.
  return text.length > 12 ? Buffer.from(text).toString() : text
}

/**
 * Formats a number as it was typed. Keeps the exponent form above 15 digits, which Excel has destroyed, so that this can be
 * reported.
 */
export function numberText(value: number): string {
  const exact = Number(value.toPrecision(15))
  return Math.abs(exact) >= 1e15 ? exact.toExponential().toUpperCase() : String(exact)
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0')
const msPerDay = 86_400_000

/** Formats a date serial as yyyy-MM-dd, without its time; undefined where no calendar has it. */
export function dateText(serial: number, date1904: boolean): string | undefined {
  // Shifts earlier days by one, since Excel counts a 29 February 1900 that never was.
  const start = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const date = new Date(start + Math.round(serial * 86_400) * 1000)
  if (serial < 0 || !(date.getTime() < Date.UTC(10_000, 0, 1))) return undefined
  return [pad(date.getUTCFullYear(), 4), pad(date.getUTCMonth() + 1), pad(date.getUTCDate())].join('-')
}

export function timeText(serial: number): string {
  const minutes = Math.round((serial * msPerDay) / 60_000)
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
