import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Status } from '#contract/fields.ts'
import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { query } from '#web/api/api.ts'
import { TreeField, type TreeOption } from '#web/form/picker/TreeField.tsx'
import { res } from '#features/res/res/res.contract.ts'
import { type ClassNode, rescls } from './rescls.contract.ts'
import type { TreeNode } from '#web/tree/treeNodes.ts'

export type ScopeNo = (typeof ResourceScope)[keyof typeof ResourceScope]

const none: ClassNode[] = []
// Caches trees and places for the session (docs/spec/sign-in.md#session); a change of resources reads them again.
const kept = { staleTime: Number.POSITIVE_INFINITY }

/** Returns where resources are found and where they may be shared. */
export function useResourcePlaces() {
  const { data } = useQuery({ ...query(res.getplaces, {}), ...kept })
  return { places: data?.places ?? [], shares: data?.shares ?? [], isRead: data !== undefined }
}

/** Returns the tree of resource classes of a scope, and each class by its number. */
export function useClasses(scope: ScopeNo = ResourceScope.own) {
  const { data: tree, error, refetch } = useQuery({ ...query(rescls.gettree, { scope }), ...kept })
  const byNo = useMemo(() => new Map(flat(tree ?? none).map((node) => [node.clsNo, node])), [tree])
  return { tree, byNo: byNo as ReadonlyMap<string, ClassNode>, error, refetch }
}

const flat = (nodes: ClassNode[]): ClassNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])

/** Returns a class as a node of a tree to choose from. */
export const classNode = ({ clsNo, clsName, ttlCnt, stt, items }: ClassNode): TreeNode => ({
  key: clsNo,
  title: clsName,
  words: clsNo,
  count: String(ttlCnt),
  isOff: stt === Status.disabled,
  children: items.map(classNode),
})

const optionOf = ({ clsNo, clsName, stt, items }: ClassNode, without: string | undefined, isOut = false): TreeOption => {
  const isGone = isOut || clsNo === without
  return {
    value: clsNo,
    title: clsName,
    disabled: isGone || stt === Status.disabled,
    children: items.map((item) => optionOf(item, without, isGone)),
  }
}

type Props = {
  value?: string | null
  onChange?: (clsNo: string | null) => void
  /** Excludes this one and those below it. */
  without?: string | undefined
  placeholder?: string
  autoFocus?: boolean
  clearable?: boolean
  id?: string
  'aria-label'?: string
}

/** Chooses a class of the own tree. */
export function ResourceClassField({ value, onChange, without, placeholder = '请选择分类', clearable = false, ...props }: Props) {
  const { tree, byNo } = useClasses()
  const options = useMemo(() => tree?.map((node) => optionOf(node, without)), [tree, without])
  return (
    <TreeField<string | null>
      {...props}
      style={{ width: '100%' }}
      allowClear={clearable}
      placeholder={placeholder}
      popupMatchSelectWidth={280}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? null)}
      options={options}
      unfolded={[...byNo.keys()]}
      none="还没有分类，请先新建资源分类"
    />
  )
}
