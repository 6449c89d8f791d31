import type { CellChoice, FieldColumn } from './sheetModel.ts'

/** Describes the text being typed; `byKey`: it replaces the text of the cell, and an arrow ends it; else it began with `from`. */
export type Typing = { text: string; byKey: boolean; from?: string }

// Limits the choices below a cell.
const most = 50

/** Returns the part of a text that is being typed: of several words the last. */
const partOf = ({ multiple }: FieldColumn, text: string) => (multiple ? (text.split(/[、，,;；]/).at(-1) ?? '') : text).trim()

/** Lists the choices that match the typed text; all, where the cell was only opened. */
export function matchingChoices(column: FieldColumn, { text, byKey }: Typing): CellChoice[] {
  const part = partOf(column, text)
  const all = column.choices ?? []
  const isWhole = all.some(({ label }) => label === part)
  const taken = new Set(column.multiple ? text.split('、') : [])
  const fitting = all.filter(({ label }) => !taken.has(label) && (part === '' || label.includes(part)))
  if (isWhole && !byKey) return all.filter(({ label }) => !taken.has(label)).slice(0, most)
  return isWhole && byKey ? [] : fitting.slice(0, most)
}

/** Returns the text after a choice was taken. */
export function textAfterChoice(column: FieldColumn, text: string, label: string): string {
  if (!column.multiple) return label
  const part = partOf(column, text)
  const isWhole = column.choices?.some((one) => one.label === part)
  const before = text.split(/[、，,;；]/).map((word) => word.trim())
  const kept = isWhole ? before : before.slice(0, -1)
  return [...kept.filter(Boolean), label].join('、')
}
