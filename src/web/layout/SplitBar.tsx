import { type PointerEvent, useState } from 'react'
import { leastSideWidth, fitSide, sideAfterKey } from './split.ts'

type Props = {
  side: number
  /** Gives the width of both sides in pixels. */
  room: number
  onMove: (side: number) => void
  /** Receives the width when the mouse lets go of it, or a key has moved it. */
  onDone: (side: number) => void
  onReset: () => void
}

/** Draws the divider of two sides: dragged, moved by arrow keys, Home and End, and reset by a double click or Enter. */
export function SplitBar({ side, room, onMove, onDone, onReset }: Props) {
  const [grip, setGrip] = useState<{ offset: number; from: number }>()
  const sideAt = ({ clientX }: PointerEvent) => fitSide(clientX - (grip?.offset ?? 0), room)
  return (
    <div
      className={grip ? 'split-bar held' : 'split-bar'}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="左右两边的宽度"
      aria-valuemin={leastSideWidth}
      aria-valuemax={Math.max(leastSideWidth, room - leastSideWidth)}
      aria-valuenow={side}
      aria-valuetext={`左边 ${side} 像素`}
      title="拖动或按左右方向键调整宽度，双击还原"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setGrip({ offset: event.clientX - side, from: event.clientX })
      }}
      onPointerMove={(event) => grip && onMove(sideAt(event))}
      onPointerUp={(event) => {
        // Ignores a click without a move.
        if (grip && event.clientX !== grip.from) onDone(sideAt(event))
        setGrip(undefined)
      }}
      onPointerCancel={() => setGrip(undefined)}
      onDoubleClick={onReset}
      onKeyDown={(event) => {
        if (event.key === 'Enter') return onReset()
        const to = sideAfterKey(event.key, side, room)
        if (to === undefined) return
        event.preventDefault()
        onDone(to)
      }}
    />
  )
}
