import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { unitTypeOf } from '#domain/units/roleUnits.contract.ts'
import Holders from '#features/ent/empdatapwr/holders.panel.tsx'
import { role } from '#features/ent/role/role.contract.ts'
import { query } from '#web/api/api.ts'
import { EmptyState } from '#web/list/EmptyState.tsx'
import type { UnitPlace } from './useUnits.tsx'

/** Draws who holds a unit through the roles of its level: head teachers, heads of grades. */
export default function UnitLeads({ unit: { unitNo, unitName, unitType } }: { unit: UnitPlace }) {
  const { data: roles } = useQuery(query(role.getalllist, { stt: '1' }))
  if (!roles) return <Spin delay={200} />
  const ofLevel = roles.filter((one) => unitTypeOf(one) === unitType)
  if (ofLevel.length === 0) return <EmptyState hint="没有作用在这一级的角色，可在角色管理里新建" />
  return (
    <div className="stack">
      {ofLevel.map((one) => (
        <Holders key={one.roleNo} at={{ dataVal: unitNo, dataType: 'unit', dataName: unitName }} role={one} />
      ))}
    </div>
  )
}
