/** Describes a module of a tree, whether of the catalogue or of an enterprise; without an address it is a group. */
export type TreeModule<Node> = {
  mdlCode: string
  mdlName: string
  prtCode?: string | null | undefined
  picPath?: string | null | undefined
  url?: string | null | undefined
  stt: string
  lvl: number
  /** Says of a group that it is one entry of the menu (1). */
  sect?: string
  items: Node[]
}

export const isGroup = ({ url }: { url?: string | null | undefined }) => (url ?? null) === null

/** Maps every module of a tree by its code. */
export function modulesOf<Node extends TreeModule<Node>>(nodes: readonly Node[]): Map<string, Node> {
  return new Map(nodes.flatMap((node): [string, Node][] => [[node.mdlCode, node], ...modulesOf(node.items)]))
}
