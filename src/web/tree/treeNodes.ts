import type { ReactNode } from 'react'

/** Describes a node of a tree: its name, and other words that find it (initials, number). */
export type TreeNode = {
  key: string
  title: string
  words: string
  /** Shows a count at the right end: `46 (12)`. */
  count?: string
  /** Tells what is counted, where that is not plain. */
  countHint?: string
  /** Shows a note behind the name, as far as there is room. */
  note?: string
  isOff?: boolean
  /** Greys a node without actions here. */
  isDim?: boolean
  /** Closes it at first, also in a small tree. */
  isFolded?: boolean
  /** Draws an icon before the name. */
  icon?: ReactNode
  /** Ships with the product and stays. */
  isFixed?: boolean
  children: TreeNode[]
}

/** Moves a node under another (undefined: to the top), before one that is there (undefined: to the end). */
export type TreeMove = (key: string, toParent: string | undefined, before: string | undefined) => void

/** Describes what may be dropped onto nodes besides nodes: its type in the drag's data, and what then happens. */
export type TreeDrops = { type: string; onDrop: (key: string, data: string) => void }

/** Describes a listed node: on the way to a hit of the search, or one itself. */
export type ListedNode = Omit<TreeNode, 'children'> & { children: ListedNode[]; isWay?: boolean }

/** Describes where a node is: its parent, and its siblings. */
export type TreePlace = { node: TreeNode; parent: string | undefined; siblings: TreeNode[] }

export function placesOf(
  nodes: TreeNode[],
  parent?: string,
  places = new Map<string, TreePlace>(),
): ReadonlyMap<string, TreePlace> {
  for (const node of nodes) {
    places.set(node.key, { node, parent, siblings: nodes })
    placesOf(node.children, node.key, places)
  }
  return places
}

/** Lists the nodes above one, the nearest first. */
export function nodesAbove(places: ReadonlyMap<string, TreePlace>, key: string): string[] {
  const parent = places.get(key)?.parent
  return parent === undefined ? [] : [parent, ...nodesAbove(places, parent)]
}

/** Returns the node behind one, among its siblings; undefined for the last. */
export function siblingAfter(places: ReadonlyMap<string, TreePlace>, key: string): string | undefined {
  const siblings = places.get(key)?.siblings ?? []
  return siblings[siblings.findIndex((one) => one.key === key) + 1]?.key
}

/** Returns the nodes that a keyword in small letters finds, each with the way to it. */
export function hitsOf(nodes: TreeNode[], keyWord: string): ListedNode[] {
  return nodes.flatMap((node) => {
    const children = hitsOf(node.children, keyWord)
    const isWay = !`${node.title} ${node.words}`.toLowerCase().includes(keyWord)
    return isWay && children.length === 0 ? [] : [{ ...node, isWay, children }]
  })
}

/** Lists the nodes that have others below them. */
export const branchesOf = (nodes: ListedNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children.length > 0 ? [key, ...branchesOf(children)] : []))

/** Lists the nodes in sight, in their order on the screen. */
export const openNodes = (nodes: readonly ListedNode[], expanded: ReadonlySet<string>): ListedNode[] =>
  nodes.flatMap((node) => [node, ...(expanded.has(node.key) ? openNodes(node.children, expanded) : [])])

/** Returns what a screen reader says of a node. */
export const spokenName = ({ title, isFixed, isOff, note, count, countHint }: ListedNode) =>
  [title, isOff && '停用', note, count, isFixed && '内置', countHint].filter(Boolean).join(' ')
