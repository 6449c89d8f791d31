import { useMemo } from 'react'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { unitTreeNodes } from './pickers/unitNodes.tsx'
import type { useUnitActions } from './useUnitActions.tsx'
import type { Units } from './useUnits.tsx'

type Props = {
  units: Units
  actions: ReturnType<typeof useUnitActions>
  chosen: string | undefined
  onChoose: (unitNo: string) => void
}

/** Draws the school with its units and how many students are in each; those who left stand at the end. */
export function UnitTree({ units: { tree, byNo, error, refetch }, actions, chosen, onChoose }: Props) {
  const { edit } = actions
  const rename = (key: string) => {
    const unit = byNo.get(key)
    if (unit) edit?.(unit)
  }
  const nodes = useMemo(() => tree && unitTreeNodes(tree), [tree])
  return (
    <TreePanel
      label="年级班级"
      nodes={nodes}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
      empty={<EmptyState hint="还没有年级班级" />}
      chosen={chosen}
      // Opens the branch of those who left instead of choosing it.
      onChoose={(key) => key !== undefined && byNo.has(key) && onChoose(key)}
      menu={({ key }) => actions.menuOf(key)}
      onMove={actions.move}
      onRename={edit && rename}
      hotkey
    />
  )
}
