import { DatePicker, type GetRef } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type DayLimits, wrongDay } from '#contract/values/dayLimits.ts'
import './date.css'

type Props = {
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
  placeholder: string
  disabled?: boolean
  limits?: DayLimits
  /** Adds hours, minutes and seconds. */
  time?: boolean
  /** Sets the time of a day just picked to its last second, not its first. */
  endOfDay?: boolean
  /** Draws the part below the calendar, which may close it. */
  footer?: (close: () => void) => ReactNode
  'aria-label'?: string
}

const wires = { date: 'YYYYMMDD', time: 'YYYYMMDDHHmmss' }
const days = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY/M/D', 'YYYY-M-D', 'YYYY年M月D日']
const times = ['HH:mm', 'H:mm', 'H:mm:ss', 'HH:mm:ss']
// Shows dates in the first format; accepts the others when typed.
const formats = {
  date: days,
  time: ['YYYY-MM-DD HH:mm:ss', 'YYYYMMDDHHmmss', ...days.flatMap((day) => times.map((time) => `${day} ${time}`))],
}

/**
 * Draws a date, shown as 2026-11-21, `yyyyMMdd` on the wire, or with `time` 2026-11-21 09:05:00 and `yyyyMMddHHmmss`
 * (docs/spec/inputs.md#dates).
 */
export default function DateInput({ value, onChange, limits, time = false, endOfDay = false, footer, ...props }: Props) {
  const kind = time ? 'time' : 'date'
  const picker = useRef<GetRef<typeof DatePicker>>(null)
  const isOpen = useRef(false)
  const [round, setRound] = useState(0)
  // Draws it anew where its tab is hidden while it is open: it would look for parts of itself that are gone by then.
  useLayoutEffect(
    () => () => {
      if (!isOpen.current) return
      isOpen.current = false
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      setRound((before) => before + 1)
    },
    [],
  )
  // Closes as soon as the focus has left it; the keyboard goes on in the field.
  const close = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setTimeout(() => picker.current?.focus())
  }
  return (
    <DatePicker
      key={round}
      {...props}
      ref={picker}
      onOpenChange={(opens) => {
        isOpen.current = opens
      }}
      style={{ width: '100%' }}
      format={formats[kind]}
      {...(time && {
        showTime: {
          defaultOpenValue: dayjs()
            .startOf('day')
            .subtract(endOfDay ? 1 : 0, 'second'),
        },
      })}
      // Accepts a picked value as soon as the field is left.
      needConfirm={false}
      value={value ? dayjs(value, wires[kind]) : null}
      onChange={(date) => onChange?.(date ? date.format(wires[kind]) : null)}
      disabledDate={(date) => limits !== undefined && wrongDay(date.format(wires.date), limits) !== undefined}
      {...(footer && { renderExtraFooter: () => footer(close), showNow: time })}
    />
  )
}
