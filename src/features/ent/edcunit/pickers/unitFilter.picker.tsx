import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { query } from '#web/api/api.ts'
import { Filter } from '#web/list/filters/Filter.tsx'
import { edcunit, type UnitNode } from '../edcunit.contract.ts'

type Option = { value: string; title: string; words: string; children: Option[] }

type Props = {
  label: string
  value: string | undefined
  onChange: (unitNo: string | undefined) => void
}

const optionOf = ({ unitNo, unitName, helpCode, items }: UnitNode): Option => ({
  value: unitNo,
  title: unitName,
  words: `${helpCode} ${unitNo}`,
  children: items.map(optionOf),
})

const nameOf = (nodes: Option[], unitNo: string): string | undefined =>
  nodes.map(({ value, title, children }) => (value === unitNo ? title : nameOf(children, unitNo))).find(Boolean)

/** Draws the filter of a list by a class, a grade or whatever is above: what lies below counts too. */
export function UnitFilter({ label, value, onChange }: Props) {
  const { data } = useQuery(query(edcunit.gettree, { grdtFlag: '0' }))
  const options = useMemo(() => data?.map(optionOf) ?? [], [data])
  return (
    <Filter label={label} shown={value && (nameOf(options, value) ?? value)} onClear={() => onChange(undefined)}>
      <TreeSelect<string | null, Option>
        allowClear
        virtual
        style={{ width: 160 }}
        aria-label={label}
        placeholder={label}
        popupMatchSelectWidth={280}
        // Shows nothing until the tree is read, instead of the number.
        value={data ? (value ?? null) : null}
        onChange={(next) => onChange(next ?? undefined)}
        treeData={options}
        treeDefaultExpandedKeys={options.map((one) => one.value)}
        key={data ? 'read' : 'reading'}
        showSearch={{
          filterTreeNode: (word, node) => `${node.title} ${node.words}`.toLowerCase().includes(word.trim().toLowerCase()),
        }}
        notFoundContent={data ? '没有找到班级' : '正在读取'}
        treeNodeLabelProp="title"
      />
    </Filter>
  )
}
