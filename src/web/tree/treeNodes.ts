import type { ReactNode } from 'react'

/** A node of a tree: what it is called, and other words that find it (initials, number). */
export type TreeNode = {
  key: string
  title: string
  words: string
  /** At the right end: `46 (12)`. */
  count?: string
  /** Behind the name, as much as there is room for. */
  note?: string
  isOff?: boolean
  /** Grey: nothing can be done with it here. */
  isDim?: boolean
  /** Closed at first, also in a small tree. */
  isFolded?: boolean
  /** Before the name. */
  icon?: ReactNode
  /** Ships with the product and stays. */
  isFixed?: boolean
  children: TreeNode[]
}

/** Moves a node under another (undefined: to the top), before one that is there (undefined: to the end). */
export type TreeMove = (key: string, toParent: string | undefined, before: string | undefined) => void

/** What may be dropped onto nodes besides nodes: its type in the drag's data, and what then happens. */
export type TreeDrops = { type: string; onDrop: (key: string, data: string) => void }

/** A node as it is listed: on the way to a hit of the search, or one itself. */
export type ListedNode = Omit<TreeNode, 'children'> & { children: ListedNode[]; isWay?: boolean }

/** Where a node is: its parent, and those it stands among. */
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

/** The nodes above one, the nearest first. */
export function above(places: ReadonlyMap<string, TreePlace>, key: string): string[] {
  const parent = places.get(key)?.parent
  return parent === undefined ? [] : [parent, ...above(places, parent)]
}

/** The node that stands behind one, among its siblings. */
export function siblingAfter(places: ReadonlyMap<string, TreePlace>, key: string): string | undefined {
  const siblings = places.get(key)?.siblings ?? []
  return siblings[siblings.findIndex((one) => one.key === key) + 1]?.key
}

/** The nodes that a keyword in small letters finds, each with the way to it. */
export function hitsOf(nodes: TreeNode[], keyWord: string): ListedNode[] {
  return nodes.flatMap((node) => {
    const children = hitsOf(node.children, keyWord)
    const isWay = !`${node.title} ${node.words}`.toLowerCase().includes(keyWord)
    return isWay && children.length === 0 ? [] : [{ ...node, isWay, children }]
  })
}

/** The nodes that have others below them. */
export const branchesOf = (nodes: ListedNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children.length > 0 ? [key, ...branchesOf(children)] : []))
