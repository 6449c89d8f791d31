import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { externalSignIn } from '#features/common/user/externalSignIn.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { leastVersion } from '#server/process/migrate.ts'
import { findOlderThan, startOlder } from '../support/oldPostgres.ts'
import { succeed } from './commands.ts'
import {
  afterwards,
  copyFolder,
  freePort,
  healthy,
  isHealthy,
  isRoot,
  makeFolder,
  open,
  ordinaryUser,
  postmasterOf,
  type Run,
  refused,
  run,
  stop,
  superuserOf,
  until,
} from './startup.ts'
import { filledFolder, clientOn, passwordOf, signIn, changePassword, groupsOf, makeDatabase } from './scenes.ts'

const filled = filledFolder()

test('a port that is taken ends the start with 10', async () => {
  const port = await freePort()
  const taken = createServer().listen(port)
  afterwards(() => taken.close())
  expect(await refused(10, { dataDir: makeFolder(), env: { PORT: String(port) } })).toContain(`端口 ${port} 已被占用`)
})

test.each(['abc', '70000'])('PORT=%s ends the start with 17', async (port) => {
  expect(await refused(17, { dataDir: makeFolder(), env: { PORT: port } })).toContain(`PORT=${port} 不是端口号`)
})

test.each([
  ['METRICS_FROM', 'everyone', 'METRICS_FROM 里的“everyone”不是地址'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'TRUSTED_PROXIES 里的“10.0.0.0/33”不是地址'],
  ['DRAIN_SECONDS', '1h', 'DRAIN_SECONDS=1h 不能用'],
  ['DEMO', 'false', 'DEMO=false 不能用，应为 1（载入演示数据）或 0（正式使用）'],
])('%s=%s ends the start with 17', async (name, written, told) => {
  expect(await refused(17, { dataDir: makeFolder(), env: { [name]: written } })).toContain(told)
})

test('an address that is not of this machine ends the start with 17', async () => {
  expect(await refused(17, { dataDir: makeFolder(), env: { HOST: '192.0.2.1' } })).toContain('HOST=192.0.2.1 不是本机的地址')
})

test('a data folder that cannot be made, or is a file, ends the start with 11', async ({ skip }) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'file'), '')
  expect(await refused(11, { dataDir: join(folder, 'file') })).toContain('无法读写')
  skip(isRoot && !ordinaryUser, 'root may write everywhere, and no ordinary user reaches this checkout')
  mkdirSync(join(folder, 'shut'), { mode: 0o555 })
  expect(await refused(11, { dataDir: join(folder, 'shut', 'data'), user: ordinaryUser })).toContain('无法读写（EACCES）')
  expect(await refused(11, { dataDir: join(folder, 'shut'), user: ordinaryUser })).toContain('无法读写（EACCES）')
})

test('a secret key that is missing, damaged or another ends the start with 15; the right one is taken again', async () => {
  const dataDir = copyFolder(filled)
  const path = join(dataDir, 'secret.key')
  const key = readFileSync(path, 'utf8')
  rmSync(path)
  expect(await refused(15, { dataDir })).toContain(`找不到密钥 ${path}`)
  expect(existsSync(path)).toBe(false)
  writeFileSync(path, key.slice(0, 20))
  expect(await refused(15, { dataDir })).toContain('内容不完整')
  writeFileSync(path, key.replace(key.slice(0, 4), 'ABCD'))
  expect(await refused(15, { dataDir })).toContain('密钥与内置数据库不符')
  expect(await refused(15, { dataDir, env: { SECRET_KEY: 'another key of 32 characters or more' } })).toContain(
    '密钥与内置数据库不符',
  )
  expect(await refused(15, { dataDir, env: { SECRET_KEY: 'short' } })).toContain('太短')
  expect(postmasterOf(dataDir)).toBe(undefined)
  rmSync(path)
  await signIn(await open({ dataDir, env: { SECRET_KEY: key } }))
})

test('a DATABASE_URL that cannot be reached ends the start with 13', async () => {
  const url = await makeDatabase('createrole')
  const at = (change: (address: URL) => void) => {
    const address = new URL(url)
    change(address)
    return { dataDir: makeFolder(), env: { DATABASE_URL: address.href } }
  }
  const nobodyThere = String(await freePort())
  expect(
    await refused(
      13,
      at((address) => Object.assign(address, { port: nobodyThere })),
    ),
  ).toContain('无法连接（ECONNREFUSED）')
  expect(
    await refused(
      13,
      at((address) => Object.assign(address, { password: 'wrong' })),
    ),
  ).toContain('用户名或密码不正确')
  expect(
    await refused(
      13,
      at((address) => Object.assign(address, { pathname: '/missing' })),
    ),
  ).toContain('没有这个数据库')
  expect(await refused(13, { dataDir: makeFolder(), env: { DATABASE_URL: 'postgres://a:b@c:99999/d' } })).toContain(
    '地址写法不正确',
  )
})

test('a PostgreSQL that is too old ends the start with 16, and nothing is made in it', async ({ skip }) => {
  const bin = findOlderThan(leastVersion)
  skip(!bin, `no PostgreSQL below ${leastVersion} is installed`)
  skip(isRoot && !ordinaryUser, 'PostgreSQL does not run as root, and no ordinary user reaches this checkout')
  const old = startOlder(bin as string, makeFolder(ordinaryUser), { port: await freePort(), user: ordinaryUser ?? {} })
  afterwards(old.stop)
  const client = await connected(old.url)
  const start = { dataDir: makeFolder(), env: { DATABASE_URL: old.url } }
  expect(await refused(16, start)).toMatch(/PostgreSQL 是 1\d\.\d+，至少要 17；数据没有改动/)
  expect((await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0)
  expect((await client.query(`select from pg_roles where rolname like 'campus%'`)).rowCount).toBe(0)
})

/** Connects to a PostgreSQL of any version as soon as it answers. */
async function connected(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      afterwards(() => client.end().catch(() => {}))
      return client
    } catch {
      await sleep(50)
    }
  }
}

test('a DATABASE_URL whose user may not create roles, or does not own the database, ends the start with 14', async () => {
  const start = (url: string) => ({ dataDir: makeFolder(), env: { DATABASE_URL: url } })
  expect(await refused(14, start(await makeDatabase('nocreaterole')))).toContain('没有创建角色的权限')
  expect(await refused(14, start(await makeDatabase('createrole', false)))).toContain('所有者')
})

test('two processes at once on one DATABASE_URL both come up, one prepares it, sessions hold in both, and a password is reset', async () => {
  const url = await makeDatabase('createrole')
  const dataDir = makeFolder()
  const both = await Promise.all([run({ dataDir, env: { DATABASE_URL: url } }), run({ dataDir, env: { DATABASE_URL: url } })])
  await Promise.all(both.map((server) => healthy(server)))
  const passwords = both.map(passwordOf).filter((shown) => shown !== '')
  expect(passwords).toHaveLength(1)
  const [one, other] = both as [Run, Run]
  const client = await changePassword(one, passwords[0])
  await client.call(empgrp.create, { grpName: '食堂', grpType: '1' })
  expect(await groupsOf(clientOn(other, client.token))).toEqual(['食堂'])
  one.child.kill('SIGTERM')
  expect(await one.ended).toMatchObject({ code: 0 })
  expect(await groupsOf(clientOn(other, client.token))).toEqual(['食堂'])
  const told = await succeed('password', 'admin', { DATA_DIR: dataDir, DATABASE_URL: url })
  const fresh = await changePassword(other, /新密码 ([\w-]+)（/.exec(told)?.[1])
  expect(await groupsOf(fresh)).toEqual(['食堂'])
  expect(
    await refused(15, { dataDir, env: { DATABASE_URL: url, SECRET_KEY: 'another key of 32 characters or more' } }),
  ).toContain('密钥与数据库不符')
  expect(await refused(15, { dataDir: makeFolder(), env: { DATABASE_URL: url } })).toContain('找不到密钥')
})

test('DEMO=0 refuses a folder with demo data with 23 and leaves it; a demo is shown to this machine alone unless HOST says otherwise', async () => {
  const dataDir = makeFolder()
  const demo = await open({ dataDir, env: { DEMO: '1' } })
  await until('it says who may open it', () => demo.output.stdout.includes('只能在本机打开'))
  const [, other] = addressesOf()
  if (other) expect(await isHealthy(demo.url.replace('127.0.0.1', other))).toBe(false)
  expect(await clientOn(demo).call(externalSignIn.getways)).toMatchObject({ demoFlag: '1' })
  await stop(demo, dataDir)
  expect(await refused(23, { dataDir })).toContain(`数据目录 ${dataDir} 里是演示数据`)
  const shown = await open({ dataDir, env: { DEMO: '', HOST: '0.0.0.0' } })
  if (other) expect(await isHealthy(shown.url.replace('127.0.0.1', other))).toBe(true)
  expect(shown.output.stdout).not.toContain('只能在本机打开')
})

test('a database that a later version has brought further is refused with 24, named, and left as it is', async () => {
  const dataDir = copyFolder(filled)
  const server = await open({ dataDir })
  const database = await superuserOf(dataDir)
  await database.query(`insert into kysely_migration values ('0999_later', now()::text)`)
  await database.query(`update meta set val = '99.1.0' where key = 'version'`)
  await stop(server, dataDir)
  expect(await refused(24, { dataDir })).toContain('数据库是更新版本（99.1.0）的，本程序是')
  expect(postmasterOf(dataDir)).toBe(undefined)
})

/** Lists the IPv4 addresses of this machine, the loopback first. */
const addressesOf = () => [
  '127.0.0.1',
  ...Object.values(networkInterfaces())
    .flatMap((one) => one ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address),
]
