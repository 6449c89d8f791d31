import type { Column, TableColumn } from '#contract/form/column.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import type { ReactNode } from 'react'
import type { FormSources } from './sources.web.ts'

/** Describes the props of every control of a form. */
export type ControlProps = {
  column: Column | TableColumn
  value: unknown
  onChange: (value: unknown) => void
  offered: OfferedBy
  sources: FormSources
  /** Identifies the element that the label names. */
  id: string
  /** Identifies the label, for controls of several elements. */
  labelId: string
  /** Identifies the tip and the error. */
  describedBy: string | undefined
  invalid: boolean
  readOnly: boolean
  /** Holds the errors of cells of a table inside the form, by `row.column`. */
  cellErrors?: Record<string, string>
  /** Draws a field inside this control, with all that stands around it. */
  renderField: (props: FieldProps) => ReactNode
}

/** Describes a field of a form, whatever its control is. */
export type FieldProps = Pick<ControlProps, 'value' | 'onChange' | 'offered' | 'sources' | 'readOnly' | 'cellErrors'> & {
  column: Column | TableColumn
  /** Names its elements; unlike that of every other field of the page. */
  name: string
  error?: string | undefined
  /** Says where its value comes from. */
  origin?: string | undefined
}

type Plain = Pick<ControlProps, 'id' | 'describedBy' | 'invalid' | 'readOnly' | 'column'>

/** Returns the props for the one element of a simple control. */
export const plainProps = ({ id, describedBy, invalid, readOnly, column }: Plain) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': column.mustFlag === '1' || undefined,
  disabled: readOnly,
})

type Grouped = Pick<ControlProps, 'labelId' | 'describedBy' | 'invalid'>

/** Returns the props for the group of a control that chooses one of several. */
export const radioGroupProps = ({ labelId, describedBy, invalid }: Grouped) => ({
  role: 'radiogroup',
  'aria-labelledby': labelId,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
})
