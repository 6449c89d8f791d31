import { type ControlProps, plainProps } from './control.web.ts'

const toDay = (value: unknown) => {
  const text = typeof value === 'string' ? value : ''
  return text.length >= 8 ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}` : ''
}
const fromInput = (text: string) => text.replace(/\D/g, '')

/** Draws a day, in the device's own picker. */
export const DayControl = (props: ControlProps) => (
  <input
    type="date"
    max="2100-12-31"
    {...plainProps(props)}
    value={toDay(props.value)}
    onChange={({ target }) => props.onChange(fromInput(target.value) || undefined)}
  />
)

/** Draws a day and a time to the minute. */
export function MomentControl(props: ControlProps) {
  const text = typeof props.value === 'string' ? props.value : ''
  const shown = text.length >= 12 ? `${toDay(text)}T${text.slice(8, 10)}:${text.slice(10, 12)}` : ''
  const change = (given: string) => props.onChange(given ? `${fromInput(given).slice(0, 12)}00` : undefined)
  return (
    <input
      type="datetime-local"
      max="2100-12-31T23:59"
      {...plainProps(props)}
      value={shown}
      onChange={({ target }) => change(target.value)}
    />
  )
}

/** Draws the first and the last day. */
export function DaysControl(props: ControlProps) {
  const { value, onChange, labelId, describedBy, invalid, readOnly } = props
  const { sDt, eDt } = (value ?? {}) as { sDt?: string; eDt?: string }
  const change = (part: { sDt?: string; eDt?: string }) => {
    const next = { sDt, eDt, ...part }
    onChange(next.sDt || next.eDt ? next : undefined)
  }
  const common = { type: 'date', max: '2100-12-31', disabled: readOnly, 'aria-invalid': invalid || undefined }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-pair">
      <input
        {...common}
        aria-label="开始日期"
        value={toDay(sDt)}
        onChange={({ target }) => change({ sDt: fromInput(target.value) })}
      />
      <span aria-hidden="true">至</span>
      <input
        {...common}
        aria-label="截止日期"
        min={toDay(sDt) || undefined}
        value={toDay(eDt)}
        onChange={({ target }) => change({ eDt: fromInput(target.value) })}
      />
    </div>
  )
}
