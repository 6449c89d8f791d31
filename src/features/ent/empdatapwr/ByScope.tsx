import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { role } from '#features/ent/role/role.contract.ts'
import { query, useSend } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { DataTable } from '#web/DataTable.tsx'
import { EmptyState } from '#web/EmptyState.tsx'
import { useMay, useMe } from '#web/me.tsx'
import { Split } from '#web/Split.tsx'
import type * as z from 'zod'
import { DataTree, type Held } from './DataTree.tsx'
import { empdatapwr, Holder } from './empdatapwr.contract.ts'

type Person = z.output<typeof Holder> & { stt?: string }
const nothing: ReadonlyMap<string, Held> = new Map()

/** A class, department or enterprise, and who holds it through which role. */
export function ByScope() {
  const isSchool = useMe().idntNo === '030'
  const [kind, setKind] = useState<Held['dataType']>(isSchool ? 'unit' : 'org')
  const [at, setAt] = useState<Held>()
  const [roleNo, setRoleNo] = useState<string>()
  const { data: roles } = useQuery(query(role.getalllist, {}))
  // Whoever asks for a class means its head teacher first.
  const chosen = roles?.find((one) => one.roleNo === roleNo) ?? roles?.find((one) => one.roleNo === 'P030CLASS') ?? roles?.[0]
  return (
    <Split
      width={280}
      label={at?.dataName ?? '选择范围'}
      side={(close) => (
        <div className="stack">
          <Segmented
            aria-label="范围类型"
            style={{ alignSelf: 'flex-start' }}
            value={kind}
            onChange={(value) => {
              setKind(value)
              setAt(undefined)
            }}
            options={[
              ...(isSchool ? [{ value: 'unit' as const, label: '教育单元' }] : []),
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
        <EmptyState
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

function Holders({ at, role: { roleNo, roleName } }: { at: Held; role: { roleNo: string; roleName: string } }) {
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const { data: people } = useQuery(query(empdatapwr.getholders, { roleNo, dataVal: at.dataVal }))
  const set = useSend(empdatapwr.setbydataval)
  const save = (empNos: string[]) => set.mutateAsync({ dataVal: at.dataVal, dataType: at.dataType, roleNo, empNos })
  const held = (people ?? []).map(({ empNo }) => empNo)
  const mayEdit = may(empdatapwr.setbydataval)
  const add = mayEdit && <Button onClick={() => setAdding(true)}>添加{roleName}</Button>
  return (
    <>
      <div className="page-tools">
        <strong>
          {at.dataName}的{roleName}
        </strong>
        <div className="end">{add}</div>
      </div>
      <DataTable<Person>
        rowKey="empNo"
        loading={{ spinning: !people, delay: 200 }}
        dataSource={people ?? []}
        locale={{ emptyText: people ? <EmptyState hint={`${at.dataName}还没有${roleName}`}>{add}</EmptyState> : ' ' }}
        columns={[
          column<Person>(Holder, 'empName', { width: 120 }),
          column<Person>(Holder, 'orgName', { width: 180 }),
          ...(mayEdit
            ? [
                {
                  key: 'act',
                  title: '操作',
                  width: 72,
                  render: (_: unknown, { empNo }: Person) => (
                    <Button type="link" onClick={() => void save(held.filter((one) => one !== empNo)).catch(() => {})}>
                      移除
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {adding && (
        <EmployeePicker
          title={`添加${at.dataName}的${roleName}`}
          taken={new Set(held)}
          verb="添加"
          onClose={() => setAdding(false)}
          onPick={(empNos) => save([...held, ...empNos])}
        />
      )}
    </>
  )
}
