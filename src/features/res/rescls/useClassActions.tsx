import type { MenuProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/list/columns/menuOf.ts'
import { toast } from '#web/feedback/toast.ts'
import { type ClassNode, deepest, rescls } from './rescls.contract.ts'
import type { useClasses } from './rescls.picker.tsx'

const ClassForm = lazy(() => import('./ClassForm.tsx'))
const DeleteClass = lazy(() => import('./DeleteClass.tsx'))

const levels = ({ items }: ClassNode): number => 1 + Math.max(0, ...items.map(levels))
const holds = (node: ClassNode, clsNo: string): boolean => node.clsNo === clsNo || node.items.some((item) => holds(item, clsNo))

/** Why a class cannot be moved under another (undefined: to the top); the server asks the same. */
function refusalOf(node: ClassNode, to: ClassNode | undefined): string | undefined {
  if (to && holds(node, to.clsNo)) return `不能把“${node.clsName}”移到它自己或它的下级之下`
  const deep = (to?.lvl ?? 0) + levels(node)
  return deep > deepest ? `分类最多 ${deepest} 级，移到这里会有 ${deep} 级` : undefined
}

/** What can be done with the classes of the tree, and the dialogs it takes. */
export function useClassActions({ tree, byNo }: ReturnType<typeof useClasses>, onChoose: (clsNo: string | undefined) => void) {
  const may = useMay()
  const [form, setForm] = useState<{ node?: ClassNode; above?: ClassNode }>()
  const [deleting, setDeleting] = useState<ClassNode>()
  const place = useSend(rescls.update, { said: ({ clsNo }) => `分类“${byNo.get(clsNo)?.clsName}”已移动` })
  const order = useSend(rescls.setord, { said: () => '分类顺序已调整' })
  const below = (clsNo: string | undefined) => (clsNo === undefined ? (tree ?? []) : (byNo.get(clsNo)?.items ?? []))

  const putInOrder = (clsNo: string, parent: string | undefined, before: string | undefined) => {
    const siblings = below(parent).map((one) => one.clsNo)
    const others = siblings.filter((one) => one !== clsNo)
    const at = before === undefined ? others.length : others.indexOf(before)
    const next = others.toSpliced(at, 0, clsNo)
    if (next.join() === siblings.join()) return
    order.mutate({ clsOrds: next.map((one, i) => ({ clsNo: one, showOrd: (i + 1) * 10 })) })
  }
  const move = (clsNo: string, parent: string | undefined, before?: string) => {
    const node = byNo.get(clsNo)
    if (!node) return
    const refusal = refusalOf(node, byNo.get(parent ?? ''))
    if (refusal) return toast.error(refusal)
    if ((node.prtNo ?? undefined) === parent) return putInOrder(clsNo, parent, before)
    place.mutate({ clsNo, prtNo: parent ?? null, befNo: before })
  }
  const shift = ({ clsNo, prtNo }: ClassNode, by: -1 | 1) => {
    const siblings = below(prtNo ?? undefined)
    const at = siblings.findIndex((one) => one.clsNo === clsNo)
    move(clsNo, prtNo ?? undefined, siblings[by < 0 ? at - 1 : at + 2]?.clsNo)
  }
  const menuFor = (clsNo: string): MenuProps => {
    const node = byNo.get(clsNo)
    if (!node) return {}
    const siblings = below(node.prtNo ?? undefined)
    return menuOf([
      may(rescls.create) && node.lvl < deepest && { key: 'add', label: '新建下级分类', act: () => setForm({ above: node }) },
      may(rescls.update) && { key: 'edit', label: '修改', act: () => setForm({ node }) },
      may(rescls.setord) && siblings[0]?.clsNo !== clsNo && { key: 'up', label: '上移', act: () => shift(node, -1) },
      may(rescls.setord) && siblings.at(-1)?.clsNo !== clsNo && { key: 'down', label: '下移', act: () => shift(node, 1) },
      may(rescls.delete) && { key: 'delete', label: '删除', danger: true, act: () => setDeleting(node) },
    ])
  }
  const dialogs = (
    <Suspense>
      {form && <ClassForm {...form} onDone={onChoose} onClose={() => setForm(undefined)} />}
      {deleting && (
        <DeleteClass
          node={deleting}
          onDone={() => onChoose(deleting.prtNo ?? undefined)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Suspense>
  )
  return {
    menuFor,
    dialogs,
    move: may(rescls.update) ? move : undefined,
    edit: may(rescls.update) ? (node: ClassNode) => setForm({ node }) : undefined,
    create: may(rescls.create) ? (above?: ClassNode) => setForm(above ? { above } : {}) : undefined,
    remove: may(rescls.delete) ? setDeleting : undefined,
  }
}
