import { createContext, type ReactNode, use } from 'react'
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

type Props = {
  name: string
  label: string | undefined
  schema: z.ZodType
  /** Replaces how the value reads by its type. */
  draw: ((value: string | null) => ReactNode) | undefined
}

/** Draws a field that is only read: its label and its value, nothing of an empty one. */
export function FieldShown({ name, label, schema, draw }: Props) {
  const shown = use(RecordShown)
  const value = shown?.values[name]
  const isEmpty = value === null || value === undefined || value === ''
  if (isEmpty && !shown?.isWhole) return null
  const isSwitch = isFlag(unwrapSchema(schema)) && !metaOf(schema).dictionary
  const drawn = isSwitch ? (value === '1' ? '是' : '否') : renderValue(name, schema, value)
  return (
    <div className="field-shown">
      <span>{label ?? metaOf(schema).title}</span>
      <div>{draw && !isEmpty ? draw(String(value)) : drawn}</div>
    </div>
  )
}
