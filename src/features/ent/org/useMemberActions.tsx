import type * as z from 'zod'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { type Member as MemberContract, org } from './org.contract.ts'
import type { DepartmentPlace } from './useDepartmentTree.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const MoveToDepartment = lazyWindow(() => import('./move.picker.tsx'))

export type DepartmentMember = z.output<typeof MemberContract>

/** Returns the actions on the members of a department, one or several, with their dialogs. */
export function useMemberActions({ orgNo, orgName }: DepartmentPlace, onDone: () => void) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const add = useSend(org.createorgemp, { said: ({ orgEmps }) => `${formatCount(orgEmps.length)} 名员工已加入“${orgName}”` })
  const update = useSend(org.updateorgemp)
  const leave = useSend(org.deleteorgemp, { said: ({ empNos }) => `${formatCount(empNos.length)} 名员工已移出“${orgName}”` })

  const askLeave = (empNos: string[], who: string) =>
    ask({
      title: `把${who}移出“${orgName}”`,
      touches: `只是不再属于“${orgName}”，仍然是员工，其他部门和权限不变。`,
      verb: '移出',
      act: () => leave.mutateAsync({ orgNo, empNos }).then(onDone),
    })

  const move = (empNos: string[]) => show((close) => <MoveToDepartment empNos={empNos} onDone={onDone} onClose={close} />)
  /** Opens the picker of employees; those of `taken` are in already. */
  const pick = (taken: ReadonlySet<string>) =>
    show((close) => (
      <EmployeePicker
        title={`添加成员到“${orgName}”`}
        taken={taken}
        verb="添加"
        onPick={(empNos) => add.mutateAsync({ orgNo, orgEmps: empNos.map((empNo) => ({ empNo })) })}
        onClose={close}
      />
    ))

  const menuFor = ({ empNo, empName, mstFlag, leadFlag }: DepartmentMember): ActionMenu => {
    const leads = leadFlag === '1'
    return menuOf([
      may(org.updateorgemp) &&
        mstFlag !== '1' && { key: 'main', label: '设为主部门', act: () => update.mutate({ orgNo, empNo, mstFlag: '1' }) },
      may(org.updateorgemp) && {
        key: 'lead',
        label: leads ? '取消负责人' : '设为负责人',
        act: () => update.mutate({ orgNo, empNo, leadFlag: leads ? '0' : '1' }),
      },
      may(org.updateemporg) && { key: 'move', label: '调整部门', act: () => move([empNo]) },
      may(org.deleteorgemp) && { key: 'leave', label: '移出', danger: true, act: () => askLeave([empNo], `“${empName}”`) },
    ])
  }
  return {
    menuOf: menuFor,
    dialogs,
    move: may(org.updateemporg) ? move : undefined,
    leave: may(org.deleteorgemp) ? (empNos: string[]) => askLeave(empNos, `${formatCount(empNos.length)} 名员工`) : undefined,
    add: may(org.createorgemp) ? pick : undefined,
  }
}
