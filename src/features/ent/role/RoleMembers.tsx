import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { emprole, RoleHolder } from '#features/ent/emprole/emprole.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useMay } from '#web/api/me.tsx'
import { useWide } from '#web/page/useMedia.ts'
import { orderColumn } from '#web/list/columns/orderColumn.tsx'
import { useRowOrder } from '#web/list/useRowOrder.ts'
import { RoleScope } from './RoleScope.tsx'
import { useRemoveMembers } from './useRemoveMembers.tsx'
import type { RoleRow } from './useRoleActions.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

type Holder = z.output<typeof RoleHolder>

/** Draws who has a role, and what each reaches through it. */
export function RoleMembers({ role }: { role: RoleRow }) {
  const { roleNo, roleName } = role
  const may = useMay()
  const wide = useWide()
  const [keyWord, setKeyWord] = useState('')
  const [ticked, setTicked] = useState<string[]>([])
  const [adding, setAdding] = useState(false)
  const { data: members, error, refetch } = useQuery(query(emprole.getlist, { roleNo, keyWord }))
  const add = useSend(emprole.createroleemp, { said: ({ empNos }) => `${formatCount(empNos.length)} 名员工已有“${roleName}”` })
  const order = useSend(emprole.setroleempord, { said: () => '成员顺序已调整' })
  const { askRemove, dialog } = useRemoveMembers(role, () => setTicked([]))
  const save = (rows: Holder[]) =>
    order.mutate({ roleNo, empOrds: rows.map(({ empNo }, i) => ({ empNo, showOrd: (i + 1) * 10 })) })
  const rowOrder = useRowOrder(members ?? [], ({ empNo }) => empNo, save)
  // Limits ordering to the 5,000 rows of an order call.
  const mayOrder = may(emprole.setroleempord) && !keyWord && (members?.length ?? 0) > 1 && (members?.length ?? 0) <= 5000
  const mayRemove = may(emprole.deleteroleemp)
  const addButton = may(emprole.createroleemp) && (
    <Button icon={<Plus />} onClick={() => setAdding(true)}>
      添加成员
    </Button>
  )
  return (
    <>
      <div className="page-tools" style={{ marginBottom: 8 }}>
        {addButton}
        {ticked.length > 0 && (
          <Button danger onClick={() => askRemove(members?.filter(({ empNo }) => ticked.includes(empNo)) ?? [])}>
            移除所选 {formatCount(ticked.length)} 人
          </Button>
        )}
        <div className="end">
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="姓名、工号或手机后四位" />
        </div>
      </div>
      <ListTable<Holder>
        rowKey="empNo"
        rows={members}
        error={error}
        onRetry={refetch}
        onRow={(row) => (mayOrder ? rowOrder.rowProps(row) : {})}
        rowClassName={(row) => (rowOrder.isOver(row) ? 'drag-over' : '')}
        ticks={mayRemove ? { ticked, onTick: setTicked } : undefined}
        empty={<EmptyState hint="还没有员工有这个角色">{addButton}</EmptyState>}
        onClear={keyWord && (() => setKeyWord(''))}
        columns={[
          ...(mayOrder ? [orderColumn(rowOrder, ({ empName }: Holder) => empName)] : []),
          column<Holder>(RoleHolder, 'empName', { width: wide ? 104 : 88 }),
          column<Holder>(RoleHolder, 'workNo', { width: 96, minor: true }),
          column<Holder>(RoleHolder, 'orgName', { width: wide ? 140 : 96 }),
          column<Holder>(RoleHolder, 'dataCnt', {
            width: wide ? 180 : 150,
            align: 'left',
            render: (_, holder) => <RoleScope role={role} holder={holder} />,
          }),
          column<Holder>(RoleHolder, 'stt', { width: 68, minor: true }),
          ...(mayRemove
            ? [
                {
                  key: 'act',
                  title: '操作',
                  width: 56,
                  fixed: 'right' as const,
                  render: (_: unknown, row: Holder) => <RowButton onClick={() => askRemove([row])}>移除</RowButton>,
                },
              ]
            : []),
        ]}
      />
      {adding && (
        <EmployeePicker
          title={`添加成员到“${roleName}”`}
          taken={new Set(members?.map(({ empNo }) => empNo))}
          verb="添加"
          onClose={() => setAdding(false)}
          onPick={(empNos) => add.mutateAsync({ roleNo, empNos })}
        />
      )}
      {dialog}
    </>
  )
}
