import type { KeyboardEvent, MouseEvent, SyntheticEvent, TouchEvent } from 'react'
import { type Dragged, setDrag } from './dragState.ts'

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
const dragKeys = 'Alt+M'

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
