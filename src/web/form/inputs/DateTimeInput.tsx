import { Input } from 'antd'

type Props = {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  /** Limits the times that are offered. */
  latest?: string
  'aria-label'?: string
}

/** Draws a date and time to the minute, `yyyyMMddHHmmss`, in the control that a phone knows as well. */
export const DateTimeInput = ({ value, onChange, latest = '210012312359', ...props }: Props) => (
  <Input
    {...props}
    type="datetime-local"
    max={toInputValue(latest)}
    value={toInputValue(value)}
    onChange={({ target }) => onChange?.(target.value ? `${target.value.replace(/\D/g, '').slice(0, 12)}00` : null)}
  />
)

/** Formats a moment for that control; empty for none. */
export const toInputValue = (moment: string | null | undefined) =>
  moment ? `${moment.slice(0, 4)}-${moment.slice(4, 6)}-${moment.slice(6, 8)}T${moment.slice(8, 10)}:${moment.slice(10, 12)}` : ''
