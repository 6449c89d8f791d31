import { Button } from 'antd'
import { type DayLimits, wrongDay } from '#contract/values/dayLimits.ts'
import DateInput from './DateInput.tsx'
import { type DateRange, orderedRange, presetsOf } from './dateRange.ts'

type Props = {
  value?: DateRange
  onChange?: (range: DateRange) => void
  /** Adds hours, minutes and seconds. */
  time?: boolean
  limits?: DayLimits
  /** Allows, if false, a start after the end. */
  verify?: boolean
  disabled?: boolean
  id?: string
  'aria-label'?: string
}

const nothing: DateRange = [null, null]

/** Draws two dates or times: picking one out of order moves the other along (docs/spec/inputs.md#dates). */
export default function DateRangeInput(props: Props) {
  const { value = nothing, onChange, time = false, limits = {}, verify = true, disabled, id } = props
  const pick = (end: 0 | 1, picked: string | null) => {
    const range: DateRange = end === 0 ? [picked, value[1]] : [value[0], picked]
    onChange?.(verify ? orderedRange(range, end) : range)
  }
  const shortcuts = presetsOf(time).filter(({ range }) => !range.some((end) => end && wrongDay(end, limits)))
  const footer = (close: () => void) => (
    <div className="date-presets">
      {shortcuts.map(({ label, range }) => (
        <Button
          key={label}
          size="small"
          type="link"
          onClick={() => {
            onChange?.(range)
            close()
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  )
  const end = (at: 0 | 1) => {
    const name = `${at === 0 ? '开始' : '截止'}${time ? '时间' : '日期'}`
    return (
      <DateInput
        {...(at === 0 && id && { id })}
        aria-label={name}
        placeholder={name}
        {...(disabled && { disabled })}
        time={time}
        endOfDay={at === 1}
        limits={limits}
        value={value[at]}
        onChange={(picked) => pick(at, picked)}
        {...(shortcuts.length > 0 && { footer })}
      />
    )
  }
  return (
    <div className={time ? 'date-range time' : 'date-range'} role="group" aria-label={props['aria-label'] ?? '时间范围'}>
      {end(0)}
      <span className="grey">至</span>
      {end(1)}
    </div>
  )
}
