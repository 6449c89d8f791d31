import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { reorder, shiftActs } from '#web/tree/siblings.ts'
import { type ClassNode, classDepthLimit, rescls } from './rescls.contract.ts'
import type { useClasses } from './rescls.picker.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const ClassForm = lazyWindow(() => import('./ClassForm.tsx'))
const DeleteClass = lazyWindow(() => import('./DeleteClass.tsx'))

const levels = ({ items }: ClassNode): number => 1 + Math.max(0, ...items.map(levels))
const holds = (node: ClassNode, clsNo: string): boolean => node.clsNo === clsNo || node.items.some((item) => holds(item, clsNo))

/**
 * Returns why a class cannot be moved under another (undefined: to the top), undefined where it can; the server applies the same
 * rule.
 */
function refusalOf(node: ClassNode, to: ClassNode | undefined): string | undefined {
  if (to && holds(node, to.clsNo)) return `不能把“${node.clsName}”移到它自己或它的下级之下`
  const deep = (to?.lvl ?? 0) + levels(node)
  return deep > classDepthLimit ? `分类最多 ${classDepthLimit} 级，移到这里会有 ${deep} 级` : undefined
}

/** Returns the actions on the classes of the tree with their dialogs. */
export function useClassActions({ tree, byNo }: ReturnType<typeof useClasses>, onChoose: (clsNo: string | undefined) => void) {
  const may = useMay()
  const { show, dialogs } = useDialogs()
  const place = useSend(rescls.update, { said: ({ clsNo }) => `分类“${byNo.get(clsNo)?.clsName}”已移动` })
  const order = useSend(rescls.setord, { said: () => '分类顺序已调整' })
  const below = (parent: string | undefined) =>
    (parent === undefined ? (tree ?? []) : (byNo.get(parent)?.items ?? [])).map(({ clsNo }) => clsNo)

  const putInOrder = (clsNo: string, parent: string | undefined, before: string | undefined) => {
    const next = reorder(below(parent), clsNo, before)
    if (next) order.mutate({ clsOrds: next.map((one, i) => ({ clsNo: one, showOrd: (i + 1) * 10 })) })
  }
  const move = (clsNo: string, parent: string | undefined, before?: string) => {
    const node = byNo.get(clsNo)
    if (!node) return
    const refusal = refusalOf(node, byNo.get(parent ?? ''))
    if (refusal) return toast.error(refusal)
    if ((node.prtNo ?? undefined) === parent) return putInOrder(clsNo, parent, before)
    place.mutate({ clsNo, prtNo: parent ?? null, befNo: before })
  }
  const edit = (form: { node?: ClassNode; above?: ClassNode }) =>
    show((close) => <ClassForm {...form} onDone={onChoose} onClose={close} />)
  const remove = (node: ClassNode) =>
    show((close) => <DeleteClass node={node} onDone={() => onChoose(node.prtNo ?? undefined)} onClose={close} />)
  const menuFor = (clsNo: string): ActionMenu => {
    const node = byNo.get(clsNo)
    if (!node) return menuOf([])
    const parent = node.prtNo ?? undefined
    return menuOf([
      may(rescls.create) && node.lvl < classDepthLimit && { key: 'add', label: '新建下级分类', act: () => edit({ above: node }) },
      may(rescls.update) && { key: 'edit', label: '修改', act: () => edit({ node }) },
      ...(may(rescls.setord) ? shiftActs(below(parent), clsNo, (before) => move(clsNo, parent, before)) : []),
      may(rescls.delete) && { key: 'delete', label: '删除', danger: true, act: () => remove(node) },
    ])
  }
  return {
    menuFor,
    dialogs,
    move: may(rescls.update) ? move : undefined,
    edit: may(rescls.update) ? (node: ClassNode) => edit({ node }) : undefined,
    create: may(rescls.create) ? (above?: ClassNode) => edit(above ? { above } : {}) : undefined,
    remove: may(rescls.delete) ? remove : undefined,
  }
}
