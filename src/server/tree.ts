export type Branch<Node> = Node & { items: Branch<Node>[] }

/** Nests rows under their parents, in the order they came, children in `items`; a row whose parent is not among them is a root. */
export function treeOf<Row extends Record<string, unknown>, Node extends object>(
  rows: readonly Row[],
  key: keyof Row,
  parent: keyof Row,
  nodeOf: (row: Row, level: number) => Node,
): Branch<Node>[] {
  const known = new Set(rows.map((row) => row[key]))
  const children = Map.groupBy<unknown, Row>(rows, (row) => (known.has(row[parent]) ? row[parent] : undefined))
  const grow = (at: unknown, level: number): Branch<Node>[] =>
    (children.get(at) ?? []).map((row) => ({ ...nodeOf(row, level), items: grow(row[key], level + 1) }))
  return grow(undefined, 1)
}
