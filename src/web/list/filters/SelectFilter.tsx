import { Select } from 'antd'
import { use } from 'react'
import { manyValues } from '#web/api/dictionary.tsx'
import { Filter, FilterContext } from './Filter.tsx'

type Props = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Requires one value always. */
  always?: boolean
  /** Says that something above the list shows its value already. */
  isShownAbove?: boolean | undefined
  /** Names what holds where none is chosen. */
  all?: string
  width?: number
}

/** Draws the filter of a list by one of several values. */
export function SelectFilter({
  label,
  options,
  value,
  onChange,
  always = false,
  isShownAbove,
  all = '全部',
  width = 112,
}: Props) {
  const { isLabelled } = use(FilterContext)
  const clear = () => onChange(undefined)
  return (
    <Filter
      label={label}
      shown={value && (options.find((one) => one.value === value)?.label ?? value)}
      onClear={clear}
      isShownAbove={isShownAbove || always}
    >
      <Select
        allowClear={!always}
        placeholder={isLabelled ? all : label}
        aria-label={label}
        style={{ width }}
        showSearch={options.length > manyValues && { optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        value={value ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        options={[...options]}
      />
    </Filter>
  )
}
