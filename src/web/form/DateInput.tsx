import { DatePicker } from 'antd'
import dayjs from 'dayjs'

type Props = { value?: string | null; onChange?: (value: string | null) => void; id?: string; placeholder: string }

const wire = 'YYYYMMDD'

/** A date that has been, shown as 2026-11-21, `yyyyMMdd` on the wire; no future day can be picked (specification, section 5). */
export default function DateInput({ value, onChange, ...props }: Props) {
  return (
    <DatePicker
      {...props}
      style={{ width: '100%' }}
      format={['YYYY-MM-DD', wire, 'YYYY/M/D', 'YYYY-M-D']}
      value={value ? dayjs(value, wire) : null}
      onChange={(date) => onChange?.(date ? date.format(wire) : null)}
      disabledDate={(date) => date.isAfter(dayjs(), 'day')}
    />
  )
}
