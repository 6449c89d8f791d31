import { TreeSelect } from 'antd'
import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import type { StudentPlaceNode } from './stu.parts.contract.ts'
import { useStudentPlaces } from './list/useStudentPlaces.tsx'

type Option = { value: string; title: string; words: string; disabled: boolean; children: Option[] }

type Props = {
  value?: string | null
  onChange?: (unitNo: string | null) => void
  id?: string
}

/** Lists classes in use, with what lies above them, and the one that is chosen already. */
const optionsOf = (nodes: StudentPlaceNode[], chosen: string | null | undefined): Option[] =>
  nodes.flatMap((node) => {
    const { unitNo, unitName, helpCode, unitType, stt, items } = node
    const isClass = unitType === unitTypes.class
    const children = isClass ? [] : optionsOf(items, chosen)
    const isOffered = isClass ? stt === Status.enabled || unitNo === chosen : children.length > 0
    return isOffered ? [{ value: unitNo, title: unitName, words: helpCode, disabled: !isClass, children }] : []
  })

/** Chooses the class of a student. */
export function ClassField({ value, onChange, id }: Props) {
  const { places, byNo } = useStudentPlaces()
  return (
    <TreeSelect<string | null, Option>
      {...(id && { id })}
      virtual
      placeholder="请选择班级"
      popupMatchSelectWidth={280}
      // Shows nothing until the tree is read, instead of the number.
      value={places ? (value ?? null) : null}
      onChange={(next) => onChange?.(next)}
      treeData={optionsOf(places ?? [], value)}
      treeDefaultExpandedKeys={[...byNo.keys()]}
      key={places ? 'read' : 'reading'}
      showSearch={{
        filterTreeNode: (word, node) => `${node.title} ${node.words}`.toLowerCase().includes(word.trim().toLowerCase()),
      }}
      notFoundContent={places ? '没有找到班级' : '正在读取'}
      treeNodeLabelProp="title"
    />
  )
}
