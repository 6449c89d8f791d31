import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

// Imports them only where the globals of a browser stand in.
let session: typeof import('#web/api/session.ts')
let send: typeof import('#web/api/send.ts')
const kept = new Map<string, string>()
beforeAll(async () => {
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  })
  session = await import('#web/api/session.ts')
  send = await import('#web/api/send.ts')
})
beforeEach(() => kept.clear())
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const signIn = (idntNo: string) =>
  session.keepSession({ token: `T${idntNo}`, tokenId: 'I' }, { idntVal: 'E1', idntNo, entNo: 'C1' })

test('the session of each platform lies under the platform’s own name, with its identity and the time of its token', () => {
  const names = ['enterprise', 'edc', 'school', 'agent', 'merchant', 'ecb']
  for (const [at, name] of names.entries()) {
    const idntNo = `0${at + 1}0`
    signIn(idntNo)
    const expected = { token: `T${idntNo}`, tokenId: 'I', idntVal: 'E1', idntNo, entNo: 'C1' }
    expect([kept.get('system'), JSON.parse(kept.get(name) ?? '')]).toEqual([name, expected])
    expect(session.readToken()).toBe(`T${idntNo}`)
  }
  expect(Number(kept.get('tokenTime'))).toBeGreaterThan(Date.now() - 60_000)
  session.keepCas('https://cas.example.edu/logout')
  expect([kept.get('casKey'), kept.get('casParams')]).toEqual(['http://localhost/login/cas', 'https://cas.example.edu/logout'])
  session.dropSession()
  // Keeps nothing but that a session has ended here, so that it asks no other tab for theirs.
  expect([...kept]).toEqual([['signed-out', '1']])
})

test('a token lapses when more than 120 minutes have passed since it was used', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  signIn('030')
  vi.setSystemTime(120 * 60_000)
  expect(session.hasLapsed()).toBe(false)
  vi.setSystemTime(120 * 60_000 + 1)
  expect(session.hasLapsed()).toBe(true)
  vi.useRealTimers()
})

test('a call waits ten minutes, carries the token, and goes to the address of all calls with its version', async () => {
  const { empgrp } = await import('#features/ent/empgrp/empgrp.contract.ts')
  const { edcunit } = await import('#features/ent/edcunit/edcunit.contract.ts')
  const { ptr } = await import('#features/ent/ptr/ptr.contract.ts')
  expect(send.callTimeout).toBe(600_000)
  expect(send.buildRequest(empgrp.getlist, {}).headers).toEqual({})
  signIn('030')
  expect(send.buildRequest(empgrp.getlist, { keyWord: '班' })).toEqual({
    method: 'GET',
    url: `/api/services/ent/empgrp/getlist?${new URLSearchParams({ keyWord: '班', version: 'v1' })}`,
    headers: { authorization: 'Bearer T030' },
  })
  const bodyOf = (...given: Parameters<typeof send.buildRequest>) => JSON.parse(send.buildRequest(...given).body as string)
  expect(bodyOf(empgrp.delete, { grpNo: 'G1' })).toEqual({ data: { grpNo: 'G1' }, version: 'v1' })
  expect(bodyOf(edcunit.disable, { datas: ['U1'] })).toEqual({ datas: ['U1'], version: 'v1' })
  expect(bodyOf(ptr.enable, { ptrNos: ['P1'] })).toEqual({ ptrNos: ['P1'], version: 'v1' })
})
