export type Toast = { kind: 'success' | 'error' | 'warning'; text: string; seconds: number }

let waiting: Toast[] = []
let show: ((toast: Toast) => void) | undefined
let onFirst = () => {}

function say(toast: Toast) {
  if (show) return show(toast)
  waiting.push(toast)
  onFirst()
}

/** Shows short notices at the bottom centre: successes 2 s, errors 5 s (docs/spec/messages.md#success). */
export const toast = {
  success: (text: string) => say({ kind: 'success', text, seconds: 2 }),
  error: (text: string) => say({ kind: 'error', text, seconds: 5 }),
  warning: (text: string) => say({ kind: 'warning', text, seconds: 5 }),
}

/** Registers the listener for the first notice, whose component is loaded only then. */
export function onFirstToast(listener: () => void) {
  onFirst = listener
}

export function showToasts(shower: (toast: Toast) => void) {
  show = shower
  for (const one of waiting) shower(one)
  waiting = []
}
