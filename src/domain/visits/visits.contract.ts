import { timeWords } from '#contract/form/words.ts'

/** States of a visit (docs/spec/visits.md#states); that one has expired is told by its end and kept nowhere. */
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

/** How many days ahead a visit may be announced. */
export const daysAhead = 90

/** How many days one visit may last. */
export const longestDays = 30

/** What the small pages say of a key that leads nowhere, whatever the reason. */
export const deadKey = '二维码已失效，请向门卫索取新的'

/** The time in China in so many hours, to the minute, as forms have it. */
export const chinaTime = (hours = 0) =>
  `${new Date(Date.now() + (8 + hours) * 3600_000).toISOString().replace(/\D/g, '').slice(0, 12)}00`

/** 2026-11-22 09:30 至 11:00: the day is said once where it is the same. */
export const spanWords = (start: string, end: string) =>
  `${timeWords(start)} 至 ${timeWords(end).slice(start.slice(0, 8) === end.slice(0, 8) ? 11 : 0)}`

/** What the times of a form begin with: from now on, for two hours; by the numbers of their columns. */
export function plannedTimes(columns: readonly { clmnNo: string; fldCode: string | null }[]): Record<string, string> {
  const hours: Record<string, number> = { planSDt: 0, planEDt: 2 }
  return Object.fromEntries(
    columns.flatMap(({ clmnNo, fldCode }) =>
      fldCode && fldCode in hours ? [[clmnNo, chinaTime(hours[fldCode] as number)]] : [],
    ),
  )
}
