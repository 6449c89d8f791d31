import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { user } from '#contract/shell/user.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { basePath } from '#contract/wire.ts'
import { hashPassword } from '#server/auth/password.ts'
import { headerLimits } from '#server/http/connections.ts'
import { clientOf, makePerson, makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
let school: School
const connections = { most: 20, slowMs: 200, leastBytes: 1000 }
const rates = {
  stranger: { calls: 5, seconds: 60 },
  session: { calls: 30, seconds: 60 },
  enterprise: { calls: 50, seconds: 60 },
}
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
})
afterAll(() => server.close())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Opens a connection that has sent so much and waits; `heard` is what came back. */
async function speak({ url }: TestServer, text: string) {
  const held = { heard: '', isGone: false, socket: connect(Number(new URL(url).port), '127.0.0.1') }
  sockets.push(held.socket)
  held.socket.on('data', (data) => (held.heard += data)).on('error', () => {})
  held.socket.once('close', () => (held.isGone = true))
  await new Promise<void>((resolve) => held.socket.once('connect', () => held.socket.write(text, () => resolve())))
  return held
}

const post = (path: string, length: number, token?: string) =>
  `POST ${basePath}${path} HTTP/1.1\r\nHost: x\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const isWell = async ({ url }: TestServer) => (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).status

test('whoever has no session, or no right, hears so before anything of the body has come', async () => {
  const nobody = await speak(server, post('/ent/stu/updatemany', 6_000_000))
  await expect.poll(() => nobody.heard).toContain('"code":50008')
  const { client } = await makePerson(school)
  const powerless = await speak(server, post('/ent/stu/updatemany', 6_000_000, client.token))
  await expect.poll(() => powerless.heard).toContain('"code":30001')
})

test('somebody without a session sends 64 KB at most', async () => {
  const large = await speak(server, post('/common/user/login', 65_537))
  await expect.poll(() => large.heard).toMatch(/^HTTP\/1.1 413[^]*"code":10010/)
})

test('a session that ends while a body is still coming no longer opens the call', async () => {
  const { client } = await makePerson(school, { roles: ['P030ADMIN'] })
  const body = JSON.stringify({ data: { grpName: '晚到的组', grpType: '1' } })
  const head = post('/ent/empgrp/create', Buffer.byteLength(body), client.token)
  const slow = await speak(server, head.replace('Host', 'Expect: 100-continue\r\nHost'))
  await expect.poll(() => slow.heard).toContain('100 Continue')
  await client.call(signin.logout)
  slow.heard = ''
  slow.socket.write(body)
  await expect.poll(() => slow.heard).toContain('"code":50008')
})

describe('with low rates', () => {
  let limited: TestServer
  beforeAll(async () => {
    limited = await startServer({ sharing: server, rates, trustedProxies: ['loopback'] })
  })
  afterAll(() => limited.close())

  const ask = (path: string, { token, address = '203.0.113.9' }: { token?: string | undefined; address?: string }) =>
    fetch(`${limited.url}${basePath}${path}`, {
      headers: { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
    })
  const many = async (count: number, path: string, from: { token?: string | undefined; address?: string }) =>
    Promise.all(Array.from({ length: count }, async () => (await ask(path, from)).status))
  const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length

  test('a stranger who calls too often is told to wait and for how long; nobody else has to', async () => {
    expect(refused(await many(5, '/common/user/getways', {}))).toBe(0)
    const answer = await ask('/common/user/getways', {})
    expect([answer.status, await answer.json()]).toEqual([
      429,
      { code: 10019, message: '操作过于频繁，请稍后再试', result: { seconds: expect.any(Number) } },
    ])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused(await many(5, '/common/user/getways', { address: '203.0.113.10' }))).toBe(0)
    expect(refused(await many(5, '/ent/empgrp/getlist', { token: school.admin.client.token }))).toBe(0)
  })

  test('tokens that are tried out count as a stranger', async () => {
    const address = '203.0.113.11'
    const statuses = await Promise.all(
      Array.from({ length: 9 }, async (_, i) => (await ask('/ent/empgrp/getlist', { token: `guess${i}`, address })).status),
    )
    expect(refused(statuses)).toBe(4)
  })

  test('one session that calls too often is stopped, and its neighbour works on', async () => {
    const other = await makeSchool(server)
    const { client } = await makePerson(other, { roles: ['P030ADMIN'] })
    const token = other.admin.client.token
    expect(refused(await many(40, '/ent/empgrp/getlist', { token }))).toBe(10)
    expect(refused(await many(10, '/ent/empgrp/getlist', { token: client.token }))).toBe(0)
  })

  test('one enterprise whose people call too often together is stopped, and another works on', async () => {
    const [busy, calm] = [await makeSchool(server), await makeSchool(server)]
    const { client } = await makePerson(busy, { roles: ['P030ADMIN'] })
    const all = [
      ...(await many(30, '/ent/empgrp/getlist', { token: busy.admin.client.token })),
      ...(await many(30, '/ent/empgrp/getlist', { token: client.token })),
    ]
    expect(refused(all)).toBe(10)
    expect(refused(await many(10, '/ent/empgrp/getlist', { token: calm.admin.client.token }))).toBe(0)
    expect(await isWell(limited)).toBe(200)
  })
})

describe('with few connections', () => {
  let small: TestServer
  beforeAll(async () => {
    small = await startServer({ sharing: server, connections })
  })
  afterAll(() => small.close())

  test('three times as many idle connections as there may be keep nobody out', async () => {
    const begun = await Promise.all(Array.from({ length: 60 }, () => speak(small, 'GET /healthz HTTP/1.1\r\nHost:')))
    expect(await isWell(small)).toBe(200)
    await expect.poll(() => begun.filter(({ isGone }) => isGone).length).toBeGreaterThanOrEqual(40)
    await expect(clientOf(small, school.admin.client.token).call(user.get)).resolves.toBeDefined()
  })

  test('requests whose bodies never come keep nobody out, and are told that it took too long', async () => {
    const token = school.admin.client.token
    const begun = await Promise.all(Array.from({ length: 15 }, () => speak(small, post('/ent/empgrp/create', 900_000, token))))
    expect(await isWell(small)).toBe(200)
    await expect.poll(() => begun.every(({ isGone, heard }) => isGone && heard.startsWith('HTTP/1.1 408'))).toBe(true)
  })
})

test('headers that do not come end their connection within 15 seconds', async () => {
  expect(headerLimits.headersTimeout + headerLimits.connectionsCheckingInterval).toBeLessThanOrEqual(15_000)
  // Waits for real connections in the proof alone.
  if (!process.env.WHOLE) return
  const begun = await Promise.all(Array.from({ length: 150 }, () => speak(server, 'GET /healthz HTTP/1.1\r\nHost: x\r\n')))
  const since = performance.now()
  await expect.poll(() => begun.every(({ isGone }) => isGone), { timeout: 20_000 }).toBe(true)
  expect(performance.now() - since).toBeLessThan(16_000)
})

test('an account has twenty sessions at most: the one used longest ago ends', async () => {
  const pwd = 'Campus2026'
  const person = await makePerson(school, { pwdHash: await hashPassword(pwd) })
  const tokens: string[] = []
  for (let i = 0; i < 20; i++) tokens.push((await clientOf(server).call(signin.login, { name: person.name, pwd })).token)
  expect(await person.client.answer(user.get)).toMatchObject({ code: 50008 })
  for (const token of tokens) expect(await clientOf(server, token).answer(user.get)).toMatchObject({ code: 0 })
})
