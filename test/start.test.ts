import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { signin } from '#features/common/user/signin.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { user } from '#features/user/user/user.contract.ts'
import { isAlive } from '#server/lock.ts'
import { connectOwner } from '#server/migrate.ts'
import { type Client, clientOf, Refused, type TestServer } from './harness.ts'
import { databaseUrl } from './postgres.ts'
import {
  afterwards,
  cleanUp,
  copyCheckout,
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
  removeFolder,
  run,
  stop,
  superuserOf,
  until,
} from './startup.ts'

// A data folder after its first start, with the operator's password changed; tests work on copies of it.
const filled = mkdtempSync(join(tmpdir(), 'campus-filled-'))
const password = 'Xiaoyuan2026'

beforeAll(async () => {
  chmodSync(filled, 0o711)
  const server = await open({ dataDir: filled })
  await changePassword(server)
  await stop(server, filled)
})
afterEach(cleanUp)
afterAll(async () => {
  await cleanUp()
  await removeFolder(filled)
})

test('a first start shows a password once, which signs in only to change it', async () => {
  const dataDir = makeFolder()
  const server = await open({ dataDir })
  expect(server.output.stdout.match(/密码/g)).toHaveLength(1)
  const { token, user: operator } = await clientOn(server).call(signin.login, { name: 'admin', pwd: passwordOf(server) })
  expect(operator).toMatchObject({ pwdFlag: '1', idntNo: '060', entName: '平台运营中心' })
  expect(await clientOn(server, token).answer(empgrp.getlist)).toMatchObject({ code: 20007 })
  await changePassword(server)
  expect(await (await signIn(server)).call(user.get)).toMatchObject({ pwdFlag: '0' })
  await stop(server, dataDir)
})

test('a later start shows no password, is healthy within 3 s and reaches its database', async () => {
  const server = await run({ dataDir: copyFolder(filled) })
  expect(await healthy(server)).toBeLessThan(3000)
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, { database: 'ok' }])
  expect(server.output.stdout).toContain(server.url.replace('127.0.0.1', 'localhost'))
  expect(server.output.stdout).not.toContain('密码')
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a request under way finish, then stops PostgreSQL and ends with 0',
  async (signal) => {
    const dataDir = copyFolder(filled)
    const server = await open({ dataDir })
    const client = await signIn(server)
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
    const database = await superuserOf(dataDir)
    await database.query('begin; lock table empgrp in access exclusive mode')
    const underWay = client.answer(empgrp.getlist)
    await until('the request waits', () => isWaiting(database))
    const stopped = stop(server, dataDir, signal)
    await until('the server takes no more requests', async () => !(await isHealthy(server.url)))
    server.child.kill(signal)
    await sleep(200)
    await database.query('commit')
    expect(await underWay).toMatchObject({ code: 0, result: [] })
    await stopped
    silent.destroy()
  },
)

test('SIGTERM during the very first start stops PostgreSQL too, and the next start works', async () => {
  const dataDir = makeFolder()
  const first = await run({ dataDir, env: { DEMO: '1' } })
  await until('PostgreSQL works', () => postmasterOf(dataDir) !== undefined)
  await stop(first, dataDir)
  expect(passwordOf(await open({ dataDir }))).not.toBe('')
})

test('of two starts at once on one data folder one is refused within 3 s, as is a third; the winner goes on', async () => {
  const dataDir = makeFolder()
  const both = await Promise.all([run({ dataDir }), run({ dataDir })])
  const loser = await Promise.race(both.map((server) => server.ended.then(() => server)))
  const winner = both.find((server) => server !== loser) as Run
  expect(await loser.ended).toMatchObject({ code: 12 })
  expect((await loser.ended).after).toBeLessThan(3000)
  expect(loser.output).toEqual({ stdout: '', stderr: expect.stringContaining('已有一个服务在运行') })
  await healthy(winner)
  expect(await refused(12, { dataDir })).toContain(`进程 ${winner.child.pid}`)
  expect(await isHealthy(winner.url)).toBe(true)
  await signIn(winner, passwordOf(winner))
})

test('three kills -9 in the middle of writing, one of PostgreSQL too, lose nothing that was acknowledged', async () => {
  const dataDir = copyFolder(filled)
  const written: string[] = []
  for (const victim of ['server', 'server', 'both']) {
    const server = await run({ dataDir })
    expect(await healthy(server)).toBeLessThan(5000)
    const client = await signIn(server)
    expect(await groupsOf(client)).toEqual(expect.arrayContaining(written))
    const before = written.length
    const writers = [1, 2, 3].map(() => writeGroups(client, written))
    await until('groups are written', () => written.length > before + 20)
    const postmaster = postmasterOf(dataDir) as number
    server.child.kill('SIGKILL')
    if (victim === 'both') process.kill(postmaster, 'SIGKILL')
    await server.ended
    if (victim === 'server') expect(isAlive(postmaster)).toBe(true)
    await Promise.all(writers)
  }
  const server = await open({ dataDir })
  expect(await groupsOf(await signIn(server))).toEqual(expect.arrayContaining(written))
  await stop(server, dataDir)
})

test('a postmaster.pid whose number another PostgreSQL has by now neither hinders the start nor stops that one', async () => {
  const [mine, strange] = [copyFolder(filled), copyFolder(filled)]
  const stranger = await open({ dataDir: strange })
  const postmaster = postmasterOf(strange) as number
  writeFileSync(join(mine, 'pg18', 'postmaster.pid'), `${postmaster}\n`)
  await signIn(await open({ dataDir: mine }))
  expect(postmasterOf(strange)).toBe(postmaster)
  await signIn(stranger)
})

test('a kill -9 while the first start makes the database does not hinder the next', async () => {
  const dataDir = makeFolder()
  const database = join(dataDir, 'pg18')
  const first = await run({ dataDir })
  await until(
    'initdb works',
    () =>
      existsSync(database) && readdirSync(database, { recursive: true }).some((path) => String(path).endsWith('postgresql.conf')),
  )
  first.child.kill('SIGKILL')
  await first.ended
  expect(existsSync(join(database, 'PG_VERSION'))).toBe(false)
  const second = await open({ dataDir })
  await signIn(second, passwordOf(second))
  expect(readdirSync(database).filter((name) => name.startsWith('making'))).toEqual([])
})

test('a kill -9 while the first start fills in the demo data leaves nothing of them', async () => {
  const dataDir = makeFolder()
  const first = await run({ dataDir, env: { DEMO: '1' } })
  await until('demo data are written', () => isWriting(dataDir))
  await sleep(300)
  expect(await isHealthy(first.url)).toBe(false)
  first.child.kill('SIGKILL')
  await first.ended
  const second = await open({ dataDir })
  await signIn(second, passwordOf(second))
  const database = await superuserOf(dataDir)
  expect((await database.query('select ent_name from ent')).rows).toEqual([{ ent_name: '平台运营中心' }])
})

test('a kill -9 as soon as the first operator exists does not lose the password', async () => {
  const url = await makeDatabase('createrole')
  const dataDir = makeFolder()
  const env = { DATABASE_URL: url }
  const first = await run({ dataDir, env })
  const owner = await connectOwner(url)
  afterwards(() => owner.end())
  await until('the operator exists', async () => {
    const found = await owner.query("select 1 from meta where key = 'root'").catch(() => undefined)
    return Boolean(found?.rowCount)
  })
  first.child.kill('SIGKILL')
  await first.ended
  await signIn(await open({ dataDir, env }), passwordOf(first))
})

test('a port that is taken ends the start with 10', async () => {
  const port = await freePort()
  const taken = createServer().listen(port)
  afterwards(() => taken.close())
  expect(await refused(10, { dataDir: makeFolder(), env: { PORT: String(port) } })).toContain(`端口 ${port} 已被占用`)
})

test.each(['abc', '70000'])('PORT=%s ends the start with 17', async (port) => {
  expect(await refused(17, { dataDir: makeFolder(), env: { PORT: port } })).toContain(`PORT=${port} 不是端口号`)
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

test('a DATABASE_URL whose user may not create roles, or does not own the database, ends the start with 14', async () => {
  const start = (url: string) => ({ dataDir: makeFolder(), env: { DATABASE_URL: url } })
  expect(await refused(14, start(await makeDatabase('nocreaterole')))).toContain('没有创建角色的权限')
  expect(await refused(14, start(await makeDatabase('createrole', false)))).toContain('所有者')
})

test('two processes at once on one DATABASE_URL both come up, one prepares it, and sessions hold in both', async () => {
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
  expect(
    await refused(15, { dataDir, env: { DATABASE_URL: url, SECRET_KEY: 'another key of 32 characters or more' } }),
  ).toContain('密钥与数据库不符')
  expect(await refused(15, { dataDir: makeFolder(), env: { DATABASE_URL: url } })).toContain('找不到密钥')
})

test('an ordinary user needs no root', async ({ skip }) => {
  skip(isRoot && !ordinaryUser, 'no ordinary user reaches this checkout')
  const dataDir = makeFolder(ordinaryUser)
  const first = await open({ dataDir, user: ordinaryUser })
  await changePassword(first)
  await stop(first, dataDir)
  const second = await open({ dataDir, user: ordinaryUser })
  await signIn(second)
  await stop(second, dataDir, 'SIGINT')
})

test('root takes over the data folder of an ordinary user, who is then told why it is closed', async ({ skip }) => {
  skip(!ordinaryUser, 'only root changes users')
  const dataDir = makeFolder(ordinaryUser)
  const first = await open({ dataDir, user: ordinaryUser })
  await changePassword(first)
  first.child.kill('SIGKILL')
  await first.ended
  const second = await open({ dataDir })
  await signIn(second)
  second.child.kill('SIGKILL')
  await second.ended
  process.kill(postmasterOf(dataDir) as number, 'SIGINT')
  await until('PostgreSQL has ended', () => postmasterOf(dataDir) === undefined)
  expect(await refused(11, { dataDir, user: ordinaryUser })).toContain('属于另一个用户')
})

test('root starts from a checkout that only it may enter, even after that is moved, and begins anew without its data', async ({
  skip,
}) => {
  skip(!isRoot, 'only root runs PostgreSQL as another user')
  forgetReachAfterwards()
  const folder = makeFolder()
  let root = copyCheckout(join(folder, 'closed'))
  const first = await open({ dataDir: join(root, 'data'), root })
  expect(placeOf(join(root, 'data'))).toEqual({
    data: expect.stringMatching(`^${reach}/`),
    bin: expect.stringMatching(`^${reach}/`),
  })
  await changePassword(first)
  await stop(first, join(root, 'data'))
  renameSync(root, join(folder, 'moved'))
  root = join(folder, 'moved')
  const second = await open({ dataDir: join(root, 'data'), root })
  await signIn(second)
  await stop(second, join(root, 'data'))
  rmSync(join(root, 'data'), { recursive: true })
  expect(passwordOf(await open({ dataDir: join(root, 'data'), root }))).not.toBe('')
})

test('root takes its data along when the folder is closed to others, and leaves data that lie elsewhere', async ({ skip }) => {
  skip(!isRoot, 'only root runs PostgreSQL as another user')
  forgetReachAfterwards()
  const root = copyCheckout(join(makeFolder(), 'closed'))
  const elsewhere = copyFolder(filled)
  const first = await open({ dataDir: elsewhere, root })
  expect(placeOf(elsewhere)).toEqual({ data: join(elsewhere, 'pg18'), bin: expect.stringMatching(`^${reach}/`) })
  await stop(first, elsewhere)
  chmodSync(elsewhere, 0o700)
  const second = await open({ dataDir: elsewhere, root })
  expect(await refused(12, { dataDir: copyFolder(elsewhere) })).toContain(`进程 ${second.child.pid}`)
  expect(placeOf(elsewhere).data).toMatch(`${reach}/`)
  await signIn(second)
  await stop(second, elsewhere)
  rmSync(realpathSync(join(elsewhere, 'pg18')), { recursive: true })
  expect(await refused(11, { dataDir: elsewhere, root })).toContain('不见了')
})

test('while a killed PostgreSQL comes back calls answer 503 and 10013, and within 5 s the server is healthy again', async () => {
  const dataDir = copyFolder(filled)
  const server = await open({ dataDir })
  const client = await signIn(server)
  const database = await superuserOf(dataDir)
  await database.query('begin; lock table empgrp in access exclusive mode')
  const underWay = ask(server, client)
  await until('the request waits', () => isWaiting(database))
  const postmaster = postmasterOf(dataDir) as number
  process.kill(postmaster, 'SIGKILL')
  const killed = Date.now()
  const unavailable = { status: 503, code: 10013 }
  expect(await underWay).toEqual(unavailable)
  const answers = []
  for (let answer = unavailable; answer.code !== 0; ) answers.push((answer = await ask(server, client)))
  expect(Date.now() - killed).toBeLessThan(5000)
  expect(answers.slice(0, -1)).not.toEqual([])
  for (const answer of answers.slice(0, -1)) expect(answer).toEqual(unavailable)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(postmasterOf(dataDir)).not.toBe(postmaster)
  expect(server.output.stderr).toBe('')
  await stop(server, dataDir)
})

// clientOf reads nothing but the address.
const clientOn = ({ url }: Run, token?: string) => clientOf({ url } as TestServer, token)

const passwordOf = ({ output }: Run) => /初始密码 (\w+)（/.exec(output.stdout)?.[1] ?? ''

async function signIn(server: Run, pwd = password): Promise<Client> {
  return clientOn(server, (await clientOn(server).call(signin.login, { name: 'admin', pwd })).token)
}

async function changePassword(server: Run, oldPwd = passwordOf(server)): Promise<Client> {
  const initial = await signIn(server, oldPwd)
  return clientOn(server, (await initial.call(user.updatepwd, { oldPwd, newPwd: password })).token)
}

const groupsOf = async (client: Client) => (await client.call(empgrp.getlist)).map(({ grpName }) => grpName)

// Writes one group after another until the server is gone; a refusal fails the test.
async function writeGroups(client: Client, written: string[]) {
  for (;;) {
    const grpName = randomUUID().slice(0, 30)
    try {
      await client.call(empgrp.create, { grpName, grpType: '1' })
    } catch (error) {
      if (error instanceof Refused) throw error
      return
    }
    written.push(grpName)
  }
}

async function ask({ url }: Run, { token }: Client): Promise<{ status: number; code: number }> {
  const response = await fetch(`${url}/api/services/ent/empgrp/getlist?version=v1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { code } = (await response.json()) as { code: number }
  return { status: response.status, code }
}

const isWaiting = async (database: pg.Client) => (await database.query('select 1 from pg_locks where not granted')).rowCount !== 0

/** Whether a first start has prepared its database and is filling it in. */
async function isWriting(dataDir: string): Promise<boolean> {
  try {
    const database = await superuserOf(dataDir)
    const found = await database.query("select from meta, pg_stat_activity where key = 'role' and backend_xid is not null")
    await database.end()
    return found.rowCount !== 0
  } catch {
    return false
  }
}

/** A database of its own on a real server, with a user who is no superuser. */
async function makeDatabase(right: 'createrole' | 'nocreaterole', owns = true): Promise<string> {
  const server = inject('postgresUrl')
  const name = `start_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const admin = await connectOwner(server)
  await admin.query(`create role ${name} login ${right} password 'right'`)
  await admin.query(`create database ${name} ${owns ? `owner ${name}` : ''}`)
  await admin.end()
  return Object.assign(new URL(databaseUrl(server, name)), { username: name, password: 'right' }).href
}

const reach = '/var/lib/campus-office'

// Removes what the test leaves under /var/lib, and nothing that was there before.
function forgetReachAfterwards() {
  const there = existsSync(reach) ? readdirSync(reach) : undefined
  afterwards(async () => {
    const made = existsSync(reach) ? readdirSync(reach).filter((name) => !there?.includes(name)) : []
    for (const name of made) await removeFolder(join(reach, name))
    if (!there) rmSync(reach, { recursive: true, force: true })
  })
}

const placeOf = (dataDir: string) => ({
  data: realpathSync(join(dataDir, 'pg18')),
  bin: readlinkSync(`/proc/${postmasterOf(dataDir)}/exe`),
})
