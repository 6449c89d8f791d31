import { useSyncExternalStore } from 'react'

/** Describes an error on this page, kept as long as it is open. */
export type LoggedError = { no: number; at: number; kind: '页面' | '接口'; what: string; message: string; detail: string }

const most = 200
let errors: readonly LoggedError[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: typeof errors) {
  errors = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps an error for the error log of the top bar (docs/spec/page.md#frame). */
export function logError(error: Omit<LoggedError, 'no' | 'at'>) {
  set([{ ...error, no: ++last, at: Date.now() }, ...errors].slice(0, most))
}

export const clearErrors = () => set([])

export const useErrors = () => useSyncExternalStore(subscribe, () => errors)

function logThrown(thrown: unknown) {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  // Skips a refused call, which is in the log already, and a read that nobody waits for any more.
  if (name === 'CallError' || name === 'AbortError' || name === 'CancelledError') return
  logError({ kind: '页面', what: location.pathname, message, detail: stack ?? '' })
}

/** Reports all errors that nothing has caught. */
export function watchErrors() {
  addEventListener('error', ({ error, message }) => logThrown(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => logThrown(reason))
}

/** Logs an error that a page's own boundary caught. */
export const logCaught = logThrown
