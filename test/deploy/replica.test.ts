import { afterEach, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import type { Client } from '../support/harness.ts'
import { cellsOf } from '../support/seedSchool.ts'
import { changePassword } from '../start/scenes.ts'
import { cleanUp, makeFolder, open, type Run, refused, until } from '../start/startup.ts'
import { addressOf, ask, startPair } from './standby.ts'

afterEach(cleanUp)

const hire = (client: Client, empName: string, authTel: string) =>
  client.call(emp.create, { empName, sex: 'F', authTel, orgNos: ['O00000001'] })

/** Sends a call as a browser does, with what it remembers. */
async function browse({ url }: Run, { token }: Client, path: string, { data, cookie }: { data: object; cookie: string }) {
  const response = await fetch(`${url}/api/services/${path}?version=v1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({ data, version: 'v1' }),
  })
  const code = response.headers.get('content-type')?.includes('json')
    ? ((await response.clone().json()) as { code: number }).code
    : 0
  if (code !== 0) throw new Error(await response.text())
  return response
}

test('exports and charts read from a replica that is near, the database itself from one that is not, and nobody misses what they have just changed', {
  timeout: 120_000,
}, async () => {
  const { leader, follower } = await startPair()
  const dataDir = makeFolder()
  const env = { DATABASE_URL: addressOf(leader), DATABASE_READ_URL: addressOf(follower) }
  const server = await open({ dataDir, env })
  const client = await changePassword(server)
  await hire(client, '早来的', '15000000001')
  const exported = async (cookie = '') =>
    cellsOf(await (await browse(server, client, 'ent/emp/export', { data: {}, cookie })).arrayBuffer())
  const readers = () =>
    ask<{ n: number }>(follower, `select count(*)::int as n from pg_stat_activity where usename like 'campus%login'`)
  await until('the replica is read', async () => ((await readers())[0]?.n ?? 0) > 0 && /早来的/.test(await exported()))
  await until('it is known to be near', () => server.output.stdout.includes('"event":"replica","fresh":true'))

  // What happens now is not there yet, for ten seconds at most; who did it reads elsewhere meanwhile.
  await ask(follower, 'select pg_wal_replay_pause()')
  const data = { empName: '刚来的', sex: 'M', authTel: '15000000002', orgNos: ['O00000001'] }
  const made = await browse(server, client, 'ent/emp/create', { data, cookie: '' })
  expect(made.headers.getSetCookie().join()).toContain('changed=1; Max-Age=15')
  expect(await exported()).not.toMatch(/刚来的/)
  expect(await exported('changed=1')).toMatch(/刚来的/)
  expect((await client.answer(home.getcharts, {})).code).toBe(0)
  await until('it is known to be behind', () => server.output.stdout.includes('"event":"replica","fresh":false'))
  expect(await exported()).toMatch(/刚来的/)
  // Each look is recorded in the database itself, also where the rows came from the replica.
  const looks = `select count(*)::int as n from history where tbl = 'emp' and act = 'read'`
  const [kept] = await ask<{ n: number }>(leader, looks, 'school')
  expect(kept?.n).toBeGreaterThanOrEqual(4)

  await ask(follower, 'select pg_wal_replay_resume()')
  const before = server.output.stdout.length
  await until('it is near again', () => server.output.stdout.slice(before).includes('"event":"replica","fresh":true'))
  await follower.stop()
  expect(await exported()).toMatch(/刚来的/)
  expect((await client.answer(home.getcharts, {})).code).toBe(0)
})

test('an address for reading alone is refused with a sentence', async () => {
  const env = { DATABASE_READ_URL: 'postgres://127.0.0.1:5/school' }
  expect(await refused(17, { dataDir: makeFolder(), env })).toContain('设置了 DATABASE_READ_URL，没有设置 DATABASE_URL')
})
