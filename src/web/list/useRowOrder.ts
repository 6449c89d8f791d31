import { type KeyboardEvent, useId } from 'react'
import { handleDragProps } from '#web/drag/drag.ts'
import { useDropZone } from '#web/drag/dropZone.ts'

/** Orders rows by dragging their handle, or by Alt+↑ and Alt+↓ on it; `save` gets the whole list in its new order. */
export function useRowOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string, save: (rows: Row[]) => void) {
  const kind = useId()
  const move = (from: number, to: number) => {
    if (from === to || from < 0 || to < 0 || to >= rows.length) return
    const next = [...rows]
    next.splice(to, 0, ...next.splice(from, 1))
    save(next)
  }
  const indexOf = (key: string | undefined) => rows.findIndex((row) => keyOf(row) === key)
  const { dragged, over, placeProps } = useDropZone<string>({
    takes: (one) => one === kind,
    spotsOf: () => ['onto'],
    nameOf: (key) => `第 ${indexOf(key) + 1} 行，共 ${rows.length} 行`,
    onDrop: ({ data: from }, to) => move(indexOf(from), indexOf(to)),
  })
  return {
    move,
    isOver: (row: Row) => over?.key === keyOf(row) && dragged?.data !== keyOf(row),
    rowProps: (row: Row) => placeProps(keyOf(row)),
    handleProps: (row: Row) => {
      const drag = handleDragProps({ kind, name: `第 ${indexOf(keyOf(row)) + 1} 行`, data: keyOf(row) })
      return {
        ...drag,
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return drag.onKeyDown(event)
          event.preventDefault()
          const at = indexOf(keyOf(row))
          const handle = event.currentTarget
          move(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
          // Returns the focus, which a row loses that is put elsewhere.
          requestAnimationFrame(() => handle.focus())
        },
      }
    },
  }
}
