import { useQuery } from '@tanstack/react-query'
import type { UnitType } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { edcunit, typeNames } from './edcunit.contract.ts'
import { KeptFields, NewFields } from './UnitFields.tsx'
import { typesBelow } from './pickers/unitNodes.tsx'
import type { UnitPlace, Units } from './useUnits.tsx'

type Props = {
  /** Holds the one to change; without it a new one is made. */
  unit?: UnitPlace
  /** Holds the unit above a new one. */
  above?: UnitPlace
  units: Units
  onDone: (unitNo: string) => void
  onClose: () => void
}

/** Makes or changes a unit. */
export default function UnitForm({ unit, above, units, onDone, onClose }: Props) {
  const { data: kept } = useQuery({ ...query(edcunit.get, { unitNo: unit?.unitNo ?? '' }), enabled: unit !== undefined })
  if (unit && !kept) return null
  const types: UnitType[] = above ? typesBelow(above) : []
  return (
    <EditModal
      title={
        unit
          ? `修改“${unit.unitName}”`
          : `在“${above?.unitName}”之下新建${types.length === 1 && types[0] ? typeNames[types[0]] : ''}`
      }
      call={unit ? edcunit.update : edcunit.create}
      record={kept}
      initial={{ unitType: types.length === 1 ? types[0] : undefined, stdyPrd: undefined }}
      send={unit ? { unitNo: unit.unitNo } : { prtNo: above?.unitNo ?? '' }}
      said={unit && `“${unit.unitName}”已修改`}
      okText={unit ? '保存' : '新建'}
      // Resets the facts for another type, which has others.
      onFill={(changed, form) => 'unitType' in changed && form.resetFields(['unitName', 'stdyPrd', 'entrYear', 'grdtYear'])}
      onDone={(result) => onDone(result.unitNo)}
      onClose={onClose}
    >
      {unit ? <KeptFields unit={unit} units={units} /> : above && <NewFields above={above} units={units} types={types} />}
      <Field name="des" />
      <Field name="rem" />
    </EditModal>
  )
}
