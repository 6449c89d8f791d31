import { toast } from '#web/feedback/toast.ts'
import type { Show } from '#web/feedback/useDialogs.tsx'
import { reorder, shiftActs } from '#web/tree/siblings.ts'
import { MoveModule } from './MoveModule.tsx'
import { isGroup, modulesOf, type TreeModule } from './moduleTree.web.ts'

type Place = { prtCode: string | null; mdlCodes: string[]; befNo?: string | undefined }
type Order = { prtCode: string | null; mdlOrds: { mdlCode: string; showOrd: number }[] }

type Moves<Node> = {
  nodes: readonly Node[]
  order: (input: Order) => void
  place: (input: Place) => void
  /** Why a module cannot come under a group (undefined: to the top); the server asks the same. */
  refusal: (moved: Node, to: Node | undefined) => string | undefined
  show: Show
}

/** Moving modules in their tree, by drag, keys or menu: among their siblings it is put in order, elsewhere it is moved. */
export function moduleMoves<Node extends TreeModule<Node>>({ nodes, order, place, refusal, show }: Moves<Node>) {
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
    const next = reorder(siblingsOf(parent), key, before)
    if (next) order({ prtCode: parent ?? null, mdlOrds: next.map((mdlCode, i) => ({ mdlCode, showOrd: (i + 1) * 10 })) })
  }
  const showMove = (one: Node) =>
    show((close) => (
      <MoveModule
        name={one.mdlName}
        from={one.prtCode ?? null}
        groups={[...byCode.values()].filter((to) => isGroup(to) && to.mdlCode !== one.mdlCode && !refusal(one, to))}
        toTop={refusal(one, undefined) === undefined}
        onMove={(to) => {
          close()
          move(one.mdlCode, to ?? undefined)
        }}
        onClose={close}
      />
    ))
  /** What a menu offers, for those who do not drag. */
  const actsFor = (one: Node) => {
    const parent = one.prtCode ?? undefined
    return [
      ...shiftActs(siblingsOf(parent), one.mdlCode, (before) => move(one.mdlCode, parent, before)),
      { key: 'move', label: '移动', act: () => showMove(one) },
    ]
  }
  return { move, actsFor }
}
