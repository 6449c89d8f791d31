import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '#web/api/api.ts'
import { TreeField, type TreeOption } from '#web/form/picker/TreeField.tsx'
import { Filter } from '#web/list/filters/Filter.tsx'
import { edcunit, type UnitNode } from '../edcunit.contract.ts'

type Props = {
  label: string
  value: string | undefined
  onChange: (unitNo: string | undefined) => void
}

const optionOf = ({ unitNo, unitName, helpCode, items }: UnitNode): TreeOption => ({
  value: unitNo,
  title: unitName,
  words: `${helpCode} ${unitNo}`,
  children: items.map(optionOf),
})

const nameOf = (nodes: TreeOption[], unitNo: string): string | undefined =>
  nodes.map(({ value, title, children }) => (value === unitNo ? title : nameOf(children, unitNo))).find(Boolean)

/** Draws the filter of a list by a class, a grade or whatever is above: what lies below counts too. */
export function UnitFilter({ label, value, onChange }: Props) {
  const { data } = useQuery(query(edcunit.gettree, { grdtFlag: '0' }))
  const options = useMemo(() => data?.map(optionOf), [data])
  return (
    <Filter label={label} shown={value && (nameOf(options ?? [], value) ?? value)} onClear={() => onChange(undefined)}>
      <TreeField<string | null>
        allowClear
        style={{ width: 160 }}
        aria-label={label}
        placeholder={label}
        popupMatchSelectWidth={280}
        value={value ?? null}
        onChange={(next) => onChange(next ?? undefined)}
        options={options}
        none="没有找到班级"
      />
    </Filter>
  )
}
