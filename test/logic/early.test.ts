import { afterEach, expect, test, vi } from 'vitest'
import { userCfg } from '#contract/shell/cfg.contract.ts'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { prefer } from '#contract/shell/prefer.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { toRequest } from '#contract/wire.ts'

// Gives the other files of this process their own back.
afterEach(() => void vi.unstubAllGlobals())

function browserWith(entries: Record<string, string>) {
  vi.resetModules()
  const stored = new Map(Object.entries(entries))
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('location', { origin: 'https://office.example' })
  vi.stubGlobal('BroadcastChannel', class {})
  const fetched: [string, string][] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: { authorization: string } }) => {
    fetched.push([url, headers.authorization])
    return new Response('{}')
  })
  return fetched
}
const session = { system: 'school', school: JSON.stringify({ token: 'mine' }), tokenTime: String(Date.now()) }

test('what every page asks for first is asked early, at the addresses of its calls, as whoever is signed in', async () => {
  const fetched = browserWith(session)
  const { askEarly } = await import('#web/api/early.ts')
  askEarly()
  const urls = [user.get, userMdl.get, userCfg.getentcfg, prefer.getlist].map((call) => toRequest(call, {}).url)
  expect(fetched).toEqual(urls.map((url) => [url, 'Bearer mine']))
})

test('an early answer is given once, and to its own session alone', async () => {
  browserWith(session)
  const { askEarly, earlyUrls, takeEarly } = await import('#web/api/early.ts')
  askEarly()
  const [url = ''] = earlyUrls
  expect(takeEarly(url, 'another')).toBeUndefined()
  expect(takeEarly(url, undefined)).toBeUndefined()
  expect(await takeEarly(url, 'mine')).toBeInstanceOf(Response)
  expect(takeEarly(url, 'mine')).toBeUndefined()
})

test('nothing is asked early without a session, or with one that has lapsed', async () => {
  for (const entries of [{}, { ...session, tokenTime: '0' }]) {
    const fetched = browserWith(entries)
    const { askEarly, earlyUrls, takeEarly } = await import('#web/api/early.ts')
    askEarly()
    expect(fetched).toEqual([])
    expect(takeEarly(earlyUrls[0] ?? '', 'mine')).toBeUndefined()
  }
})
