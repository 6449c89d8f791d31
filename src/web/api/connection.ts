import { useSyncExternalStore } from 'react'

/** Tells whether this machine has a network, and the server an answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

let state: Connection = navigator.onLine ? 'online' : 'offline'
let isOutdated = false
const listeners = new Set<() => void>()

function set(next: Connection) {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export const connection = () => state

/** Calls the listener whenever the connection or the version of the page changes; returns what ends that. */
export function watchConnection(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useConnection = () => useSyncExternalStore(watchConnection, connection)

/** Tells whether the server has another version of the page than this one by now. */
export const isPageOutdated = () => isOutdated
export const usePageOutdated = () => useSyncExternalStore(watchConnection, isPageOutdated)

// Returns the version of this page, empty where a development server has not filled it in.
const ownBuild = () => document.querySelector('meta[name=build]')?.getAttribute('content')?.replace(/^\{.*/, '') ?? ''

/** Takes notice of an answer: the server is there, and says of which version its page is. */
export function seeAnswer({ headers }: Pick<Response, 'headers'>) {
  set('online')
  const build = headers.get('x-page')
  const mine = build && ownBuild()
  if (!mine || (build !== mine) === isOutdated) return
  isOutdated = build !== mine
  for (const listener of listeners) listener()
}

const pause = 3000
let timer: ReturnType<typeof setTimeout> | undefined
let looking: Promise<void> | undefined

async function look() {
  clearTimeout(timer)
  // Goes past the counted and logged calls: this is no work of anybody.
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  if (answer?.ok) return seeAnswer(answer)
  set(navigator.onLine ? 'unreachable' : 'offline')
  timer = setTimeout(checkConnection, pause)
}

/** Looks whether the server answers, and then again until it does. */
export function checkConnection(): Promise<void> {
  looking ??= look().finally(() => (looking = undefined))
  return looking
}

/** Listens to what the browser knows of the network; called once, when the page begins. */
export function listenToNetwork() {
  addEventListener('online', () => void checkConnection())
  addEventListener('offline', () => {
    set('offline')
    void checkConnection()
  })
}

/** Waits until the server answers; at once where it does. Throws the reason of the signal when that ends the wait. */
export function untilOnline(signal?: AbortSignal): Promise<void> {
  if (state === 'online') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = watchConnection(() => {
      if (state !== 'online') return
      end()
      resolve()
    })
    signal?.addEventListener('abort', () => {
      end()
      reject(signal.reason as Error)
    })
  })
}
