import { ChevronDown } from 'lucide-react'
import './tree.css'
import { Tree, type TreeDataNode, type TreeProps } from 'antd'
import { type ComponentRef, type ReactNode, type RefObject, useMemo } from 'react'

type Branch<Node> = Pick<TreeDataNode, 'checkable' | 'disableCheckbox' | 'isLeaf'> & {
  key: string
  title?: ReactNode
  children?: Node[]
}
type Props<Node extends Branch<Node>> = Omit<TreeProps<Node>, 'treeData' | 'switcherIcon'> & {
  /** Names the tree for a screen reader. */
  label: string
  treeData: readonly Node[]
  /** Returns what a screen reader calls a node, where its title is no text or not all of it. */
  nameOf?: (node: Node) => string | undefined
  treeRef?: RefObject<ComponentRef<typeof Tree> | null>
}

/** Draws a tree of antd, with what a screen reader needs to know of a flat list: the level of every node, and its place in it. */
export function AppTree<Node extends Branch<Node>>({ label, treeData, nameOf = titleOf, treeRef, ...props }: Props<Node>) {
  const placed = useMemo(() => placedNodes(treeData, nameOf), [treeData, nameOf])
  return (
    <Tree<Node>
      {...props}
      {...(treeRef && { ref: treeRef as never })}
      aria-label={label}
      // Lies within an element, which antd turns with the node.
      switcherIcon={
        <span>
          <ChevronDown aria-hidden />
        </span>
      }
      treeData={placed}
    />
  )
}

const titleOf = ({ title }: { title?: ReactNode }) => (typeof title === 'string' ? title : undefined)

function placedNodes<Node extends Branch<Node>>(
  nodes: readonly Node[],
  nameOf: (node: Node) => string | undefined,
  level = 1,
): Node[] {
  return nodes.map((node, at) => ({
    ...node,
    'aria-label': nameOf(node),
    'aria-level': level,
    'aria-setsize': nodes.length,
    'aria-posinset': at + 1,
    ...(node.children && { children: placedNodes(node.children, nameOf, level + 1) }),
  }))
}
