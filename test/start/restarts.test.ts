import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { connectOwner } from '#server/process/migrate.ts'
import { startPostgres } from '#server/process/postgres.ts'
import { type Client, fileCookies, Refused } from '../support/harness.ts'
import { atRate } from './load.ts'
import { changePassword, signIn } from './scenes.ts'
import { afterwards, cleanUp, makeFolder, open, postmasterOf, type Run, superuserAddress, until } from './startup.ts'

// Runs as a longer proof: RESTARTS=30 RATE=100 vitest run test/start/restarts.test.ts
const restarts = Number(process.env.RESTARTS ?? 2)
const perSecond = Number(process.env.RATE ?? 40)

afterEach(cleanUp)

// Lists the codes after which the same call may be made again.
const retryable = new Set<number>([codes.unavailable[0], codes.busy[0]])

/** Works on groups as an office does, its people in turn, and records what was acknowledged to hold the server to it. */
function makeWorld(server: Run, people: [Client, ...Client[]]) {
  const [counter, ...others] = people
  let turn = 0
  const next = () => others[turn++ % others.length] as Client
  const acknowledged = new Map<string, string>()
  const tried = new Set<string>()
  const wrong: unknown[] = []
  let refused = 0
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (error) {
      refused++
      if (!(error instanceof Refused) || !retryable.has(error.envelope.code)) wrong.push(error)
      return false
    }
  }
  const write = () => {
    const grpName = randomUUID().slice(0, 30)
    tried.add(grpName)
    return attempt(async () => acknowledged.set(grpName, (await next().call(empgrp.create, { grpName, grpType: '1' })).grpNo))
  }
  const read = async () => {
    const name = [...acknowledged.keys()][Math.floor(Math.random() * acknowledged.size)]
    if (name)
      await attempt(async () => {
        const { datas } = await next().call(empgrp.getpage, { keyWord: name })
        if (datas.length !== 1 || datas[0]?.grpNo !== acknowledged.get(name))
          wrong.push(`${name} was answered ${datas.length} times`)
      })
  }
  const text = randomUUID()
  let link: string | undefined
  const look = async () => {
    link ??= (await next().call(upload.upload, { file: new File([text], '通知.txt') })).url
    const answer = await fetch(new URL(link, server.url), { headers: { cookie: fileCookies.get(server.url) ?? '' } })
    const said = await answer.text()
    if (answer.status === 200 ? said !== text : !retryable.has(JSON.parse(said).code))
      wrong.push(`a file: ${answer.status} ${said}`)
  }
  /** Raises a number by one again and again; after a failure it may have been raised or not, but nothing else. */
  async function count(ended: () => boolean) {
    let { grpNo, ver, des } = await counter.call(empgrp.create, { grpName: '计数', grpType: '1', des: '0' })
    tried.add('计数')
    while (!ended()) {
      // Stays below what one session may ask for.
      await sleep(40)
      const wanted = Number(des) + 1
      if (await attempt(async () => ({ ver, des } = await counter.call(empgrp.update, { grpNo, ver, des: String(wanted) }))))
        continue
      while (
        !(await attempt(async () => ({ ver, des } = (await counter.call(empgrp.getpage, { keyWord: '计数' })).datas[0] as never)))
      )
        await sleep(50)
      if (![wanted - 1, wanted].includes(Number(des))) wrong.push(`${wanted} was tried, ${des} is there`)
    }
    return Number(des)
  }
  return { acknowledged, tried, wrong, write, read, look: () => attempt(look), count, refused: () => refused }
}

type Blow = (work: { postmaster: number; backend(): Promise<number> }) => Promise<unknown>
const blows: Record<string, Blow> = {
  'an immediate restart': async ({ postmaster }) => process.kill(postmaster, 'SIGQUIT'),
  'a kill of its main process': async ({ postmaster }) => process.kill(postmaster, 'SIGKILL'),
  'a kill of one of its processes': async ({ backend }) => process.kill(await backend(), 'SIGKILL'),
}

/** Works under load while PostgreSQL is struck again and again; the server itself is never started anew. */
async function endure(server: Run, client: Client, postgresFolder: string, url: () => string) {
  // Signs in as many people as such a load takes, each at most twenty calls a second.
  const others = await Promise.all(Array.from({ length: Math.ceil(perSecond / 20) }, () => signIn(server)))
  const world = makeWorld(server, [client, ...others])
  const works = [world.write, world.read, world.write, world.look]
  let over = false
  const counting = world.count(() => over)
  const load = (async () => {
    while (!over) await atRate(perSecond, 1, async (at) => works[at % works.length]?.())
  })()
  for (let struck = 0; struck < restarts; struck++) {
    const before = world.acknowledged.size
    await until('work goes on', () => world.acknowledged.size > before + 10)
    const [name, blow] = Object.entries(blows)[struck % 3] as [string, Blow]
    const refused = world.refused()
    await blow({ postmaster: postmasterOf(postgresFolder) as number, backend: () => backendOf(url()) })
    await until(`${name} is felt`, () => world.refused() > refused)
    await until(`after ${name} calls are answered`, () => world.write())
  }
  over = true
  const counted = await counting
  await load
  const told = server.output.stdout.split('\n').filter((line) => line.includes('"level":"error"'))
  expect({ wrong: world.wrong, told }).toEqual({ wrong: [], told: [] })
  const groups = await client.call(empgrp.getlist)
  const names = groups.map(({ grpName }) => grpName)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !world.tried.has(name))).toEqual([])
  expect([...world.acknowledged.keys()].filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(world.acknowledged.values()).size).toBe(world.acknowledged.size)
  expect(Number(groups.find(({ grpName }) => grpName === '计数')?.des)).toBe(counted)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(server.child.exitCode).toBe(null)
  expect(server.output.stderr).toBe('')
  console.log(`${restarts} restarts, ${world.acknowledged.size} writes acknowledged, ${world.refused()} calls refused`)
}

async function backendOf(url: string): Promise<number> {
  const admin = await connectOwner(url)
  const { rows } = await admin.query(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  )
  await admin.end().catch(() => {})
  return rows[0].pid
}

const timeout = 300_000 + restarts * 60_000

test('restarts and kills of a PostgreSQL of one’s own lose nothing that was acknowledged, and the server goes on by itself', {
  timeout,
}, async () => {
  const folder = makeFolder()
  const postgres = await startPostgres(folder, 'restarts')
  afterwards(() => postgres.stop())
  const server = await open({ dataDir: makeFolder(), env: { DATABASE_URL: postgres.url } })
  await endure(server, await changePassword(server), folder, () => postgres.url)
})

test('the embedded PostgreSQL is started again whatever ends it, and nothing that was acknowledged is lost', {
  timeout,
}, async () => {
  const dataDir = makeFolder()
  const server = await open({ dataDir })
  await changePassword(server)
  await endure(server, await signIn(server), dataDir, () => superuserAddress(dataDir))
})
