import type { ComponentType } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column, TableColumn } from '#contract/form/column.ts'
import { CascadeControl, RadioControl, RateControl, SelectControl, SwitchControl, TicksControl } from './ChoiceControls.tsx'
import type { ControlProps } from './control.ts'
import { FileControl } from './FileControl.tsx'
import { AddressControl, PersonControl } from './PersonControls.tsx'
import { PickControl } from './PickControl.tsx'
import { SignControl } from './SignControl.tsx'
import { TableControl } from './TableControl.tsx'
import { LineControl, LinesControl, NumberControl } from './TextControls.tsx'
import { DayControl, DaysControl, MomentControl } from './TimeControls.tsx'

const controls: Record<string, ComponentType<ControlProps>> = {
  text: LineControl,
  tel: LineControl,
  idNo: LineControl,
  email: LineControl,
  textarea: LinesControl,
  number: NumberControl,
  money: NumberControl,
  amount: NumberControl,
  date: DayControl,
  datetime: MomentControl,
  days: DaysControl,
  radio: RadioControl,
  checkbox: TicksControl,
  select: SelectControl,
  cascade: CascadeControl,
  switch: SwitchControl,
  rate: RateControl,
  emp: PickControl,
  stu: PickControl,
  unit: PickControl,
  ptr: PickControl,
  area: AddressControl,
  person: PersonControl,
  files: FileControl,
  pictures: FileControl,
  sign: SignControl,
  table: TableControl,
}

const drawn = (no: string, props: ControlProps) => {
  const Control = controls[no]
  return Control && <Control {...props} />
}

type Props = Pick<ControlProps, 'value' | 'onChange' | 'offered' | 'sources' | 'readOnly' | 'cellErrors'> & {
  column: Column | TableColumn
  /** Names its elements; unlike that of every other field of the page. */
  name: string
  error?: string | undefined
}

/** One field of a form: its label, its control, what helps and what is wrong. */
export function FormField({ column, name, error, ...control }: Props) {
  const { clmnName, mustFlag, tip } = column
  const part = partOf(column)
  if (part?.no === 'line') return <hr className="fill-wide" />
  if (part?.no === 'note')
    return (
      <div className="fill-wide fill-note">
        <strong>{clmnName}</strong>
        {tip && <p>{tip}</p>}
      </div>
    )
  if (!part) return null
  const [labelId, tipId, errorId] = [`${name}-label`, `${name}-tip`, `${name}-error`]
  const describedBy = [tip && tipId, error && errorId].filter(Boolean).join(' ') || undefined
  const isWide = 'wdt' in column && column.wdt === 2
  return (
    <div className={isWide ? 'fill-field fill-wide' : 'fill-field'}>
      <label id={labelId} htmlFor={name} className={mustFlag === '1' ? 'fill-must' : undefined}>
        {clmnName}
      </label>
      {drawn(part.no, { ...control, column, id: name, labelId, describedBy, invalid: !!error })}
      {tip && (
        <small id={tipId} className="fill-tip">
          {tip}
        </small>
      )}
      {error && (
        <small id={errorId} className="fill-error">
          {error}
        </small>
      )}
    </div>
  )
}
