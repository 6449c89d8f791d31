import { Input } from 'antd'

type Props = {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  /** Limits the moments offered. */
  latest?: string
  'aria-label'?: string
}

/** Draws a date and time to the minute, `yyyyMMddHHmmss`, in the control that a phone knows as well. */
export const MomentInput = ({ value, onChange, latest = '210012312359', ...props }: Props) => (
  <Input
    {...props}
    type="datetime-local"
    max={momentToInput(latest)}
    value={momentToInput(value)}
    onChange={({ target }) => onChange?.(target.value ? `${target.value.replace(/\D/g, '').slice(0, 12)}00` : null)}
  />
)

/** Formats a moment for that control; empty for none. */
export const momentToInput = (moment: string | null | undefined) =>
  moment ? `${moment.slice(0, 4)}-${moment.slice(4, 6)}-${moment.slice(6, 8)}T${moment.slice(8, 10)}:${moment.slice(10, 12)}` : ''
