import { timeWords } from '#contract/form/words.ts'

/** Names the states of a visit (docs/spec/visits.md#states); that one has expired follows from its end and is not stored. */
export const VisitState = {
  deleted: '0',
  waiting: '1',
  agreed: '2',
  refused: '3',
  inside: '4',
  left: '5',
  expired: '6',
  cancelled: '7',
} as const

/** Limits how many days ahead a visit may be announced. */
export const daysAhead = 90

/** Limits how many days a visit may last. */
export const longestDays = 30

/** Explains on the small pages that a key leads nowhere, whatever the reason. */
export const deadKey = '二维码已失效，请向门卫索取新的'

/** Returns the time in China in so many hours, to the minute, as forms have it. */
export const chinaTime = (hours = 0) =>
  `${new Date(Date.now() + (8 + hours) * 3600_000).toISOString().replace(/\D/g, '').slice(0, 12)}00`

/** Formats 2026-11-22 09:30 至 11:00: the day once where it is the same. */
export const visitSpan = (start: string, end: string) =>
  `${timeWords(start)} 至 ${timeWords(end).slice(start.slice(0, 8) === end.slice(0, 8) ? 11 : 0)}`

/** Returns the initial times of a form: from now on, for two hours; by the numbers of their columns. */
export function plannedTimes(columns: readonly { clmnNo: string; fldCode: string | null }[]): Record<string, string> {
  const hours: Record<string, number> = { planSDt: 0, planEDt: 2 }
  return Object.fromEntries(
    columns.flatMap(({ clmnNo, fldCode }) =>
      fldCode && fldCode in hours ? [[clmnNo, chinaTime(hours[fldCode] as number)]] : [],
    ),
  )
}
