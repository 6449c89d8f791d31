import { DatePicker } from 'antd'
import dayjs from 'dayjs'

type Props = {
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

const wire = 'YYYYMMDD'
const parsed = (date: string | undefined) => (date ? dayjs(date, wire) : null)

/** The shortcuts of the specification, section 9. */
const presets = () => {
  const today = dayjs()
  return [
    { label: '今天', value: [today, today] },
    { label: '最近一周', value: [today.subtract(1, 'week'), today] },
    { label: '最近一个月', value: [today.subtract(1, 'month'), today] },
    { label: '最近三个月', value: [today.subtract(3, 'month'), today] },
  ] satisfies { label: string; value: [dayjs.Dayjs, dayjs.Dayjs] }[]
}

/** The filter of a list by two dates, `yyyyMMdd` on the wire. */
export function DateRangeFilter({ from, to, onChange }: Props) {
  return (
    <DatePicker.RangePicker
      style={{ width: 248 }}
      placeholder={['开始日期', '截止日期']}
      aria-label="日期"
      presets={presets()}
      value={[parsed(from), parsed(to)]}
      allowEmpty={[true, true]}
      onChange={(dates) => onChange(dates?.[0]?.format(wire), dates?.[1]?.format(wire))}
    />
  )
}
