import { type ChosenColumn, isMovable } from './columnChoice.ts'

/** Describes what the room for a column depends on. */
type SizedColumn = ChosenColumn & { width?: number | string; align?: string; isOver?: boolean; ellipsis?: boolean | undefined }

/** Describes what stands in a row beside its columns. */
export type Beside = { ticks?: unknown; details?: unknown }

/** Sets the width in pixels of the tick boxes of a table. */
export const ticksWidth = 40

/** Sets the width in pixels of the marks that unfold a row. */
export const marksWidth = 32

/** Sets how wide in pixels the columns of a table may be together on a sheet that stands, and on one that lies. */
export const sheetWidths = { upright: 880, across: 1240 }

// Sets the width of the bar by which the body of a table scrolls.
const scrollBar = 17

// Sets what is between the text of a cell and the next cell; a number at the right of its cell would touch the text there.
const gaps = { text: 16, number: 34 }
const [wideLetter, narrowLetter] = [13, 8]

/** Returns the width of a column: as declared, and never less than its title takes, where that is shown. */
export function widthOf({ width = 120, title, align, isOver = false }: SizedColumn): number {
  if (isOver) return Number(width)
  const letters = typeof title === 'string' ? [...title] : []
  const said = letters.reduce((sum, letter) => sum + (letter > '\u2E80' ? wideLetter : narrowLetter), 0)
  return Math.max(Number(width), said + (align === 'right' ? gaps.number : gaps.text))
}

/** Returns the width of columns together, and of what stands beside them. */
export const widthOfAll = (columns: readonly SizedColumn[], { ticks, details }: Beside) =>
  columns.reduce((sum, one) => sum + widthOf(one), (ticks ? ticksWidth : 0) + (details ? marksWidth : 0))

// Leaves what is only understood as a whole, and is never cut, the room that it takes.
const wholeWidths: [RegExp, number][] = [
  [/(Tm|^at|[sSeE]Dt)$/, 160],
  [/Tel$/, 120],
  [/(Dt|^brth)$/, 108],
]

/** Returns the width in pixels that the values of a field take at least: of times, dates and phones; 0 for all others. */
export const wholeWidthOf = (field: string) => wholeWidths.find(([fits]) => fits.test(field))?.[1] ?? 0

// Widens no column by more than this share of its width, nor one that holds a word or two.
const mostWidened = 0.66
const leastWidened = 96

/** Gives columns of texts, which may be cut, what room is left: each a share by its width. */
export function widened<Column extends SizedColumn>(columns: readonly Column[], room: number, beside: Beside): Column[] {
  const isText = (one: Column) =>
    one.ellipsis === true && one.align !== 'right' && widthOf(one) >= leastWidened && wholeWidthOf(String(one.key)) === 0
  const texts = columns.filter(isText).reduce((sum, one) => sum + widthOf(one), 0)
  const free = room - scrollBar - widthOfAll(columns, beside)
  if (free <= 0 || texts === 0) return [...columns]
  const share = Math.min(free / texts, mostWidened)
  return columns.map((one) => (isText(one) ? { ...one, width: Math.floor(widthOf(one) * (1 + share)) } : one))
}

/**
 * Leaves out columns until the others stand in the room: first those that are `minor`, then the others, each from the right. The
 * first with a title, the state, the actions and whatever somebody chose stay.
 */
export function fittingColumns<Column extends SizedColumn>(columns: readonly Column[], room: number, beside: Beside): Column[] {
  const name = columns.find(({ title }) => typeof title === 'string')
  const mayLeave = (one: Column) => one !== name && one.key !== 'stt' && !one.optional && isMovable(one) && one.title !== ''
  const fromRight = columns.filter(mayLeave).toReversed()
  const shown = new Set(columns)
  for (const one of [...fromRight.filter(({ minor }) => minor), ...fromRight.filter(({ minor }) => !minor)]) {
    if (widthOfAll([...shown], beside) <= room - scrollBar) break
    shown.delete(one)
  }
  return columns.filter((one) => shown.has(one))
}
