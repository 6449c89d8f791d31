let listener = () => {}

/** Says that the session has ended; the page asks whether to sign in again. */
export const sayEnded = () => listener()

export function onEnded(tell: () => void) {
  listener = tell
}
