import { afterEach, expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import type { Client } from '../support/harness.ts'
import { changePassword, clientOn, groupsOf } from '../start/scenes.ts'
import { cleanUp, makeFolder, open, refused, until } from '../start/startup.ts'
import { addressOf, ask, promote, startPair } from './standby.ts'

afterEach(cleanUp)

/** Writes one group after another until one is taken again, and answers the codes that came before. */
async function writeUntilTaken(client: Client, grpName: string) {
  const seen: number[] = []
  await until(`${grpName} is taken`, async () => {
    const { code } = await client.answer(empgrp.create, { grpName, grpType: '1' })
    seen.push(code)
    return code === 0
  })
  return new Set(seen)
}

test('a server goes on with the node that takes writes: what was acknowledged is there, and nobody hears more than that it is not available', {
  timeout: 120_000,
}, async () => {
  const { leader, follower } = await startPair()
  const dataDir = makeFolder()
  // A node that only follows is no place to start on.
  const onFollower = await refused(13, { dataDir, env: { DATABASE_URL: addressOf(follower) } })
  expect(onFollower).toContain('DATABASE_URL 指定的 PostgreSQL 只能读，不能写')
  expect(onFollower).toContain('postgres://用户名:密码@主机1:端口,主机2:端口/数据库')

  const server = await open({ dataDir, env: { DATABASE_URL: `${addressOf(follower, leader)}?target_session_attrs=read-write` } })
  const client = await changePassword(server)
  await client.call(empgrp.create, { grpName: '换机以前', grpType: '1' })

  // One that was set to read alone refuses, and its connections are given up.
  await ask(leader, 'alter system set default_transaction_read_only = on')
  await ask(leader, 'select pg_reload_conf()')
  await until(
    'the node refuses',
    async () => (await client.answer(empgrp.create, { grpName: '不能写', grpType: '1' })).code !== 0,
  )
  expect(await client.answer(empgrp.create, { grpName: '不能写', grpType: '1' })).toMatchObject({ code: codes.unavailable[0] })
  expect(await fetch(`${server.url}/readyz`).then(({ status }) => status)).toBe(503)

  await leader.stop()
  expect(await client.answer(empgrp.create, { grpName: '没有主库', grpType: '1' })).toMatchObject({ code: codes.unavailable[0] })
  await promote(follower)
  const seen = await writeUntilTaken(client, '换机以后')
  expect([...seen].filter((code) => code !== 0 && code !== codes.unavailable[0])).toEqual([])
  const names = await groupsOf(clientOn(server, client.token))
  expect(names).toContain('换机以前')
  expect(names).toContain('换机以后')
  expect(await fetch(`${server.url}/readyz`).then(({ status }) => status)).toBe(200)
  expect(server.output.stdout.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('an address whose nodes should do something else than take writes is refused with a sentence', async () => {
  const url = 'postgres://school:right@127.0.0.1:5,127.0.0.1:6/school?target_session_attrs=standby'
  expect(await refused(17, { dataDir: makeFolder(), env: { DATABASE_URL: url } })).toContain('target_session_attrs=standby')
  const pooled = { DATABASE_POOL_URL: 'http://127.0.0.1:5/school', DATABASE_URL: url }
  expect(await refused(17, { dataDir: makeFolder(), env: pooled })).toContain('DATABASE_POOL_URL 的写法不正确')
  const alone = { DATABASE_POOL_URL: 'postgres://127.0.0.1:5/school' }
  expect(await refused(17, { dataDir: makeFolder(), env: alone })).toContain('没有设置 DATABASE_URL')
})
