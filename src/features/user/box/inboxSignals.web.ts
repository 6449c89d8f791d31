import { basePath } from '#contract/wire.ts'
import { readToken } from '#web/api/session.ts'

// Waits before it listens anew, in milliseconds: longer each time, so that a server that is down is left alone.
const pauses = [1000, 5000, 15_000, 60_000]

// Waits before it stops, in milliseconds: a page that is drawn anew listens again at once.
const grace = 2000

type Word = 'inbox'
const listeners = new Set<() => void>()
let watching: AbortController | undefined

/** Calls back whenever something comes into the inbox, until what it returns is called. The tabs of one session share a stream. */
export function watchInbox(listener: () => void): () => void {
  listeners.add(listener)
  watching ??= startWatching()
  return () => {
    listeners.delete(listener)
    setTimeout(stopUnheard, grace)
  }
}

function stopUnheard() {
  if (listeners.size > 0) return
  watching?.abort()
  watching = undefined
}

const tell = () => listeners.forEach((listener) => listener())

function startWatching(): AbortController {
  const ending = new AbortController()
  const channel = new BroadcastChannel('inbox')
  channel.onmessage = ({ data }: MessageEvent<Word>) => data === 'inbox' && tell()
  ending.signal.addEventListener('abort', () => channel.close())
  const heard = () => {
    tell()
    channel.postMessage('inbox' satisfies Word)
  }
  const work = () => stream(ending.signal, heard)
  // Falls back to a stream for each tab where the browser shares nothing, as over plain http.
  if (navigator.locks) void navigator.locks.request('inbox', { signal: ending.signal }, work).catch(() => {})
  else void work()
  return ending
}

async function stream(signal: AbortSignal, heard: () => void) {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const isHeard = await listen(signal, heard)
    if (isHeard) failures = 0
    await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(failures, pauses.length - 1)]))
  }
}

/** Listens until the stream ends; answers whether there was one. */
async function listen(signal: AbortSignal, heard: () => void): Promise<boolean> {
  const token = readToken()
  if (!token) return false
  const response = await fetch(`${basePath}/user/box/events`, { signal, headers: { authorization: `Bearer ${token}` } }).catch(
    () => undefined,
  )
  if (!response?.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return false
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read())
      if (value?.includes('event: inbox')) heard()
  } catch {
    // Ends with the connection, or with the page.
  }
  return true
}
