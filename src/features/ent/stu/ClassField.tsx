import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { TreeField, type TreeOption } from '#web/form/picker/TreeField.tsx'
import type { StudentPlaceNode } from './stu.parts.contract.ts'
import { useStudentPlaces } from './list/useStudentPlaces.tsx'

type Props = {
  value?: string | null
  onChange?: (unitNo: string | null) => void
  id?: string
}

/** Lists classes in use, with what lies above them, and the one that is chosen already. */
const optionsOf = (nodes: StudentPlaceNode[], chosen: string | null | undefined): TreeOption[] =>
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
    <TreeField<string | null>
      {...(id && { id })}
      placeholder="请选择班级"
      popupMatchSelectWidth={280}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
      options={places && optionsOf(places, value)}
      unfolded={[...byNo.keys()]}
      none="没有找到班级"
    />
  )
}
