import { Select } from 'antd'
import { today } from '#contract/values/day.ts'
import { yearsBack } from './years.ts'

type Props = {
  value?: string | null
  onChange?: (year: string | null) => void
  /** Sets how many years before this one are offered. */
  back?: number
  id?: string
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
}

/** Draws the choice of one of the last years; keeps an older one of the record. */
export function YearInput({ value = null, onChange, back, placeholder = '请选择年份', ...props }: Props) {
  const years = yearsBack(Number(today().slice(0, 4)), back)
  const offered = value === null || years.includes(value) ? years : [...years, value].sort().reverse()
  return (
    <Select<string | null>
      {...props}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      value={value}
      onChange={(year) => onChange?.(year ?? null)}
      options={offered.map((year) => ({ value: year, label: `${year}年` }))}
    />
  )
}
