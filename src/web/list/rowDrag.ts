import type { DragEvent } from 'react'

/** Makes the row of this number be dragged under a type, for a tree that takes it (`drops`): alone, or with all that are ticked. */
export const rowDrag = (type: string, key: string, ticked: readonly string[]) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    // Ignores drags of a handle that orders, or a link, inside the row.
    if (event.target !== event.currentTarget) return
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData(type, (ticked.includes(key) ? ticked : [key]).join())
  },
})
