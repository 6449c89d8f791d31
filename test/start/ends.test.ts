import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { isAlive } from '#server/base/lock.ts'
import { connectOwner } from '#server/process/migrate.ts'
import {
  afterwards,
  copyFolder,
  healthy,
  isHealthy,
  makeFolder,
  open,
  postmasterOf,
  type Run,
  refused,
  run,
  stop,
  superuserOf,
  until,
} from './startup.ts'
import {
  filledFolder,
  clientOn,
  passwordOf,
  signIn,
  changePassword,
  groupsOf,
  startWriters,
  ask,
  isWaiting,
  isWriting,
  makeDatabase,
} from './scenes.ts'

const filled = filledFolder()

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

test('a later start shows no password and reaches its database', async () => {
  const server = await open({ dataDir: copyFolder(filled) })
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, { database: 'ok', disk: expect.stringMatching(/ok|low/) }])
  await expect.poll(() => server.output.stdout).toContain(server.url.replace('127.0.0.1', 'localhost'))
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

test('of two starts at once on one data folder one is refused, as is a third; the winner goes on', async () => {
  const dataDir = makeFolder()
  const both = await Promise.all([run({ dataDir }), run({ dataDir })])
  const loser = await Promise.race(both.map((server) => server.ended.then(() => server)))
  const winner = both.find((server) => server !== loser) as Run
  expect(await loser.ended).toMatchObject({ code: 12 })
  expect(loser.output).toEqual({ stdout: '', stderr: expect.stringContaining('已有一个服务在运行') })
  await healthy(winner)
  expect(await refused(12, { dataDir })).toContain(`进程 ${winner.child.pid}`)
  expect(await isHealthy(winner.url)).toBe(true)
  await signIn(winner, passwordOf(winner))
})

// Runs as a longer proof: KILLS=100 vitest run test/start/ends.test.ts
const kills = Number(process.env.KILLS ?? 3)

test('kills -9 in the middle of writing, every third of PostgreSQL too, lose nothing that was acknowledged', {
  timeout: 120_000 + kills * 20_000,
}, async () => {
  const dataDir = copyFolder(filled)
  const written: string[] = []
  for (let kill = 1; kill <= kills; kill++) {
    const victim = kill % 3 === 0 ? 'both' : 'server'
    const server = await open({ dataDir })
    const client = await signIn(server)
    expect(await groupsOf(client)).toEqual(expect.arrayContaining(written))
    const before = written.length
    const writers = await startWriters(server, written)
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
  const unavailable = { status: 503, code: 10013 }
  expect(await underWay).toEqual(unavailable)
  const answers = []
  for (let answer = unavailable; answer.code !== 0; ) answers.push((answer = await ask(server, client)))
  expect(answers.slice(0, -1)).not.toEqual([])
  for (const answer of answers.slice(0, -1)) expect(answer).toEqual(unavailable)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(postmasterOf(dataDir)).not.toBe(postmaster)
  expect(server.output.stderr).toBe('')
  await stop(server, dataDir)
})
