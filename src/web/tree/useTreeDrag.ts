import { useId } from 'react'
import { dragProps } from '#web/drag/drag.ts'
import { useDropZone } from '#web/drag/dropZone.ts'
import type { Dragged } from '#web/drag/dragState.ts'
import { siblingAfter, type TreePlace, type TreeDrops, type TreeMove } from './treeNodes.ts'

const words = { before: '之前', onto: '之下', after: '之后' }

/** Drags nodes of a tree: onto a node moves under it, between two nodes moves there; other things may be dropped onto a node too. */
export function useTreeDrag(places: ReadonlyMap<string, TreePlace>, onMove: TreeMove | undefined, drops: TreeDrops | undefined) {
  const kind = useId()
  const titleOf = (key: string) => places.get(key)?.node.title ?? ''
  const { over, placeProps } = useDropZone<string>({
    takes: (one) => one === kind || one === drops?.type,
    spotsOf: (dragged, key) => {
      if (!places.has(key) || (dragged.kind === kind && dragged.data === key)) return []
      return dragged.kind === kind ? ['before', 'onto', 'after'] : ['onto']
    },
    nameOf: (key, spot) => `${titleOf(key)}${words[spot]}`,
    onDrop: (dragged, key, spot) => {
      if (dragged.kind !== kind) return drops?.onDrop(key, dragged.data)
      if (spot === 'onto') return onMove?.(dragged.data, key, undefined)
      const before = spot === 'before' ? key : siblingAfter(places, key)
      if (before !== dragged.data) onMove?.(dragged.data, places.get(key)?.parent, before)
    },
  })
  const dragOf = (key: string): Dragged<string> => ({ kind, name: titleOf(key), data: key })
  return {
    spotAt: (key: string) => (over?.key === key ? over.spot : undefined),
    /** Returns what a node is dragged as; undefined if it stays. */
    draggedAs: (key: string | undefined) => (onMove && key !== undefined && places.has(key) ? dragOf(key) : undefined),
    dragProps: (key: string) => (places.has(key) ? { ...(onMove && dragProps(dragOf(key))), ...placeProps(key) } : {}),
  }
}
