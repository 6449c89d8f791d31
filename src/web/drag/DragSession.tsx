import {
  type Announcements,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { dragNow, type Over, type Press, setDrag, subscribe } from './dragState.ts'
import { allPlaces, dropAt, isSame, dropPlaceName, nextPlace, placeAt, type Point } from './dropPlaces.ts'
import './drag.css'

const held = () => dragNow().dragged?.name ?? ''
const overNow = () => dragNow().over
const announcements: Announcements = {
  onDragStart: () => `拿起了${held()}。按上下键选位置，空格放下，Esc 取消。`,
  onDragOver: () => {
    const over = overNow()
    return over && dropPlaceName(over)
  },
  onDragEnd: () => {
    const over = overNow()
    return over ? `${held()}已放下：${dropPlaceName(over)}` : `${held()}没有移动`
  },
  onDragCancel: () => `已取消，${held()}没有移动`,
}
const accessibility = {
  announcements,
  screenReaderInstructions: { draggable: '按 Alt+M 拿起，上下键选位置，空格放下，Esc 取消。' },
  restoreFocus: false,
}
const keyboardCodes = { start: ['Space', 'Enter', 'KeyM'], end: ['Space', 'Enter'], cancel: ['Escape'] }
const steps: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
const idOf = ({ zone, key, spot }: Over) => `${zone} ${key} ${spot}`

/** Turns the press into a drag: with the mouse after 5 pixels, with a finger after a moment, with a key at once. */
export default function DragSession({ press }: { press: Press | undefined }) {
  const over = useSyncExternalStore(subscribe, overNow)
  const [point, setPoint] = useState<Point>()
  const [isDragging, setDragging] = useState(false)
  const chip = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement>(null)

  const go = (next: Over | undefined) => {
    if (!isSame(next, overNow())) setDrag({ over: next })
  }
  const follow = useEffectEvent((at: Point) => {
    const { dragged } = dragNow()
    if (!dragged) return
    setPoint(at)
    go(placeAt(at, dragged))
  })
  const walk = (event: KeyboardEvent) => {
    const by = steps[event.code]
    event.preventDefault()
    if (!by || !press) return undefined
    const next = nextPlace(allPlaces(press.dragged), overNow(), press.element, by)
    if (!next) return undefined
    next.element.scrollIntoView({ block: 'nearest' })
    const { left, bottom } = next.element.getBoundingClientRect()
    setPoint({ x: left, y: bottom })
    go(next)
    return undefined
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { keyboardCodes, coordinateGetter: walk }),
  )
  useEffect(() => {
    if (!isDragging) return
    const byMouse = ({ clientX, clientY }: MouseEvent) => follow({ x: clientX, y: clientY })
    const byFinger = ({ touches: [touch] }: TouchEvent) => touch && follow({ x: touch.clientX, y: touch.clientY })
    addEventListener('mousemove', byMouse, true)
    addEventListener('mouseup', byMouse, true)
    addEventListener('touchmove', byFinger, true)
    return () => {
      removeEventListener('mousemove', byMouse, true)
      removeEventListener('mouseup', byMouse, true)
      removeEventListener('touchmove', byFinger, true)
    }
  }, [isDragging])

  const start = (event: Event) => {
    if (!press) return
    setDrag({ dragged: press.dragged, over: undefined })
    setDragging(true)
    if (!(event instanceof KeyboardEvent)) return
    const { left, bottom } = press.element.getBoundingClientRect()
    setPoint({ x: left, y: bottom })
    focused.current = document.activeElement as HTMLElement
  }
  // Takes the keys away from what had the focus.
  useEffect(() => {
    if (isDragging && focused.current) chip.current?.focus({ preventScroll: true })
  }, [isDragging])
  const end = (isDropped: boolean) => {
    const { dragged, over: last } = dragNow()
    setDragging(false)
    setPoint(undefined)
    focused.current?.focus()
    focused.current = null
    if (isDropped && last && dragged) dropAt(last, dragged)
    // Waits for the announcement that follows, which still tells of it.
    queueMicrotask(() => setDrag({ press: undefined, dragged: undefined, over: undefined }))
  }
  return (
    <DndContext
      sensors={sensors}
      accessibility={accessibility}
      collisionDetection={() => (over ? [{ id: idOf(over) }] : [])}
      onDragStart={({ activatorEvent }) => start(activatorEvent)}
      onDragEnd={() => end(true)}
      onDragCancel={() => end(false)}
    >
      {press && <Source key={press.no} press={press} />}
      {over && <Target key={idOf(over)} over={over} />}
      {isDragging && (
        <div ref={chip} className="drag-chip" tabIndex={-1} style={point && { left: point.x, top: point.y }}>
          {press?.dragged.name}
        </div>
      )}
    </DndContext>
  )
}

/** Lets the library know what is dragged, and hands it the event of the press. */
function Source({ press: { no, element, event } }: { press: Press }) {
  const { setNodeRef, listeners } = useDraggable({ id: no })
  const hand = useEffectEvent(() => {
    const name = { mousedown: 'onMouseDown', touchstart: 'onTouchStart' }[event.type] ?? 'onKeyDown'
    listeners?.[name]?.(event)
  })
  useEffect(() => {
    setNodeRef(element)
    hand()
  }, [element, setNodeRef])
  return null
}

/** Lets the library know what it is over, so that it tells of it and scrolls there. */
function Target({ over }: { over: Over }) {
  const { setNodeRef } = useDroppable({ id: idOf(over) })
  useEffect(() => setNodeRef(over.element as HTMLElement), [over, setNodeRef])
  return null
}
