import { useMemo } from 'react'
import { Status } from '#contract/fields.ts'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import type { CountedNode } from './org.contract.ts'
import type { useDepartmentActions } from './useDepartmentActions.tsx'
import type { DepartmentTreeState as Tree } from './useDepartmentTree.tsx'
import type { TreeDrops, TreeNode } from '#web/tree/treeNodes.ts'

/** Formats all people of a department, and in brackets its own where others belong to those below. */
const countOf = ({ ttlCnt, drctCnt, items }: CountedNode) =>
  items.length > 0 ? `${formatCount(ttlCnt)} (${formatCount(drctCnt)})` : formatCount(ttlCnt)

const nodeOf = (node: CountedNode, byNo: Tree['byNo']): TreeNode => ({
  key: node.orgNo,
  title: node.orgName,
  words: `${node.helpCode ?? ''} ${node.orgNo}`,
  count: countOf(node),
  ...(node.items.length > 0 && {
    countHint: `共 ${formatCount(node.ttlCnt)} 人，其中 ${formatCount(node.drctCnt)} 人直属本部门`,
  }),
  note:
    byNo
      .get(node.orgNo)
      ?.leaders.map(({ empName }) => empName)
      .join('、') ?? '',
  isOff: node.stt === Status.disabled,
  children: node.items.map((item) => nodeOf(item, byNo)),
})

type Props = {
  departments: Tree
  actions: ReturnType<typeof useDepartmentActions>
  chosen: string | undefined
  onChoose: (orgNo: string | undefined) => void
  drops: TreeDrops | undefined
}

/** Draws the departments of the enterprise with their headcounts and leaders. */
export function DepartmentTree({ departments: { tree, byNo, error, refetch }, actions, chosen, onChoose, drops }: Props) {
  const nodes = useMemo(() => tree?.map((node) => nodeOf(node, byNo)), [tree, byNo])
  const { menuOf, move, edit } = actions
  const rename = (orgNo: string) => {
    const one = byNo.get(orgNo)
    if (one) edit?.(one)
  }
  return (
    <TreePanel
      label="组织架构"
      nodes={nodes}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
      empty={<EmptyState hint="还没有部门" />}
      chosen={chosen}
      onChoose={onChoose}
      menu={({ key }) => menuOf(key)}
      onMove={move}
      onRename={edit && rename}
      drops={drops}
      hotkey
    />
  )
}
