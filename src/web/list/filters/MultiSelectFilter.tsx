import { Select } from 'antd'
import { Filter } from './Filter.tsx'

type Option = { value: string; label: string }

type Props = {
  label: string
  /** Lists the options under the names of their groups. */
  groups: readonly { name: string; options: readonly Option[] }[]
  /** Holds a comma list. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  width?: number
}

/** Draws the filter of a list by any of several values. */
export function MultiSelectFilter({ label, groups, value, onChange, width = 150 }: Props) {
  const names = new Map(groups.flatMap(({ options }) => options.map((one) => [one.value, one.label])))
  const chosen = value?.split(',') ?? []
  const shown = chosen.map((one) => names.get(one) ?? one).join('或')
  return (
    <Filter label={label} shown={shown} onClear={() => onChange(undefined)}>
      <Select
        mode="multiple"
        allowClear
        maxTagCount={1}
        placeholder={label}
        aria-label={label}
        style={{ width }}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        value={chosen}
        onChange={(next) => onChange(next.length > 0 ? next.toSorted().join(',') : undefined)}
        options={groups.map(({ name, options }) => ({ label: name, options: [...options] }))}
      />
    </Filter>
  )
}
