import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { cookieBrowser } from './cookieBrowser.ts'

export const clientId = 'campus'
export const clientSecret = 'a secret between two servers'

/** Starts a real OpenID provider with one client, where anybody may sign in under any name. `more`: further claims. */
export async function startOidc(publicUrl: string, more = (): Record<string, unknown> => ({})) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [`${publicUrl}/login/sso`] }],
    claims: { openid: ['sub'], profile: ['preferred_username'], phone: ['phone_number', 'phone_number_verified'] },
    findAccount: (_: unknown, name: string) => ({
      accountId: name,
      claims: () => ({ sub: name, preferred_username: name, ...more() }),
    }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Walks the pages of the provider as a person would, and answers with what it sends back to the product. */
export async function signInAtProvider(begin: string, name: string): Promise<Record<string, string>> {
  const browser = cookieBrowser()
  let at = begin
  for (let steps = 0; steps < 12; steps++) {
    const page = await browser.go(at)
    const answer = page.status === 200 ? await browser.submit(at, page, { login: name, password: 'any' }) : page
    const next = new URL(answer.headers.get('location') ?? '', at)
    if (next.pathname === '/login/sso') return Object.fromEntries(next.searchParams)
    at = next.href
  }
  throw new Error('the provider does not come to an end')
}
