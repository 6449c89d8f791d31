import { Select } from 'antd'
import { manyValues, useDictionary } from './dictionary.tsx'

type Props = {
  /** The dictionary whose values are offered. */
  type: string
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** A value that is never listed. */
  without?: string
  /** One value always holds. */
  always?: boolean
}

/** The filter of a list by the values of a dictionary. */
export function CodeFilter({ type, label, value, onChange, without, always = false }: Props) {
  const options = useDictionary(type)
    .filter(({ infoNo }) => infoNo !== without)
    .map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))
  return (
    <Select
      allowClear={!always}
      placeholder={label}
      aria-label={label}
      style={{ width: 112 }}
      showSearch={options.length > manyValues && { optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      options={options}
    />
  )
}
