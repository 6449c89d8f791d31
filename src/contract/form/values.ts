import type { Choice, Column } from './column.ts'
import { type FormPart, partOf } from './catalogue.ts'

/** Describes one choice of a column: its own, or a value of its dictionary; a cascade's has further ones in `items`. */
export type Offered = Choice & { items?: readonly Offered[] }
export type OfferedBy = (column: Pick<Column, 'infoType' | 'opts'>) => readonly Offered[]

/** Returns the initial value of a column: its default, which is written as text. */
export const defaultOf = (column: Column): unknown =>
  column.dftlVal && ['number', 'money', 'amount'].includes(partOf(column)?.no ?? '') ? Number(column.dftlVal) : column.dftlVal

/** Tells whether a control holds nothing. */
export const isEmpty = (value: unknown): boolean =>
  isBlank(value) || (typeof value === 'object' && !Array.isArray(value) && Object.values(value as object).every(isBlank))

// Stops at one level: the input may be nested without end.
const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns the most characters, files, people or rows that a column may hold. */
export const mostOf = ({ len }: Pick<Column, 'len'>, part: FormPart | undefined) => len ?? part?.len ?? 200
