import type { ReactNode } from 'react'

export type CellChoice = { value: string; label: string }

/** Describes what typing into a column needs. */
export type FieldColumn = {
  field: string
  title: string
  width: number
  /** Explains why it cannot be changed here. */
  readOnly?: string | undefined
  /** Lists the values to choose from. */
  choices?: readonly CellChoice[] | undefined
  /** Allows several values in a cell. */
  multiple?: boolean
  /** Tells that it is sensitive: shown in part, and typed as a whole. */
  masked?: boolean
  /** Forbids empty cells. */
  required: boolean
  /** Lets a required cell be cleared, where it is refused afterwards. */
  clearable?: boolean
}

/** Describes a column of a sheet whose rows are of type `R`. */
export type SheetColumn<R> = FieldColumn & {
  /** Returns the text of a row. */
  textOf: (row: R) => string
}

/** Holds the rows of a sheet, of which some may not be read yet. */
export type SheetRows<R> = {
  count: number
  /** Returns a row by its position, from 0; undefined while it is not read. */
  rowAt: (at: number) => R | undefined
  keyOf: (row: R) => string
  /** Returns the number shown before a row; without it rows are counted from 1. */
  numberOf?: (row: R) => number
  /** Receives the positions of the rows that are drawn, so that a source can read them. */
  onDraw?: (positions: readonly number[]) => void
  /** Reads the rows from one position to another, both included; without it they come by themselves. */
  read?: (from: number, to: number) => Promise<unknown>
}

/** Describes how a cell stands. */
export type CellState = {
  /** Holds a text that is written and not saved yet; without it the text of the row is shown. */
  text?: string | undefined
  /** Explains why its text is refused. */
  error?: string | undefined
  /** Explains what else there is to know. */
  note?: string | undefined
  /** Explains why the cell cannot be changed now. */
  locked?: string | undefined
  /** Lists the classes that mark it: saving, unsaved, doubtful, changed, struck. */
  marks?: readonly string[]
}

/** Describes a column before or after the cells, whose content is drawn and not typed. */
export type SideColumn<R> = { title: string; width: number; draw: (row: R) => ReactNode }

export type CellChange<R, C> = { row: R; column: C; text: string }

/** Describes the parts of a sheet. */
export type SheetModel<R, C extends SheetColumn<R>> = {
  rows: SheetRows<R>
  columns: readonly C[]
  stateOf: (row: R, column: C) => CellState
  /** Receives the cells that are written in one step. */
  write: (changes: readonly CellChange<R, C>[]) => void
  /** Limits the rows and cells of one step; unlimited without it. */
  limit?: number
}
