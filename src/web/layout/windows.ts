import { useSyncExternalStore } from 'react'

/** Names the windows of the frame that more than one place opens. */
type FrameWindow = 'search' | 'settings' | 'identities'

let shown: FrameWindow | undefined
const listeners = new Set<() => void>()

/** Opens a window of the frame; without a name closes the one that is open. */
export function showWindow(name?: FrameWindow) {
  shown = name
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns which window of the frame is open. */
export const useWindow = () => useSyncExternalStore(subscribe, () => shown)
