import { TreeSelect } from 'antd'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import type { TreeNode } from '#web/tree/treeNodes.ts'

type Props = {
  nodes: TreeNode[] | undefined
  all: string
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

type Option = { value: string; title: string; words: string; children: Option[] }

const optionOf = ({ key, title, words, children }: TreeNode): Option => ({
  value: key,
  title,
  words,
  children: children.map(optionOf),
})

/** Draws the tree of places to look in, which on a phone opens from a field. */
export default function PickerPlaces({ nodes, all, chosen, onChoose }: Props) {
  const narrow = useNarrow()
  if (!narrow) return <TreePanel nodes={nodes} all={all} chosen={chosen} onChoose={onChoose} height={360} />
  return (
    <TreeSelect<string | null, Option>
      allowClear
      placeholder={all}
      aria-label={all}
      value={chosen ?? null}
      onChange={(next) => onChoose(next ?? undefined)}
      treeData={nodes?.map(optionOf) ?? []}
      treeNodeLabelProp="title"
      showSearch={{
        filterTreeNode: (word, node) => `${node.title} ${node.words}`.toLowerCase().includes(word.trim().toLowerCase()),
      }}
    />
  )
}
