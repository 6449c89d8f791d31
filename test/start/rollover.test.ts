import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import type { Client } from '../support/harness.ts'
import { clientOn } from './scenes.ts'
import { cleanUp, healthy, makeFolder, open, postmasterOf, type Run, run, stop, superuserOf } from './startup.ts'

// Runs as a longer proof: KILLS=100 vitest run test/start/rollover.test.ts
const kills = Number(process.env.KILLS ?? 2)
const school = '0300000001'

afterEach(cleanUp)

/** Reads every row of a school as it is, without what a year-end and its undo may change. */
async function rowsIn(dataDir: string) {
  const database = await superuserOf(dataDir)
  const tables = ['edcunit', 'stu', 'ptr', 'stuptr', 'empdatapwr'].map(async (table) => {
    const live = table === 'edcunit' ? `and stt <> '0'` : ''
    const { rows } = await database.query(
      `select md5(string_agg(row, '|' order by row)) as sum, count(*)::int as n
       from (select (to_jsonb(t) - array['ver', 'upd_user', 'upd_tm'])::text as row from ${table} t where ent_no = $1 ${live}) r`,
      [school],
    )
    return [table, rows[0]] as const
  })
  const found = Object.fromEntries(await Promise.all(tables))
  await database.end()
  return found
}

const signedIn = async (server: Run): Promise<Client> =>
  clientOn(server, (await clientOn(server).call(signin.login, { name: 'school', pwd: 'Campus2026' })).token)

/** Saves a plan without obstacles: those who are away in a top grade graduate with the others. */
async function prepare(client: Client) {
  const { plan, blocks } = await client.call(rollover.get)
  const students = blocks.flatMap(({ fix }) => fix.decide ?? [])
  const away = students.map(({ stuNo }) => ({ stuNo, kind: 'graduate' as const, rsn: '随班毕业' }))
  const { rollNo, sign, schYear } = await client.call(rollover.savedraft, {
    plan: { ...plan, moves: [...plan.moves, ...away], again: '1' },
  })
  return { rollNo: rollNo as string, sign, schYear: schYear + 1, seasonFlag: '1' as const }
}

const isDone = async (client: Client, rollNo: string) =>
  (await client.call(rollover.getpage)).datas.some((one) => one.rollNo === rollNo && one.stt === '2')

test('a kill -9 at any moment of a year-end, or of taking it back, leaves all of it or nothing', {
  timeout: 90_000 + kills * 25_000,
}, async () => {
  const dataDir = makeFolder()
  const start = { dataDir, env: { DEMO: '1' } }
  let server = await run(start)
  await healthy(server, 60_000)
  let client = await signedIn(server)
  const before = await rowsIn(dataDir)
  const first = await prepare(client)
  const began = performance.now()
  await client.call(rollover.run, first)
  const duration = performance.now() - began
  const sizes = await rowsIn(dataDir)
  await client.call(rollover.takeback, { rollNo: first.rollNo })
  expect(await rowsIn(dataDir)).toEqual(before)
  const ends = { nothing: 0, all: 0 }

  for (let kill = 1; kill <= kills; kill++) {
    const input = await prepare(client)
    const isBack = kill % 2 === 0
    if (isBack) await client.call(rollover.run, input)
    const done = isBack ? await rowsIn(dataDir) : undefined
    const answer = (
      isBack ? client.answer(rollover.takeback, { rollNo: input.rollNo }) : client.answer(rollover.run, input)
    ).catch(() => undefined)
    await sleep(((kill - 0.5) / kills) * duration * 1.2)
    const postmaster = postmasterOf(dataDir) as number
    server.child.kill('SIGKILL')
    // Kills PostgreSQL, too, every third time.
    if (kill % 3 === 0) process.kill(postmaster, 'SIGKILL')
    await server.ended
    const acknowledged = (await answer)?.code === 0
    server = await open(start)
    client = await signedIn(server)
    const after = await rowsIn(dataDir)
    const happened = (await isDone(client, input.rollNo)) !== isBack
    if (acknowledged) expect(happened).toBe(true)
    if (happened && isBack) expect(after).toEqual(before)
    // Compares the counts: the numbers of new units are given anew each time.
    if (happened && !isBack) expect(countsIn(after)).toEqual(countsIn(sizes))
    if (!happened) expect(after).toEqual(isBack ? done : before)
    ends[happened ? 'all' : 'nothing']++
    if (await isDone(client, input.rollNo)) await client.call(rollover.takeback, { rollNo: input.rollNo })
    expect(await rowsIn(dataDir)).toEqual(before)
  }
  if (kills > 2) console.log(`${kills} kills:`, ends)
  expect(ends.nothing).toBeGreaterThan(0)
  await stop(server, dataDir)
})

const countsIn = (rows: Record<string, { n: number }>) =>
  Object.fromEntries(Object.entries(rows).map(([table, { n }]) => [table, n]))
