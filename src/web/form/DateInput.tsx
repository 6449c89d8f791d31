import { DatePicker } from 'antd'
import dayjs from 'dayjs'

type Props = {
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
  placeholder: string
  disabled?: boolean
  /** Days to come can be picked too. */
  future?: boolean
}

const wire = 'YYYYMMDD'

/** A date, shown as 2026-11-21, `yyyyMMdd` on the wire; of one that has been no future day can be picked (specification, section 5). */
export default function DateInput({ value, onChange, future = false, ...props }: Props) {
  return (
    <DatePicker
      {...props}
      style={{ width: '100%' }}
      format={['YYYY-MM-DD', wire, 'YYYY/M/D', 'YYYY-M-D']}
      value={value ? dayjs(value, wire) : null}
      onChange={(date) => onChange?.(date ? date.format(wire) : null)}
      disabledDate={(date) => !future && date.isAfter(dayjs(), 'day')}
    />
  )
}
