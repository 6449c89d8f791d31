import { createContext, use } from 'react'
import * as z from 'zod'
import { metaOf, unwrapSchema } from '#contract/explain.ts'
import { renderValue } from '#web/list/columns/columns.tsx'
import type { Values } from './merge.ts'

/** Describes a record that is only read: its values, and whether what is empty is shown too. */
type Shown = { values: Values; isWhole: boolean }

/** Provides the record to the fields of a form that is only read, which show it in place of their controls. */
export const RecordShown = createContext<Shown | undefined>(undefined)

const isFlag = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodEnum && schema.options.length === 2 && schema.options.every((one) => one === '0' || one === '1')

/** Draws a field that is only read: its label and its value, nothing of an empty one. */
export function FieldShown({ name, label, schema }: { name: string; label: string | undefined; schema: z.ZodType }) {
  const shown = use(RecordShown)
  const value = shown?.values[name]
  const isEmpty = value === null || value === undefined || value === ''
  if (isEmpty && !shown?.isWhole) return null
  const isSwitch = isFlag(unwrapSchema(schema)) && !metaOf(schema).dictionary
  return (
    <div className="field-shown">
      <span>{label ?? metaOf(schema).title}</span>
      <div>{isSwitch ? (value === '1' ? '是' : '否') : renderValue(name, schema, value)}</div>
    </div>
  )
}
