import { partOf } from './catalogue.ts'
import type { Column, FormValues } from './column.ts'
import { shownNos } from './shown.ts'

type Scored = Pick<Column, 'ctrlNo' | 'kitNo' | 'scrFlag' | 'pts'>

/** Tells whether the answers to a question count towards the score. */
export const isScored = (column: Scored): boolean =>
  column.scrFlag === '1' && partOf(column)?.settings.includes('points') === true

/** Tells whether the answers to a form have a score. */
export const hasScore = (columns: readonly Column[]): boolean => columns.some(isScored)

/** Returns the points of a value: of stars their number, of several choices the sum. */
export function pointsOf(column: Scored, value: unknown): number {
  if (!isScored(column)) return 0
  if (partOf(column)?.no === 'rate') return typeof value === 'number' ? value : 0
  const { pts = {} } = column
  return sumOf([value].flat().map((val) => (typeof val === 'string' && Object.hasOwn(pts, val) ? (pts[val] ?? 0) : 0)))
}

/** Returns the score of an answer, to one decimal; null for a form without points. Questions that are not shown do not count. */
export function scoreOf(columns: readonly Column[], values: FormValues): number | null {
  if (!hasScore(columns)) return null
  const shown = shownNos(columns, values)
  return sumOf(columns.filter(({ clmnNo }) => shown.has(clmnNo)).map((column) => pointsOf(column, values[column.clmnNo])))
}

// Adds up tenths, which come out even.
const sumOf = (points: readonly number[]) => points.reduce((sum, one) => sum + Math.round(one * 10), 0) / 10

/** Returns columns without their points, for whoever fills them in. */
export const withoutPoints = (columns: readonly Column[]): Column[] => columns.map(({ scrFlag: _, pts: __, ...column }) => column)
