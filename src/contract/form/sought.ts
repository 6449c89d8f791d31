import * as z from 'zod'
import { partOf } from './catalogue.ts'
import type { Column } from './column.ts'

/** How a column is looked for in a list: by a part of its text, one of its choices, or a day. */
export type Seeking = 'text' | 'choice' | 'day'

// What lists mask is not looked for, either: trying would tell what it holds.
const seekings: Record<string, Seeking> = {
  text: 'text',
  textarea: 'text',
  radio: 'choice',
  select: 'choice',
  checkbox: 'choice',
  switch: 'choice',
  date: 'day',
  datetime: 'day',
  days: 'day',
}

/** How a list is narrowed by a column; undefined where it is not. */
export const seekingOf = (column: Column): Seeking | undefined =>
  column.qryFlag === '1' ? seekings[partOf(column)?.no ?? ''] : undefined

/** What is looked for, by the numbers of columns. */
export type Sought = Record<string, string>

const Sought = z.record(z.string().regex(/^c\d{1,4}$/), z.string().min(1).max(100))

/** What is looked for, as the address of a list holds it. */
export const sought = z
  .string()
  .max(2000)
  .refine((text) => readSought(text) !== undefined, { error: '的格式不正确' })

/** What such a text says; undefined where it says nothing that can be looked for. */
export function readSought(text: string): Sought | undefined {
  try {
    const { success, data } = Sought.safeParse(JSON.parse(text))
    return success && Object.keys(data).length <= 10 ? data : undefined
  } catch {
    return undefined
  }
}
