import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChannelAccess, Outgoing } from '#domain/channels/adapter.ts'
import { guardedFetch } from '#server/base/guardedFetch.ts'

/** Describes a request that a fake messenger heard. */
export type Heard = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** Describes an answer; `drop` closes the connection after the fake has done what was asked. */
export type Said = { status?: number; headers?: Record<string, string>; body: unknown; drop?: boolean }

/** Starts a server of another party on this machine that answers by a function, after the answers that a test has planned for a path. */
export async function startImServer(answer: (heard: Heard) => Said, kind: 'json' | 'bytes' = 'json') {
  const calls: string[] = []
  const planned = new Map<string, ((said: () => Said) => Said)[]>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake')
      calls.push(pathname)
      const whole = Buffer.concat(parts)
      const read = () => (whole.length > 0 ? (JSON.parse(whole.toString('utf8')) as Record<string, unknown>) : {})
      const heard = { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers }
      // Leaves to whoever asked for bytes what they are.
      const usual = () => answer({ ...heard, body: kind === 'json' ? read() : (whole as unknown as Record<string, unknown>) })
      const said = planned.get(pathname)?.shift()?.(usual) ?? usual()
      if (said.drop) return void request.socket.destroy()
      response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers })
      response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const plan = (path: string, next: (said: () => Said) => Said) => planned.set(path, [...(planned.get(path) ?? []), next])
  return {
    base: `http://${target}`,
    target,
    calls,
    /** Counts how often a path was called. */
    countOf: (path: string) => calls.filter((one) => one === path).length,
    /** Answers the next call of a path like this, once. */
    says: (path: string, said: Said) => plan(path, () => said),
    /** Takes the next call of a path, and closes the connection without an answer. */
    takesAndDrops: (path: string) => plan(path, (usual) => ({ ...usual(), drop: true })),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the access of a channel to a fake, with a token store in memory that trusts the time it was told. */
export function accessTo(target: string, settings: Record<string, string>, allowed = [target]): ChannelAccess {
  let kept: { token: string; until: number } | undefined
  return {
    settings: { base: `http://${target}`, ...settings },
    allowInside: allowed,
    fetch: (address, asked) => guardedFetch(address, allowed, asked),
    derive: (purpose) => purpose,
    async token(fetchToken, isStale = false) {
      if (kept && !isStale && kept.until > Date.now()) return kept.token
      const { token, seconds } = await fetchToken()
      kept = { token, until: Date.now() + seconds * 1000 }
      return token
    },
  }
}

/** Returns a message to somebody. */
export const messageTo = (to: string, dlvNo: string, words: Partial<Outgoing> = {}): Outgoing => ({
  dlvNo,
  to,
  title: '家长会通知',
  text: '周五下午三点在报告厅',
  url: 'https://school.cn/message/index',
  isUrgent: false,
  isGuardian: false,
  isReminder: false,
  sms: { purpose: 'notice', params: ['实验小学'] },
  ...words,
})

/** Keeps tokens as a messenger does: each lives so long, by a clock that a test may put forward. */
export function tokensOf(prefix: string, seconds: number) {
  const until = new Map<string, number>()
  let ahead = 0
  const now = () => Date.now() + ahead * 1000
  return {
    issue() {
      const token = `${prefix}-${until.size + 1}`
      until.set(token, now() + seconds * 1000)
      return token
    },
    state(token: string): 'valid' | 'old' | 'unknown' {
      const end = until.get(token)
      if (end === undefined) return 'unknown'
      return end > now() ? 'valid' : 'old'
    },
    pass(more: number) {
      ahead += more
    },
  }
}
