import { useNotify } from '#domain/messages/composer.web.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { reorder, shiftActs } from '#web/tree/siblings.ts'
import { org } from './org.contract.ts'
import {
  departmentsRightBelow,
  type DepartmentTreeState,
  type DepartmentPlace,
  departmentMoveRefusal,
} from './useDepartmentTree.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const DepartmentForm = lazyWindow(() => import('./DepartmentForm.tsx'))
const MoveDepartment = lazyWindow(() => import('./MoveDepartment.tsx'))

/** Describes what moves along with a department. */
function touchesOf({ below, ttlCnt }: DepartmentPlace): string {
  const taken = [below > 0 && `${formatCount(below)} 个下级部门`, ttlCnt > 0 && `${formatCount(ttlCnt)} 名员工`].filter(Boolean)
  return taken.length > 0 ? `${taken.join('、')}随之移动；员工的权限不变。` : '只移动这个部门，它没有下级部门和员工。'
}

/** Returns the actions on the departments of the tree with their dialogs, each only with its permission. */
export function useDepartmentActions(
  tree: DepartmentTreeState,
  chosen: DepartmentPlace | undefined,
  onChoose: (orgNo: string | undefined) => void,
) {
  const may = useMay()
  const notify = useNotify()
  const { show, ask, dialogs } = useDialogs()
  const order = useSend(org.setorgord, { said: () => '部门顺序已调整' })
  const place = useSend(org.updateprtorg, { said: ({ orgNos }) => `部门“${tree.byNo.get(orgNos[0] ?? '')?.orgName}”已移动` })
  const remove = useSend(org.delete, { said: ({ orgNo }) => `部门“${tree.byNo.get(orgNo)?.orgName}”已删除` })

  const siblingsOf = (parent: string | undefined) => departmentsRightBelow(tree, parent).map((one) => one.orgNo)
  const putInOrder = (orgNo: string, parent: string | undefined, before: string | undefined) => {
    const next = reorder(siblingsOf(parent), orgNo, before)
    if (next) order.mutate({ orgOrds: next.map((one, i) => ({ orgNo: one, showOrd: (i + 1) * 10 })) })
  }
  const move = (orgNo: string, parent: string | undefined, before?: string) => {
    const one = tree.byNo.get(orgNo)
    const to = parent === undefined ? undefined : tree.byNo.get(parent)
    if (!one) return
    const refusal = departmentMoveRefusal(one, to)
    if (refusal) return toast.error(refusal)
    if ((one.prtNo ?? undefined) === parent) return putInOrder(orgNo, parent, before)
    ask({
      title: `移动“${one.orgName}”到${to ? `“${to.orgName}”` : '最上一级'}`,
      touches: touchesOf(one),
      verb: '移动',
      isHarmless: true,
      act: () => place.mutateAsync({ prtNo: parent ?? null, orgNos: [orgNo], befNo: before }),
    })
  }
  const edit = (form: { department?: DepartmentPlace; above?: DepartmentPlace }) =>
    show((close) => <DepartmentForm {...form} onDone={onChoose} onClose={close} />)
  const pickPlace = (department: DepartmentPlace) =>
    show((close) => (
      <MoveDepartment
        department={department}
        onClose={close}
        onMove={(to) => {
          close()
          move(department.orgNo, to)
        }}
      />
    ))
  const askDelete = (department: DepartmentPlace) =>
    ask({
      title: `删除“${department.orgName}”`,
      touches: '只能删除没有下级部门、也没有员工的部门。删除后可以撤销。',
      verb: '删除',
      act: async () => {
        await remove.mutateAsync({ orgNo: department.orgNo })
        if (chosen?.orgNo === department.orgNo) onChoose(department.prtNo ?? undefined)
      },
    })

  const menuFor = (orgNo: string): ActionMenu => {
    const one = tree.byNo.get(orgNo)
    if (!one) return menuOf([])
    const parent = one.prtNo ?? undefined
    return menuOf([
      may(org.create) && { key: 'add', label: '新建下级部门', act: () => edit({ above: one }) },
      may(org.update) && { key: 'edit', label: '修改', act: () => edit({ department: one }) },
      may(org.updateprtorg) && { key: 'move', label: '移动', act: () => pickPlace(one) },
      ...(may(org.setorgord) ? shiftActs(siblingsOf(parent), orgNo, (before) => move(orgNo, parent, before)) : []),
      notify('org', [orgNo]),
      may(org.delete) && { key: 'delete', label: '删除', danger: true, act: () => askDelete(one) },
    ])
  }
  return {
    menuOf: menuFor,
    dialogs,
    move: may(org.updateprtorg) ? move : undefined,
    edit: may(org.update) ? (department: DepartmentPlace) => edit({ department }) : undefined,
    create: may(org.create) ? () => edit({}) : undefined,
  }
}
