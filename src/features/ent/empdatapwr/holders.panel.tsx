import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import type { HeldNode } from './DataTree.tsx'
import { empdatapwr, DataHolder } from './empdatapwr.contract.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

type Person = z.output<typeof DataHolder> & { stt?: string }

/** Draws who holds a unit, department or enterprise through a role; more are added, others removed. */
export default function Holders({
  at,
  role: { roleNo, roleName },
}: {
  at: HeldNode
  role: { roleNo: string; roleName: string }
}) {
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
      <ListTable<Person>
        rowKey="empNo"
        rows={people}
        empty={<EmptyState hint={`${at.dataName}还没有${roleName}`}>{add}</EmptyState>}
        columns={[
          column<Person>(DataHolder, 'empName', { width: 120 }),
          column<Person>(DataHolder, 'orgName', { width: 180 }),
          ...(mayEdit
            ? [
                {
                  key: 'act',
                  title: '操作',
                  width: 72,
                  render: (_: unknown, { empNo }: Person) => (
                    <RowButton onClick={() => void save(held.filter((one) => one !== empNo)).catch(() => {})}>移除</RowButton>
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
