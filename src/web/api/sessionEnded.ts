let listener = () => {}

/** Says that the session has ended; the page asks whether to sign in again. */
export const announceSessionEnd = () => listener()

export function onSessionEnded(tell: () => void) {
  listener = tell
}
