import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { role } from '#features/ent/role/role.contract.ts'
import { unitTypeOf } from '#domain/units/roleUnits.contract.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { query } from '#web/api/api.ts'
import { ChooseFirst } from '#web/list/EmptyState.tsx'
import { useIsSchool } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { type ChosenNode, DataTree, type HeldNode } from './DataTree.tsx'
import Holders from './holders.panel.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

const nothing: ReadonlyMap<string, HeldNode> = new Map()

/** Draws a class, department or enterprise, and who holds it through which role. */
export function ByScope() {
  const isSchool = useIsSchool()
  const [kind, setKind] = useState<HeldNode['dataType']>(isSchool ? 'unit' : 'org')
  const [at, setAt] = useState<ChosenNode>()
  const [roleNo, setRoleNo] = useState<string>()
  const { data } = useQuery(query(role.getalllist, {}))
  // Offers roles for classes at classes alone.
  const roles = data?.filter(
    (one) => at?.dataType !== 'unit' || at.unitType === unitTypes.class || unitTypeOf(one) !== unitTypes.class,
  )
  // Chooses first a role of just this level, as the head teacher of a class.
  const chosen =
    roles?.find((one) => one.roleNo === roleNo) ??
    roles?.find((one) => at?.unitType && unitTypeOf(one) === at.unitType) ??
    roles?.find((one) => at?.dataType === 'unit' && unitTypeOf(one)) ??
    roles?.[0]
  return (
    <Split
      width={280}
      label={at?.dataName ?? '选择范围'}
      side={(close) => (
        <div className="stack">
          <SegmentedControl
            aria-label="范围类型"
            style={{ alignSelf: 'flex-start' }}
            value={kind}
            onChange={(value) => {
              setKind(value)
              setAt(undefined)
            }}
            options={[
              ...(isSchool ? [{ value: 'unit' as const, label: '年级班级' }] : []),
              { value: 'org' as const, label: '部门' },
              ...(isSchool ? [] : [{ value: 'ent' as const, label: '下级企业' }]),
            ]}
          />
          <DataTree
            key={kind}
            dataType={kind}
            held={nothing}
            chosen={at?.dataVal}
            onChoose={(node) => {
              setAt(node)
              close()
            }}
          />
        </div>
      )}
    >
      {!at && (
        <ChooseFirst
          hint={isSchool ? '先选择一个班级、年级或部门，再看谁通过角色负责它' : '先选择一个部门或下级企业，再看谁通过角色负责它'}
        />
      )}
      {at && (
        <>
          <div className="page-tools">
            <Select
              aria-label="角色"
              style={{ width: 200 }}
              value={chosen?.roleNo ?? null}
              onChange={(value: string | null) => setRoleNo(value ?? undefined)}
              options={(roles ?? []).map((one) => ({ value: one.roleNo, label: one.roleName }))}
            />
          </div>
          {chosen && <Holders key={`${at.dataVal} ${chosen.roleNo}`} at={at} role={chosen} />}
        </>
      )}
    </Split>
  )
}
