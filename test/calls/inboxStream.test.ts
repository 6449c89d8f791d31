import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basePath } from '#contract/wire.ts'
import { inboxStreamPath } from '#domain/messages/inboxStream.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { makePerson, makeSchool, type Person, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Listens as somebody; collects what arrives, and tells when the server has ended it. */
async function listen(token: string) {
  const response = await fetch(server.url + basePath + inboxStreamPath, {
    headers: { authorization: `Bearer ${token}` },
  })
  const heard = { status: response.status, type: response.headers.get('content-type') ?? '', words: '', isOver: false }
  const read = async () => {
    for await (const part of response.body ?? []) heard.words += new TextDecoder().decode(part)
  }
  void read().then(
    () => (heard.isOver = true),
    () => (heard.isOver = true),
  )
  return heard
}

const tell = ({ client }: Person, { empNo }: Person) =>
  client.call(msg.send, { title: '值班调整', scope: [{ kind: 'emp', no: empNo }] })

test('a page hears at once that something has come, and nothing of what it is; nobody else hears it', async () => {
  const school = await makeSchool(server)
  const [one, other] = [await makePerson(school, { name: '李老师' }), await makePerson(school, { name: '赵老师' })]
  const [mine, theirs] = [await listen(one.client.token ?? ''), await listen(other.client.token ?? '')]
  expect(mine.type).toContain('text/event-stream')
  await tell(school.admin, one)
  await expect.poll(() => mine.words, { timeout: 5000 }).toContain('event: inbox')
  expect(mine.words).not.toContain('值班')
  await sleep(200)
  expect(theirs.words).not.toContain('event: inbox')
})

test('who is not signed in hears nothing, and of many pages of one session the first ones make room', async () => {
  const refused = await listen('no-such-token')
  expect(refused.type).toContain('application/json')
  // Refuses as calls do, so that a page whose session is over does not complain of an address.
  expect(refused.status).toBe(200)
  const school = await makeSchool(server)
  const one = await makePerson(school)
  const heard: Awaited<ReturnType<typeof listen>>[] = []
  for (let at = 0; at < 8; at++) heard.push(await listen(one.client.token ?? ''))
  await expect.poll(() => heard.map(({ isOver }) => isOver)).toEqual([true, true, ...Array.from({ length: 6 }, () => false)])
})

test('asking for what is unread keeps no session alive', async () => {
  const school = await makeSchool(server)
  const one = await makePerson(school)
  const seen = async () =>
    (await server.owner.query('select max(seen_tm)::text as at from session where user_no = $1', [one.userNo])).rows[0].at
  await server.owner.query("update session set seen_tm = now() - interval '5 minutes' where user_no = $1", [one.userNo])
  const before = await seen()
  await one.client.call(box.getunread, {})
  expect(await seen()).toBe(before)
  await one.client.call(box.getpage, {})
  expect(await seen()).not.toBe(before)
})

test('what came while the database could not be heard is told as soon as it can be, to pages that listened all the time', async () => {
  const school = await makeSchool(server)
  const one = await makePerson(school)
  const mine = await listen(one.client.token ?? '')
  const ended = await server.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  )
  expect(ended.rowCount).toBeGreaterThan(0)
  await tell(school.admin, one)
  await sleep(1000)
  expect(mine.words).not.toContain('event: inbox')
  await expect.poll(() => mine.words, { timeout: 15_000 }).toContain('event: inbox')
  expect(mine.isOver).toBe(false)
}, 30_000)
