import { Input } from 'antd'

type Props = {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  /** No later moment is offered. */
  latest?: string
  'aria-label'?: string
}

/** A date and time to the minute, `yyyyMMddHHmmss`, in the control that a phone knows as well. */
export const MomentInput = ({ value, onChange, latest = '210012312359', ...props }: Props) => (
  <Input
    {...props}
    type="datetime-local"
    max={momentToInput(latest)}
    value={momentToInput(value)}
    onChange={({ target }) => onChange?.(target.value ? `${target.value.replace(/\D/g, '').slice(0, 12)}00` : null)}
  />
)

/** … as that control has it. */
export const momentToInput = (moment: string | null | undefined) =>
  moment ? `${moment.slice(0, 4)}-${moment.slice(4, 6)}-${moment.slice(6, 8)}T${moment.slice(8, 10)}:${moment.slice(10, 12)}` : ''
