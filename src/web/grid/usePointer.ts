import { type MouseEvent, useRef, useState } from 'react'
import type { CellPlace } from './keys.ts'
import type { CellRange } from './selection.ts'

type Pointed = {
  active: CellPlace | undefined
  range: CellRange | undefined
  isTyping: boolean
  /** Ends typing. */
  commit: () => void
  go: (place: CellPlace, extend: boolean) => void
  /** Receives the row down to which the range is to be filled. */
  onFill: (range: CellRange, bottom: number) => void
}

/** Returns the handlers of the mouse on a sheet: a press chooses a cell, a drag a range, and a drag of the handle fills it. */
export function usePointer({ active, range, isTyping, commit, go, onFill }: Pointed) {
  const [filledTo, setFilledTo] = useState<number>()
  const held = useRef<'select' | 'fill'>(undefined)
  const filled = range && filledTo !== undefined && filledTo > range.bottom ? { ...range, bottom: filledTo } : range
  const onMouseDown = (event: MouseEvent) => {
    const place = cellUnderMouse(event)
    const target = event.target as HTMLElement
    if (event.button !== 0 || target.closest('.sheet-choices')) return
    if (target.closest('.sheet-handle')) {
      held.current = 'fill'
      event.preventDefault()
    } else if (place && !(isTyping && place.row === active?.row && place.col === active.col)) {
      // Leaves the focus to the field of the cell.
      event.preventDefault()
      commit()
      held.current = 'select'
      go(place, event.shiftKey && active !== undefined)
      if (active && place.row === active.row && place.col === active.col) focusCell(event.currentTarget)
    }
  }
  const onMouseMove = (event: MouseEvent) => {
    const place = cellUnderMouse(event)
    if (!held.current || !place || !active || event.buttons === 0) return
    if (held.current === 'fill') setFilledTo(place.row)
    else if (place.row !== active.row || place.col !== active.col) go(place, true)
  }
  const release = () => {
    if (held.current === 'fill' && range && filled && filled.bottom > range.bottom) onFill(range, filled.bottom)
    held.current = undefined
    setFilledTo(undefined)
  }
  return { filled, handlers: { onMouseDown, onMouseMove, onMouseUp: release, onMouseLeave: release } }
}

const focusCell = (box: Element) => box.querySelector<HTMLElement>('.sheet-field')?.focus({ preventScroll: true })

/** Returns the cell under the mouse; undefined outside of the cells. */
export function cellUnderMouse({ target }: MouseEvent): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : undefined
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset['row']), col: Number(cell.dataset['col']) } : undefined
}
