import { ConfigProvider, Input } from 'antd'
import type { ReactNode } from 'react'
import type { DayLimits } from '#contract/values/dayLimits.ts'
import { DayField } from '#web/form/calendar/DayField.tsx'
import './date.css'

type Props = {
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
  placeholder?: string
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

/**
 * Draws a date in a form of the office, shown as 2026-11-21, `yyyyMMdd` on the wire, or with `time` 2026-11-21 09:05:00 and
 * `yyyyMMddHHmmss` (docs/spec/inputs.md#dates).
 */
export default function DateInput({ value, onChange, time = false, endOfDay = false, disabled, ...props }: Props) {
  const { componentDisabled } = ConfigProvider.useConfig()
  return (
    <DayField
      {...props}
      box={Input}
      disabled={disabled ?? componentDisabled}
      clock={time ? (endOfDay ? '235959' : '000000') : undefined}
      value={value ?? ''}
      onChange={(picked) => onChange?.(picked ?? null)}
    />
  )
}
