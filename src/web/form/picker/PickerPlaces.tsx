import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { TreeField, type TreeOption } from './TreeField.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'

type Props = {
  nodes: TreeNode[] | undefined
  all: string
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

const optionOf = ({ key, title, words, children }: TreeNode): TreeOption => ({
  value: key,
  title,
  words,
  children: children.map(optionOf),
})

/** Draws the tree of places to look in, which on a phone opens from a field. */
export default function PickerPlaces({ nodes, all, chosen, onChoose }: Props) {
  const narrow = useNarrow()
  if (!narrow) return <TreePanel label={all} nodes={nodes} all={all} chosen={chosen} onChoose={onChoose} height={360} />
  return (
    <TreeField<string | null>
      allowClear
      placeholder={all}
      aria-label={all}
      value={chosen ?? null}
      onChange={(next) => onChoose(next ?? undefined)}
      options={nodes?.map(optionOf)}
      none="没有找到"
    />
  )
}
