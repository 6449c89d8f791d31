import { type ReactNode, useState } from 'react'
import { toast } from '#web/feedback/toast.ts'
import { MoveModule } from './MoveModule.tsx'
import { isGroup, modulesOf, type TreeModule } from './moduleTree.web.ts'

type Place = { prtCode: string | null; mdlCodes: string[]; befNo?: string | undefined }
type Order = { prtCode: string | null; mdlOrds: { mdlCode: string; showOrd: number }[] }

type Moves<Node> = {
  nodes: readonly Node[]
  order: (input: Order) => void
  place: (input: Place) => void
  /**
   * Returns why a module cannot come under a group (undefined: to the top), undefined where it can; the server applies the same
   * rule.
   */
  refusal: (moved: Node, to: Node | undefined) => string | undefined
}

/** Moves modules in their tree, by drag, keys or menu: orders them among their siblings, or moves them elsewhere. */
export function useModuleMoves<Node extends TreeModule<Node>>({ nodes, order, place, refusal }: Moves<Node>) {
  const [moving, setMoving] = useState<Node>()
  const byCode = modulesOf(nodes)
  const siblingsOf = (prtCode: string | undefined) =>
    (prtCode === undefined ? nodes : (byCode.get(prtCode)?.items ?? [])).map(({ mdlCode }) => mdlCode)
  const move = (key: string, parent: string | undefined, before?: string) => {
    const one = byCode.get(key)
    if (!one) return
    if ((one.prtCode ?? undefined) !== parent) {
      const refused = refusal(one, parent === undefined ? undefined : byCode.get(parent))
      if (refused) toast.error(refused)
      else place({ prtCode: parent ?? null, mdlCodes: [key], befNo: before })
      return
    }
    const siblings = siblingsOf(parent)
    const others = siblings.filter((code) => code !== key)
    const next = others.toSpliced(before === undefined ? others.length : others.indexOf(before), 0, key)
    if (next.join() !== siblings.join())
      order({ prtCode: parent ?? null, mdlOrds: next.map((mdlCode, i) => ({ mdlCode, showOrd: (i + 1) * 10 })) })
  }
  const shift = ({ mdlCode, prtCode }: Node, by: -1 | 1) => {
    const siblings = siblingsOf(prtCode ?? undefined)
    const at = siblings.indexOf(mdlCode)
    move(mdlCode, prtCode ?? undefined, siblings[by < 0 ? at - 1 : at + 2])
  }
  /** Lists the menu actions that replace dragging. */
  const actsFor = (one: Node) => {
    const siblings = siblingsOf(one.prtCode ?? undefined)
    return [
      siblings[0] !== one.mdlCode && { key: 'up', label: '上移', act: () => shift(one, -1) },
      siblings.at(-1) !== one.mdlCode && { key: 'down', label: '下移', act: () => shift(one, 1) },
      { key: 'move', label: '移动', act: () => setMoving(one) },
    ]
  }
  const dialog: ReactNode = moving && (
    <MoveModule
      name={moving.mdlName}
      from={moving.prtCode ?? null}
      groups={[...byCode.values()].filter((one) => isGroup(one) && one.mdlCode !== moving.mdlCode && !refusal(moving, one))}
      toTop={refusal(moving, undefined) === undefined}
      onMove={(to) => {
        setMoving(undefined)
        move(moving.mdlCode, to ?? undefined)
      }}
      onClose={() => setMoving(undefined)}
    />
  )
  return { move, actsFor, dialog }
}
