import { Select } from 'antd'
import { manyValues } from '#web/api/dictionary.tsx'
import { Filter } from './Filter.tsx'

type Props = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Requires one value always. */
  always?: boolean
  width?: number
}

/** Draws the filter of a list by one of several values. */
export function SelectFilter({ label, options, value, onChange, always = false, width = 112 }: Props) {
  const clear = () => onChange(undefined)
  return (
    <Filter label={label} shown={value && (options.find((one) => one.value === value)?.label ?? value)} onClear={clear}>
      <Select
        allowClear={!always}
        placeholder={label}
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
