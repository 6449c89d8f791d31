import { lookup as resolve, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Describes what the other side answered. */
export type Answered = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** Describes a request to a server outside; `body` is sent as it is. */
export type Asked = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  milliseconds?: number
}

/** Is thrown for an address that lies inside, or is none that may be asked. */
export class NotOutside extends Error {}

/** Is thrown where the other side may have taken what was sent, although no answer came. */
export class NoAnswer extends Error {}

const inside = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, prefix, 'ipv6')

/** Tells whether an address of the network lies inside: this machine, a private network, or nowhere. */
export const isInside = (address: string): boolean => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Resolves names for a connection, and refuses what lies inside while connecting, so that a name cannot point elsewhere by then.
 * `allowed` lists the targets inside that the operator permits, as host:port.
 */
export function guardedLookup(host: string, port: number, allowed: readonly string[]): LookupFunction {
  const isAllowed = allowed.includes(`${host}:${port}`)
  return (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const found = (addresses ?? []) as LookupAddress[]
      const wrong =
        error ?? (!isAllowed && found.some(({ address }) => isInside(address)) ? new NotOutside(`${name} lies inside`) : null)
      const [first] = found
      if (wrong || !first) return done(wrong ?? new Error(`${name} has no address`), '', 4)
      if (options.all) return (done as unknown as (error: null, all: LookupAddress[]) => void)(null, found)
      done(null, first.address, first.family)
    })
}

/** Throws NotOutside for a target written as an address that lies inside; names are checked while connecting. */
export function requireOutside(host: string, port: number, allowed: readonly string[]) {
  if (isIP(host) && !allowed.includes(`${host}:${port}`) && isInside(host)) throw new NotOutside(`${host} lies inside`)
}

const mostBytes = 1024 * 1024

/**
 * Asks a server whose address an enterprise has set: never one inside that the operator does not permit, following it nowhere, for
 * 10 s and 1 MB at most (docs/spec/security.md#outside). Throws NotOutside, NoAnswer where the request had left, and other errors
 * where it had not.
 */
export function guardedFetch(
  address: string,
  allowed: readonly string[],
  { method = 'GET', headers = {}, body, milliseconds = 10_000 }: Asked = {},
): Promise<Answered> {
  const url = new URL(address)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const target = `${host}:${port}`
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowed.includes(target)))
    return Promise.reject(new NotOutside(`${address} is not encrypted`))
  return new Promise((settle, fail) => {
    requireOutside(host, port, allowed)
    let hasLeft = false
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      { method, headers, lookup: guardedLookup(host, port, allowed), signal: AbortSignal.timeout(milliseconds), agent: false },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > mostBytes) request.destroy(new Error('the server outside answers too much'))
          parts.push(part)
        })
        response.once('error', (error) => fail(new NoAnswer(error.message)))
        response.once('end', () =>
          settle({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString('utf8') }),
        )
      },
    )
    request.once('finish', () => (hasLeft = true))
    request.once('error', (error) => fail(hasLeft ? new NoAnswer(error.message) : error))
    request.end(body)
  })
}
