import type { Column, TableColumn } from '#contract/form/column.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import type { ReactNode } from 'react'
import type { FormSources } from './sources.web.ts'

/** What every control of a form is given. */
export type ControlProps = {
  column: Column | TableColumn
  value: unknown
  onChange: (value: unknown) => void
  offered: OfferedBy
  sources: FormSources
  /** Of the element that the label names. */
  id: string
  /** Of the label, for controls of several elements. */
  labelId: string
  /** Of the tip and the complaint. */
  describedBy: string | undefined
  invalid: boolean
  readOnly: boolean
  /** What a cell of a table inside the form complains of, by `row.column`. */
  cellErrors?: Record<string, string>
  /** Draws a field inside this control, with all that stands around it. */
  renderField: (props: FieldProps) => ReactNode
}

/** A field of a form, whatever its control is. */
export type FieldProps = Pick<ControlProps, 'value' | 'onChange' | 'offered' | 'sources' | 'readOnly' | 'cellErrors'> & {
  column: Column | TableColumn
  /** Names its elements; unlike that of every other field of the page. */
  name: string
  error?: string | undefined
}

/** What the one element of a simple control has of them. */
export const plainProps = ({ id, describedBy, invalid, readOnly, column }: ControlProps) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': column.mustFlag === '1' || undefined,
  disabled: readOnly,
})
