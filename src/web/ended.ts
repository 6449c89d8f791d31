type Listener = () => void
const listeners = new Set<Listener>()

/** Says that the session has ended; the frame asks whether to sign in again. */
export const sayEnded = () => {
  for (const listener of listeners) listener()
}

export function onEnded(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
