import { useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { orderColumn } from '#web/list/columns/orderColumn.tsx'
import { useRowOrder } from '#web/list/useRowOrder.ts'
import { Member as MemberContract, org } from './org.contract.ts'
import type { DepartmentMember, useMemberActions } from './useMemberActions.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { rowDrag } from '#web/list/rowDrag.ts'
import type { Pager } from '#web/list/dataTable.types.ts'

/** Names the type of dragged employees; the data are their numbers. */
export const employeesType = 'application/x-employees'

type Props = {
  orgNo: string
  members: DepartmentMember[] | undefined
  /** Lists the members who are not shown; they keep their order behind the others. */
  unshown: readonly DepartmentMember[]
  /** Tells that all members are here, so that they can be ordered. */
  isOrdered: boolean
  actions: ReturnType<typeof useMemberActions>
  ticked: string[]
  onTick: (empNos: string[]) => void
  empty: React.ReactNode
  pager: Pager | undefined
}

const yes = (value: string) => (value === '1' ? '是' : '–')

/** Draws the members of a department: to be ordered by their handles, and dragged onto another department. */
export function MemberTable({ orgNo, members, unshown, isOrdered, actions, ticked, onTick, empty, pager }: Props) {
  const order = useSend(org.setorgempord, { said: () => '成员顺序已调整' })
  const save = (rows: DepartmentMember[]) =>
    order.mutate({ orgNo, empOrds: [...rows, ...unshown].map(({ empNo }, i) => ({ empNo, showOrd: (i + 1) * 10 })) })
  const rowOrder = useRowOrder(members ?? [], ({ empNo }) => empNo, save)
  const act = actionsColumn<DepartmentMember>(
    (row) => actions.menuOf(row),
    (row) => row.empName,
  )
  const acts = actions.move ?? actions.leave ?? actions.add
  return (
    <ListTable<DepartmentMember>
      rowKey="empNo"
      rows={members}
      pager={pager}
      onRow={(row) => ({
        ...(isOrdered && rowOrder.rowProps(row)),
        ...(actions.move && rowDrag(employeesType, row.empNo, ticked)),
      })}
      rowClassName={(row) => (rowOrder.isOver(row) ? 'drag-over' : '')}
      ticks={(actions.move ?? actions.leave) && { ticked, onTick, keepsOthers: true }}
      empty={empty}
      columns={[
        ...(isOrdered ? [orderColumn(rowOrder, ({ empName }: DepartmentMember) => empName)] : []),
        column<DepartmentMember>(MemberContract, 'empName', { width: 96 }),
        column<DepartmentMember>(MemberContract, 'workNo', { width: 96, minor: true }),
        column<DepartmentMember>(MemberContract, 'mstFlag', { width: 60, render: yes }),
        column<DepartmentMember>(MemberContract, 'leadFlag', { width: 60, render: yes }),
        column<DepartmentMember>(MemberContract, 'authTel', { width: 120, minor: true }),
        column<DepartmentMember>(MemberContract, 'stt', { width: 68 }),
        ...(acts ? [act] : []),
      ]}
    />
  )
}
