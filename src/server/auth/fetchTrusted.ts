import { isSafe } from '#server/base/identityProviders.ts'

const milliseconds = 5000
const mostBytes = 64 * 1024

/**
 * Asks a server outside: only the configured one, without following it elsewhere, for 5 s and 64 KB at most
 * (docs/spec/security.md#outside). Whatever is wrong is thrown; nothing of it is meant for the user.
 */
export async function fetchTrusted(peer: URL, address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address)
  if (url.origin !== peer.origin || !isSafe(url)) throw new Error(`${url.origin} is not the configured server`)
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(milliseconds) })
  if (response.status >= 300 && response.status < 400) throw new Error('the server outside answers with a redirect')
  const { status, headers } = response
  const body = await readUpTo(mostBytes, response)
  return new Response(body.length > 0 ? body : null, { status, headers })
}

async function readUpTo(most: number, { body }: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > most) throw new Error('the server outside answers too much')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
