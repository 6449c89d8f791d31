import { dayLimitsOf } from '#contract/form/moments.ts'
import { DayField } from '#web/form/calendar/DayField.tsx'
import { orderedRange } from '#web/form/inputs/dateRange.ts'
import { type ControlProps, plainProps } from './control.web.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Draws a day. */
export const DayControl = ({ value, onChange, ...props }: ControlProps) => (
  <DayField {...plainProps(props)} limits={dayLimitsOf(props.column)} value={textOf(value)} onChange={onChange} />
)

/** Draws a day and a time. */
export const MomentControl = ({ value, onChange, ...props }: ControlProps) => (
  <DayField {...plainProps(props)} clock="000000" limits={dayLimitsOf(props.column)} value={textOf(value)} onChange={onChange} />
)

/** Draws the first and the last day. */
export const DaysControl = (props: ControlProps) => <Range {...props} />

/** Draws the first and the last moment, the last one by default the last second of its day. */
export const TimesControl = (props: ControlProps) => <Range {...props} withTime />

type Ends = { sDt?: string; eDt?: string }

function Range({ column, value, onChange, labelId, describedBy, invalid, readOnly, id, withTime = false }: RangeProps) {
  const { sDt = '', eDt = '' } = (value ?? {}) as Ends
  // Moves the other end along where one was picked out of order (docs/spec/inputs.md#dates).
  const change = (name: keyof Ends, picked = '') => {
    const [start, end] = orderedRange(name === 'sDt' ? [picked, eDt] : [sDt, picked], name === 'sDt' ? 0 : 1)
    onChange(start || end ? { ...(start && { sDt: start }), ...(end && { eDt: end }) } : undefined)
  }
  const limits = dayLimitsOf(column)
  const what = withTime ? '时间' : '日期'
  const common = { disabled: readOnly, 'aria-invalid': invalid || undefined, limits }
  return (
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      className={withTime ? 'fill-pair time' : 'fill-pair'}
    >
      <DayField
        {...common}
        {...(withTime && { clock: '000000' as const })}
        id={id}
        aria-label={`开始${what}`}
        value={sDt}
        onChange={(picked) => change('sDt', picked)}
      />
      <span aria-hidden="true">至</span>
      <DayField
        {...common}
        {...(withTime && { clock: '235959' as const })}
        aria-label={`截止${what}`}
        value={eDt}
        onChange={(picked) => change('eDt', picked)}
      />
    </div>
  )
}

type RangeProps = ControlProps & { withTime?: boolean }
