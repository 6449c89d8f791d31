import { SearchOutlined } from '@ant-design/icons'
import { Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { ReadFailed } from './EmptyState.tsx'

/** A node of a tree: what it is called, and other words that find it (initials, number). */
export type TreeNode = { key: string; title: string; words: string; children: TreeNode[] }

type Props = {
  nodes: TreeNode[] | undefined
  /** Why the nodes could not be read, and another try. */
  error?: { message: string; onRetry: () => void } | undefined
  /** The first entry, which stands for no choice: 全部部门. */
  all: string
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
  height?: number
}

const top = ''

/** A tree to choose from, with a search that shows the path of every hit. */
export function TreePanel({ nodes, error, all, chosen, onChoose, height = 560 }: Props) {
  const [keyWord, setKeyWord] = useState('')
  const shown = useMemo(() => withHits(nodes ?? [], keyWord.trim().toLowerCase()), [nodes, keyWord])
  const expanded = useMemo(() => allKeys(shown), [shown])
  return (
    <>
      <Input
        allowClear
        prefix={<SearchOutlined className="grey" />}
        placeholder="名称或拼音首字母"
        aria-label="在树中查找"
        value={keyWord}
        maxLength={50}
        onChange={(event) => setKeyWord(event.target.value)}
      />
      {error && !nodes && <ReadFailed {...error} />}
      {nodes && (
        <Tree<TreeNode>
          key={keyWord === '' ? 'whole' : 'hits'}
          blockNode
          virtual
          height={height}
          style={{ marginTop: 8 }}
          defaultExpandedKeys={expanded}
          selectedKeys={[chosen ?? top]}
          titleRender={({ title }) => <span title={title}>{title}</span>}
          treeData={[{ key: top, title: all, words: '', children: [] }, ...shown]}
          onSelect={([key]) => onChoose(key ? String(key) : undefined)}
        />
      )}
    </>
  )
}

function withHits(nodes: TreeNode[], keyWord: string): TreeNode[] {
  if (keyWord === '') return nodes
  return nodes.flatMap((node) => {
    if (`${node.title} ${node.words}`.toLowerCase().includes(keyWord)) return [node]
    const children = withHits(node.children, keyWord)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

const allKeys = (nodes: TreeNode[]): string[] => nodes.flatMap(({ key, children }) => [key, ...allKeys(children)])
