import { type DragEvent, type KeyboardEvent, useState } from 'react'

/** Orders rows by dragging their handle, or by Alt+↑ and Alt+↓ on it; `save` gets the whole list in its new order. */
export function useRowOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string, save: (rows: Row[]) => void) {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const move = (from: number, to: number) => {
    if (from === to || from < 0 || to < 0 || to >= rows.length) return
    const next = [...rows]
    next.splice(to, 0, ...next.splice(from, 1))
    save(next)
  }
  const indexOf = (key: string | undefined) => rows.findIndex((row) => keyOf(row) === key)
  return {
    move,
    isOver: (row: Row) => over === keyOf(row) && dragged !== keyOf(row),
    rowProps: (row: Row) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(keyOf(row))
      },
      onDrop: () => {
        move(indexOf(dragged), indexOf(keyOf(row)))
        setDragged(undefined)
        setOver(undefined)
      },
    }),
    handleProps: (row: Row) => ({
      draggable: true,
      onDragStart: () => setDragged(keyOf(row)),
      onDragEnd: () => {
        setDragged(undefined)
        setOver(undefined)
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        const at = indexOf(keyOf(row))
        const handle = event.currentTarget
        move(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
        // Restores the focus, which a moved row loses.
        requestAnimationFrame(() => handle.focus())
      },
    }),
  }
}
