import { Select } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Column } from '#contract/form/column.ts'
import { valueColumns } from '#contract/form/shown.ts'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'

type Told = {
  label: string
  /** Says what is wrong with it. */
  error?: string | undefined
}

/** Draws one setting of a step with its name above it, and what is wrong below; the control gets the id that the label names. */
export function StepLine({ label, error, children }: Told & { children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flow-line">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      <Wrong error={error} />
    </div>
  )
}

/** Draws a setting that is made by several controls. */
export function StepGroup({ label, error, children }: Told & { children: ReactNode }) {
  const id = useId()
  return (
    <div className="flow-line" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      {children}
      <Wrong error={error} />
    </div>
  )
}

type NumberProps = Told & {
  most: number
  unit: string
  /** Says what no number means. */
  placeholder?: string
  value: number | null
  onChange: (value: number | null) => void
}

/** Draws a setting that is a number from 1 on. */
export const NumberLine = ({ label, error, most, unit, ...input }: NumberProps) => (
  <StepLine label={label} error={error}>
    {(id) => <NumberInput id={id} precision={0} min={1} max={most} suffix={unit} {...input} />}
  </StepLine>
)

type FieldsProps = Told & {
  placeholder: string
  /** Stands below once a field is chosen. */
  hint?: string
  columns: readonly Column[]
  value: string[]
  onChange: (clmnNos: string[]) => void
}

/** Draws a setting that is fields of the form. */
export const FieldsLine = ({ label, error, placeholder, hint, columns, value, onChange }: FieldsProps) => (
  <StepLine label={label} error={error}>
    {(id) => (
      <>
        <Select
          id={id}
          mode="multiple"
          placeholder={placeholder}
          value={value}
          options={valueColumns(columns).map(({ clmnNo, clmnName }) => ({ value: clmnNo, label: clmnName }))}
          onChange={onChange}
        />
        {hint && value.length > 0 && <p className="grey">{hint}</p>}
      </>
    )}
  </StepLine>
)

const Wrong = ({ error }: Pick<Told, 'error'>) =>
  error && (
    <p className="bad-text" role="alert">
      {error}
    </p>
  )
