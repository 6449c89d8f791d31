import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourlyJob } from '#app/server/hourlyJob.ts'
import { history } from '#contract/shell/history.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { transaction } from '#server/database/database.ts'
import { home } from '#features/user/home/home.contract.ts'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { makeSchool, startServer, type TestServer, unrecorded } from '../support/harness.ts'
import { makeOperator } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const over = (who: string) =>
  server.owner.query(
    "insert into login_fail (who, until_tm) values ($1, now() - interval '1 minute') on conflict (who) do nothing",
    [who],
  )
const isKept = async (who: string) => (await server.owner.query('select from login_fail where who = $1', [who])).rowCount === 1

const strike = () => hourlyJob.run(server.services, {})
const clock = (goodTm: string, seenTm = goodTm, sinceTm = seenTm) =>
  server.owner.query(`update clock_watch set good_tm = now() + $1, seen_tm = now() + $2, since_tm = now() + $3`, [
    goodTm,
    seenTm,
    sinceTm,
  ])
const survives = async () => {
  await over('address:192.0.2.9')
  await strike()
  return isKept('address:192.0.2.9')
}

test('the history has its coming months without a restart, and nobody reads them past the locks', async () => {
  const months = async () =>
    (
      await server.owner.query(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'history'::regclass and inhrelid::regclass::text ~ '\\d' order by 1`,
      )
    ).rows.map(({ name }) => name as string)
  const before = await months()
  const last = before.at(-1) as string
  await server.owner.query(`drop table ${last}`)
  await clock('-30 minutes')
  await strike()
  expect(await months()).toEqual(before)
  await expect(server.services.database.pool.query(`select from ${last}`)).rejects.toThrow('permission denied')
})

/** Makes the history of so many months ago: a month of its own, a row at its end, and an operation that goes on into the next. */
async function makeMonth(entNo: string, ago: number, place: 'month' | 'other') {
  const { rows } = await server.owner.query(
    `select to_char(m, 'YYYYMM') as no, m || '+08' as begins, m + interval '1 month' || '+08' as ends
     from (select date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => $1) as m) x`,
    [ago],
  )
  const { no, begins, ends } = rows[0]
  await server.owner.query(`drop table if exists history_${no}`)
  if (place === 'month')
    await server.owner.query(`create table history_${no} partition of history for values from ('${begins}') to ('${ends}')`)
  const written = [
    ['whole', ends, '-1 day'],
    ['across', ends, '-1 second'],
    ['across', ends, '1 minute'],
    ['after', ends, '13 hours'],
  ] as const
  const ops = { whole: randomUUID(), across: randomUUID(), after: randomUUID() }
  for (const [which, end, step] of written)
    await server.owner.query(
      `insert into history (ent_no, at, op, tbl, key, act, user_no, call) values ($1, $2::timestamptz + $3::interval, $4, 'org', '{}', 'insert', 'u', '/x')`,
      [entNo, end, step, ops[which]],
    )
  for (const op of Object.values(ops)) {
    // The operation is kept right after its first row.
    await server.owner.query(
      `update operation set at = (select min(at) + interval '2 seconds' from history where op = $1) where op = $1`,
      [op],
    )
    await server.owner.query(`insert into op_ent (op, ent_no, user_no) values ($1, $2, 'u')`, [op, entNo])
  }
  const kept = async () => {
    const count = async (table: string) => {
      const { rows: found } = await server.owner.query(`select op from ${table} where op = any($1)`, [Object.values(ops)])
      const which = Object.keys(ops) as (keyof typeof ops)[]
      return which.flatMap((one) => found.flatMap(({ op }) => (op === ops[one] ? [one] : [])))
    }
    return {
      month: (await server.owner.query('select to_regclass($1) is not null as there', [`history_${no}`])).rows[0]
        .there as boolean,
      history: await count('history'),
      operation: await count('operation'),
      opEnt: await count('op_ent'),
    }
  }
  return kept
}

const keep = (months: string) => server.owner.query(`update pbccfg set dftl_val = $1 where cfg_code = 'HIST_KEEP'`, [months])
const isWhole = {
  history: ['whole', 'across', 'across', 'after'],
  operation: ['whole', 'across', 'after'],
  opEnt: ['whole', 'across', 'after'],
}
const isCut = { history: ['across', 'after'], operation: ['after'], opEnt: ['after'] }

test.each(['month', 'other'] as const)(
  'whole months of history go that are older than the platform keeps them (%s)',
  async (place) => {
    const { entNo } = await makeSchool(server)
    const over = await makeMonth(entNo, 37, place)
    const last = await makeMonth(entNo, 35, place)
    const there = { month: place === 'month', ...isWhole }
    // Nothing goes while the clock is not believed, whoever asks, nor where all is kept for ever.
    await clock('-1 year')
    await strike()
    await transaction(server.services.database.pool, {}, (db) => sql`call drop_old_history()`.execute(db))
    expect(await over()).toEqual(there)
    await keep('0')
    await clock('-30 minutes')
    await strike()
    expect(await over()).toEqual(there)
    await keep('36')
    await strike()
    expect(await over()).toEqual({ month: false, ...isCut })
    expect(await last()).toEqual(there)
    // Never less than twelve months, whatever stands there.
    await keep('1')
    const year = await makeMonth(entNo, 12, place)
    await strike()
    expect(await last()).toEqual({ month: false, history: [], operation: [], opEnt: [] })
    expect(await year()).toEqual(there)
    await keep('36')
  },
)

test('a tree is not shown as of a moment before what is kept, unless the enterprise is younger', async () => {
  const school = await makeSchool(server)
  const { entNo, admin } = school
  const asked = { tree: 'org' as const, entNo, tm: `${new Date().getFullYear() - 4}0101000000` }
  expect(await admin.client.call(history.gettree, asked)).toEqual([])
  await unrecorded(server, 'ent', `update ent set crt_tm = now() - interval '5 years' where ent_no = $1`, [entNo])
  expect((await admin.client.answer(history.gettree, asked)).message).toContain('操作记录保留 36 个月')
  await keep('0')
  expect(await admin.client.call(history.gettree, asked)).toEqual([])
  await keep('36')
})

test('an operation of which a part is gone is not taken back', async () => {
  const { entNo, admin } = await makeSchool(server)
  await admin.client.call(org.create, { orgName: '后勤处', prtNo: null })
  const op = admin.client.lastOp
  await server.owner.query('delete from operation where op = $1', [op])
  expect((await admin.client.answer(history.undo, { op, entNo })).message).toBe('没有可撤销的改动，或它不是你做的')
})

test.each([
  ['a clock that is a year ahead of what the service saw last removes nothing by age', ['-1 year'], true],
  ['a clock that was put back behind what the service saw removes nothing by age', ['90 days'], true],
  ['a clock that jumped is not believed after six days', ['-1 year', '-1 hour', '-6 days'], true],
  ['a clock that jumped is believed after a week without another jump', ['-1 year', '-1 hour', '-7 days'], false],
  ['a clock that is put right again is believed at once', ['-30 minutes', '1 year', '1 year'], false],
  ['a weekend without power delays nothing', ['-40 hours', '-40 hours', '-40 days'], false],
] as const)('%s', async (_, seen, kept) => {
  await clock(...(seen as readonly [string, string?, string?]))
  expect(await survives()).toBe(kept)
})

test('while the last sign-in lies in the future nothing is removed by age', async () => {
  await clock('-1 hour')
  await server.owner.query(`insert into login_log (at, name, result) values (now() + interval '1 year', 'x', 'ok')`)
  expect(await survives()).toBe(true)
  await server.owner.query(`insert into login_log (name, result) values ('x', 'ok')`)
  await clock('-1 hour')
  expect(await survives()).toBe(false)
})

test('the operator reads that the clock jumped, and says that it is right; a school reads nothing of it', async () => {
  const { client } = await makeOperator(server)
  const { admin } = await makeSchool(server)
  const task = async (who: typeof client) => (await who.call(home.get)).tasks.find(({ code }) => code === 'clock')
  expect(await task(client)).toBeUndefined()
  await clock('-1 year')
  expect(await survives()).toBe(true)
  expect((await task(client))?.text).toMatch(/^机器的时间现在是 .+，服务上次运行到 .+，相差太多/)
  expect(await task(admin.client)).toBeUndefined()
  expect((await admin.client.answer(pbccfg.believeclock)).code).toBe(30001)
  await client.call(pbccfg.believeclock)
  expect(await task(client)).toBeUndefined()
  expect(await survives()).toBe(false)
})

test('a session that began while the clock was ahead is over when it is put right', async () => {
  const { client, userNo } = (await makeSchool(server)).admin
  await server.owner.query(
    `update session set crt_tm = now() + interval '10 years', seen_tm = now() + interval '10 years', end_tm = now() + interval '10 years 12 hours' where user_no = $1`,
    [userNo],
  )
  expect((await client.answer(home.get)).code).toBe(50014)
})
