import { Radio, Select } from 'antd'
import { manyValues, useDictionary } from '#web/api/dictionary.tsx'

type Props = {
  typeCode: string
  /** Lists the values to choose from, where these are not all; up to four stand side by side. */
  only?: readonly string[] | undefined
  clearable?: boolean
  placeholder?: string
  value?: string
  onChange?: (value: string | null) => void
  id?: string
}

/** Chooses a value of a dictionary; one that is no longer offered keeps its name as long as it stays. */
export function CodeInput({ typeCode, only, clearable = false, onChange, ...props }: Props) {
  const items = useDictionary(typeCode)
  const options = items
    .filter(({ infoNo, showFlag }) => (showFlag === '1' || infoNo === props.value) && (!only || only.includes(infoNo)))
    .map(({ infoNo, chnName, showFlag }) => ({ value: infoNo, label: chnName, disabled: showFlag !== '1' }))
  // Leaves out boxes for a clearable field, for they cannot be cleared.
  if (only && only.length <= 4 && !clearable) {
    const { placeholder: _, ...radio } = props
    return <Radio.Group options={options} onChange={({ target }) => onChange?.(target.value as string)} {...radio} />
  }
  return (
    <Select
      options={options}
      allowClear={clearable}
      showSearch={options.length > manyValues && { optionFilterProp: 'label' }}
      onChange={(value: string | undefined) => onChange?.(value ?? null)}
      {...props}
      // Shows nothing until the names are read, instead of the number.
      value={items.length > 0 ? (props.value ?? null) : null}
    />
  )
}
