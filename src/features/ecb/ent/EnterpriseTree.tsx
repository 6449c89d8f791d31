import { useMemo } from 'react'
import { useDictionary } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { EnterpriseState, type EnterpriseNode } from './ent.contract.ts'
import type { useEnterpriseActions } from './useEnterpriseActions.tsx'
import type { EnterpriseTreeState as Tree } from './useEnterpriseTree.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'

const nodeOf = (node: EnterpriseNode, nameOf: (idntNo: string) => string): TreeNode => ({
  key: node.entNo,
  title: node.entName,
  words: `${node.helpCode ?? ''} ${node.entNo} ${node.selfNo ?? ''}`,
  note: nameOf(node.idntNo),
  isOff: node.stt === EnterpriseState.disabled,
  children: node.items.map((item) => nodeOf(item, nameOf)),
})

type Props = {
  enterprises: Tree
  actions: ReturnType<typeof useEnterpriseActions>
  chosen: string | undefined
  onChoose: (entNo: string | undefined) => void
}

/** Draws the tree of the enterprises within reach; they are moved and ordered by drag or by keys. */
export function EnterpriseTree({ enterprises: { tree, error, refetch }, actions, chosen, onChoose }: Props) {
  const identities = useDictionary('IDNT')
  const nodes = useMemo(() => {
    const names = new Map(identities.map(({ infoNo, chnName }) => [infoNo, chnName]))
    return tree?.map((node) => nodeOf(node, (idntNo) => names.get(idntNo) ?? ''))
  }, [tree, identities])
  return (
    <TreePanel
      label="企业"
      nodes={nodes}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
      empty={<EmptyState hint="还没有企业" />}
      chosen={chosen}
      onChoose={onChoose}
      menu={({ key }) => actions.menuOf(key)}
      onMove={actions.move}
    />
  )
}
