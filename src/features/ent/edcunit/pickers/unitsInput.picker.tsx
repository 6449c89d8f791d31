import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { unitTypes } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { edcunit, type UnitNode } from '../edcunit.contract.ts'

type Option = { value: string; title: string; words: string; selectable: boolean; disableCheckbox: boolean; children: Option[] }
type Props = { id?: string; value?: string[]; onChange?: (unitNos: string[]) => void }

const optionOf = ({ unitNo, unitName, unitType, helpCode, items }: UnitNode): Option => {
  const isChosen = unitType === unitTypes.grade || unitType === unitTypes.class
  const words = `${helpCode} ${unitNo}`
  return {
    value: unitNo,
    title: unitName,
    words,
    selectable: isChosen,
    disableCheckbox: !isChosen,
    children: items.map(optionOf),
  }
}

/** Draws the choice of several grades and classes; a grade stands for all classes in it, also those to come. */
export function UnitsInput({ id, value = [], onChange }: Props) {
  const { data } = useQuery(query(edcunit.gettree, { grdtFlag: '0' }))
  const options = useMemo(() => data?.map(optionOf) ?? [], [data])
  return (
    <TreeSelect<string[], Option>
      {...(id && { id })}
      multiple
      treeCheckable
      treeCheckStrictly={false}
      showCheckedStrategy="SHOW_PARENT"
      allowClear
      virtual
      placeholder="全校"
      value={data ? value : []}
      onChange={(chosen) => onChange?.(chosen)}
      treeData={options}
      treeDefaultExpandedKeys={options.map((one) => one.value)}
      key={data ? 'read' : 'reading'}
      showSearch={{
        filterTreeNode: (word, node) => `${node.title} ${node.words}`.toLowerCase().includes(word.trim().toLowerCase()),
      }}
      notFoundContent={data ? '没有找到年级或班级' : '正在读取'}
    />
  )
}
