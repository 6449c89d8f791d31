import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { codeOf, startCommand, succeed } from './commands.ts'
import { memorySettings, usableMemory } from '#server/process/memorySettings.ts'
import { userLgn } from '#features/user/userlgn/userlgn.contract.ts'
import { changePassword, clientOn, groupsOf, makeDatabase, password, passwordOf, signIn, startWriters } from './scenes.ts'
import { pretendPostgres } from '../support/oldPostgres.ts'
import {
  afterwards,
  checkout,
  cleanUp,
  copyFolder,
  freePort,
  isHealthy,
  makeFolder,
  open,
  postmasterOf,
  refused,
  removeFolder,
  stop,
  superuserOf,
  until,
} from './startup.ts'

// Runs a short sample of the other files of this folder, which `npm run proof` runs.
const filled = mkdtempSync(join(tmpdir(), 'campus-filled-'))
chmodSync(filled, 0o711)
const backup = join(filled, 'filled.backup')
afterEach(cleanUp)
afterAll(() => removeFolder(filled))

test('a first start shows a password once, which signs in only to change it; SIGTERM ends it with 0', async () => {
  const server = await open({ dataDir: filled })
  expect(server.output.stdout.match(/密码/g)).toHaveLength(1)
  const { user: operator } = await clientOn(server).call(signin.login, { name: 'admin', pwd: passwordOf(server) })
  expect(operator).toMatchObject({ pwdFlag: '1', idntNo: '060', entName: '平台运营中心' })
  await changePassword(server)
  expect(await (await signIn(server)).call(user.get)).toMatchObject({ pwdFlag: '0' })
  expect(await settingsOf(filled)).toEqual(memorySettings(usableMemory()))
  await stop(server, filled)
})

/** Reads the settings of an embedded PostgreSQL that follow the memory of the machine, in the units that they are written in. */
async function settingsOf(dataDir: string) {
  const database = await superuserOf(dataDir)
  const { rows } = await database.query<{ name: string; value: string }>(
    `select name, case unit when 's' then setting::int / 60 || 'min' when 'MB' then setting || 'MB'
       when 'kB' then setting::int / 1024 || 'MB' when '8kB' then setting::int / 128 || 'MB' end as value
     from pg_settings where name = any($1)`,
    [Object.keys(memorySettings(0))],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

test('a later start shows no password, and a kill -9 while groups are written loses none that was acknowledged', async () => {
  const dataDir = copyFolder(filled)
  const server = await open({ dataDir })
  expect(server.output.stdout).not.toContain('密码')
  expect(await refused(12, { dataDir })).toContain(`进程 ${server.child.pid}`)
  const written: string[] = []
  const writers = await startWriters(server, written)
  await until('groups are written', () => written.length > 20)
  server.child.kill('SIGKILL')
  await server.ended
  await Promise.all(writers)
  const again = await open({ dataDir })
  expect(await groupsOf(await signIn(again))).toEqual(expect.arrayContaining(written))
  await stop(again, dataDir)
})

test('an operator who forgot the password gets a new one on the machine, whether the service runs or not; nobody stays signed in', async () => {
  const dataDir = copyFolder(filled)
  const fresh = async () => /新密码 ([\w-]+)（/.exec(await succeed('password', 'ADMIN', { DATA_DIR: dataDir }))?.[1] ?? ''
  const stopped = await fresh()
  expect(postmasterOf(dataDir)).toBe(undefined)
  const server = await open({ dataDir })
  expect((await clientOn(server).answer(signin.login, { name: 'admin', pwd: password })).code).toBe(20001)
  const client = await changePassword(server, stopped)
  const running = await fresh()
  expect((await client.answer(user.get)).code).toBe(50008)
  const again = await changePassword(server, running)
  const { datas } = await again.call(userLgn.getlogpage, { way: 'machine' })
  expect(datas).toMatchObject([{ name: 'admin', rslt: 'newPassword' }, { name: 'admin' }])
  expect(await codeOf('password', 'nobody', { DATA_DIR: dataDir })).toBe(22)
  await stop(server, dataDir)
})

test('a backup made while the service runs is restored to a new folder, where people sign in', async () => {
  const server = await open({ dataDir: filled })
  await succeed('backup', backup, { DATA_DIR: filled })
  expect(await isHealthy(server.url)).toBe(true)
  await stop(server, filled)
  await succeed('verify', backup, { DATA_DIR: makeFolder() })
  const restored = makeFolder()
  await succeed('restore', backup, { DATA_DIR: restored })
  expect(postmasterOf(restored)).toBe(undefined)
  await signIn(await open({ dataDir: restored }))
})

test('what hinders a start ends it with its own code and one sentence', async () => {
  const port = await freePort()
  const taken = createServer().listen(port)
  afterwards(() => taken.close())
  expect(await refused(10, { dataDir: makeFolder(), env: { PORT: String(port) } })).toContain(`端口 ${port} 已被占用`)
  expect(await refused(11, { dataDir: join(checkout, 'package.json') })).toContain('无法读写')
  const missing = new URL(await makeDatabase('createrole'))
  missing.pathname = '/missing'
  expect(await refused(13, { dataDir: makeFolder(), env: { DATABASE_URL: missing.href } })).toContain('没有这个数据库')
  const poor = await makeDatabase('nocreaterole')
  expect(await refused(14, { dataDir: makeFolder(), env: { DATABASE_URL: poor } })).toContain('没有创建角色的权限')
  const keyless = copyFolder(filled)
  rmSync(join(keyless, 'secret.key'))
  expect(await refused(15, { dataDir: keyless })).toContain('找不到密钥')
  // Pretends to be an older PostgreSQL: no real one is on every machine. A real one is tried by refusals.test.ts.
  const old = await pretendPostgres('16.9 (Debian 16.9-1)')
  afterwards(() => old.close())
  expect(await refused(16, { dataDir: makeFolder(), env: { DATABASE_URL: old.url } })).toContain('PostgreSQL 是 16.9，至少要 17')
  expect(old.asked).toEqual(['show server_version'])
  expect(await refused(17, { dataDir: makeFolder(), env: { PORT: 'abc' } })).toContain('PORT=abc 不是端口号')
})

test('a backup that is none, a folder that is full, and a restore that was killed are refused with their own codes', async () => {
  expect(await codeOf('verify', join(checkout, 'package.json'), { DATA_DIR: makeFolder() })).toBe(18)
  expect(await codeOf('restore', backup, { DATA_DIR: filled })).toBe(20)
  const dataDir = makeFolder()
  const { child, ended } = startCommand('restore', backup, { DATA_DIR: dataDir })
  await until('the key is there', () => existsSync(join(dataDir, 'secret.key')))
  child.kill('SIGKILL')
  await ended
  expect(await refused(21, { dataDir })).toContain('npm run restore')
})
