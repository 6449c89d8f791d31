import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unitTypes } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { TreeField, type TreeOption } from '#web/form/picker/TreeField.tsx'
import { edcunit, type UnitNode } from '../edcunit.contract.ts'

type Props = { id?: string; value?: string[]; onChange?: (unitNos: string[]) => void }

const optionOf = ({ unitNo, unitName, unitType, helpCode, items }: UnitNode): TreeOption => {
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
  const options = useMemo(() => data?.map(optionOf), [data])
  return (
    <TreeField<string[]>
      {...(id && { id })}
      multiple
      treeCheckable
      treeCheckStrictly={false}
      showCheckedStrategy="SHOW_PARENT"
      allowClear
      placeholder="全校"
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
      options={options}
      none="没有找到年级或班级"
    />
  )
}
