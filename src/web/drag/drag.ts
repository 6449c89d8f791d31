import type { HTMLAttributes, KeyboardEvent, MouseEvent, SyntheticEvent, TouchEvent } from 'react'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { type Dragged, dragNow, setDrag, subscribe, type Zone, zones } from './dragState.ts'

let presses = 0

const loadSession = () => import('./DragSession.tsx')

// Lets buttons and links inside what can be dragged do what they say.
const ownWork = 'a, button, textarea, select, input:not([type=checkbox])'

function press(event: SyntheticEvent<HTMLElement>, dragged: Dragged) {
  const { currentTarget: element, target } = event
  const inner = target instanceof Element ? target.closest(ownWork) : null
  if (inner && inner !== element && element.contains(inner)) return
  setDrag({ press: { no: ++presses, dragged, element, event } })
}

/** Names the keys that take something up to be moved by arrow keys. */
export const dragKeys = 'Alt+M'

export const isDragKey = ({ altKey, nativeEvent }: KeyboardEvent) => altKey && nativeEvent.code === 'KeyM'

/** Takes something up by a key; `element` is where it stands. */
export const pressKey = (event: KeyboardEvent, dragged: Dragged, element: HTMLElement) =>
  setDrag({ press: { no: ++presses, dragged, element, event } })

/** Makes an element draggable: by mouse, by a long touch, and by Alt+M while the focus is in it. */
export function dragProps<Data>(dragged: Dragged<Data>) {
  return {
    'aria-keyshortcuts': dragKeys,
    'data-drag': true,
    onMouseEnter: () => void loadSession(),
    onFocus: () => void loadSession(),
    onMouseDown: (event: MouseEvent<HTMLElement>) => press(event, dragged),
    onTouchStart: (event: TouchEvent<HTMLElement>) => press(event, dragged),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (isDragKey(event)) pressKey(event, dragged, event.currentTarget)
    },
  }
}

/** Makes a button draggable that is there for nothing else: the space bar and Enter take it up, too. */
export function handleDragProps<Data>(dragged: Dragged<Data>) {
  return {
    ...dragProps(dragged),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (isDragKey(event) || [' ', 'Enter'].includes(event.key)) pressKey(event, dragged, event.currentTarget)
    },
  }
}

/** Makes an element a place of two zones, under one key. */
export const placeInBoth = (one: PlaceProps, other: PlaceProps) => ({
  ...one,
  'data-zone': `${one['data-zone']} ${other['data-zone']}`,
})

type PlaceProps = HTMLAttributes<HTMLElement> & { 'data-zone': string; 'data-place': string }

function draggedIn(zone: Zone<unknown>) {
  const { dragged } = dragNow()
  return dragged && zone.takes(dragged.kind) ? dragged : undefined
}

function overIn(no: string) {
  const { over } = dragNow()
  return over?.zone === no ? over : undefined
}

/** Opens a zone of places; its owner is drawn anew when something that it takes is dragged over it. */
export function useDropZone<Data>(zone: Zone<Data>) {
  const no = useId()
  const latest = useRef<Zone<unknown>>(zone as Zone<unknown>)
  useEffect(() => {
    latest.current = zone as Zone<unknown>
  })
  useEffect(() => {
    zones.set(no, latest)
    return () => void zones.delete(no)
  }, [no])
  const dragged = useSyncExternalStore(subscribe, () => draggedIn(latest.current)) as Dragged<Data> | undefined
  const over = useSyncExternalStore(subscribe, () => overIn(no))
  const placeProps = (key: string): PlaceProps => ({ 'data-zone': no, 'data-place': key })
  return { dragged, over, placeProps }
}
