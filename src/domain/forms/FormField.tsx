import { type ComponentType, Suspense } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import { RadioControl, SelectControl, SwitchControl, TicksControl } from './ChoiceControls.tsx'
import type { ControlProps, FieldProps } from './control.web.ts'
import './pages/pages.css'
import { PickControl } from './PickControl.tsx'
import { TableControl } from './TableControl.tsx'
import { LineControl, LinesControl, NumberControl } from './TextControls.tsx'
import { DayControl, DaysControl, MomentControl, TimesControl } from './TimeControls.tsx'

// Loads what few forms have when it is first shown: the form at a gate stays small.
const PersonControl = lazyPiece(async () => ({ default: (await import('./PersonControls.tsx')).PersonControl }))
const AddressControl = lazyPiece(async () => ({ default: (await import('./PersonControls.tsx')).AddressControl }))
const FileControl = lazyPiece(async () => ({ default: (await import('./FileControl.tsx')).FileControl }))
const YearControl = lazyPiece(() => import('./YearControl.tsx'))
const CascadeControl = lazyPiece(() => import('./CascadeControl.tsx'))
const RateControl = lazyPiece(() => import('./RateControl.tsx'))
const SignControl = lazyPiece(async () => ({ default: (await import('./SignControl.tsx')).SignControl }))

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
  year: YearControl,
  times: TimesControl,
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

// Passes the component to controls with fields of their own, or the two files would import each other.
const renderField = (props: FieldProps) => <FormField key={props.column.clmnNo} {...props} />

const drawn = (no: string, props: ControlProps) => {
  const Control = controls[no]
  return (
    Control && (
      <Suspense>
        <Control {...props} />
      </Suspense>
    )
  )
}

/** Draws one field of a form: its label, its control, the tip with where the value comes from, and the error. */
export function FormField({ column, name, error, origin, ...control }: FieldProps) {
  const { clmnName, mustFlag, tip } = column
  const part = partOf(column)
  if (part?.no === 'line') return <hr className="fill-wide" />
  if (part?.no === 'page')
    return (
      <div className="fill-wide fill-page-break" role="separator" aria-label={`分页：${clmnName}`}>
        {clmnName}
      </div>
    )
  if (part?.no === 'note')
    return (
      <div className="fill-wide fill-note">
        <strong>{clmnName}</strong>
        {tip && <p>{tip}</p>}
      </div>
    )
  if (!part) return null
  const [labelId, tipId, errorId] = [`${name}-label`, `${name}-tip`, `${name}-error`]
  const said = [tip, origin].filter(Boolean).join('\n')
  const describedBy = [said && tipId, error && errorId].filter(Boolean).join(' ') || undefined
  const isWide = 'wdt' in column && column.wdt === 2
  return (
    <div className={['fill-field', isWide && 'fill-wide', error && 'with-fault'].filter(Boolean).join(' ')}>
      <label id={labelId} htmlFor={name} className={mustFlag === '1' ? 'fill-must' : undefined}>
        {clmnName}
      </label>
      {drawn(part.no, { ...control, column, id: name, labelId, describedBy, invalid: !!error, renderField })}
      {said && (
        <small id={tipId} className="fill-tip">
          {said}
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
