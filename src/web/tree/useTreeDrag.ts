import { type DragEvent, useState } from 'react'
import { siblingAfter, type TreePlace, type TreeDrops, type TreeMove } from './treeNodes.ts'

type Spot = 'before' | 'onto' | 'after'

// Sets the part of a row's height near its edges where a drop goes between two rows.
const edge = 0.25

function spotOf({ currentTarget, clientY }: DragEvent): Spot {
  const { top, height } = currentTarget.getBoundingClientRect()
  const part = (clientY - top) / height
  return part < edge ? 'before' : part > 1 - edge ? 'after' : 'onto'
}

/**
 * Drags nodes of a tree: onto a node moves under it, between two nodes moves there; other things may be dropped onto a node too.
 */
export function useTreeDrag(places: ReadonlyMap<string, TreePlace>, onMove: TreeMove | undefined, drops: TreeDrops | undefined) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<{ key: string; spot: Spot }>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const takes = ({ dataTransfer }: DragEvent) => drops !== undefined && dataTransfer.types.includes(drops.type)
  const place = (moved: string, key: string, spot: Spot) => {
    const before = spot === 'before' ? key : siblingAfter(places, key)
    if (moved === key || (spot !== 'onto' && before === moved)) return
    if (spot === 'onto') onMove?.(moved, key, undefined)
    else onMove?.(moved, places.get(key)?.parent, before)
  }
  return {
    spotAt: (key: string) => (over?.key === key && dragged !== key ? over.spot : undefined),
    dragProps: (key: string) => ({
      draggable: onMove !== undefined && places.has(key),
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('application/x-tree-node', key)
        setDragged(key)
      },
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (!places.has(key) || (dragged === undefined && !takes(event))) return
        event.preventDefault()
        const spot = dragged === undefined ? 'onto' : spotOf(event)
        if (over?.key !== key || over.spot !== spot) setOver({ key, spot })
      },
      onDragLeave: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged !== undefined) place(dragged, key, spotOf(event))
        else if (drops && takes(event)) drops.onDrop(key, event.dataTransfer.getData(drops.type))
        end()
      },
    }),
  }
}
