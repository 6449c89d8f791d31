import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { connectOwner } from '#server/process/migrate.ts'
import { succeed } from '../start/commands.ts'
import { atRate, officeDay, signInAs } from '../start/load.ts'
import { clientOn, groupsOf, makeDatabase } from '../start/scenes.ts'
import { afterwards, cleanUp, healthy, makeFolder, type Run, run } from '../start/startup.ts'
import { noPgbouncer, startPgbouncer } from './pgbouncer.ts'

afterEach(cleanUp)

test('two processes work through a pooler of transactions under load: nothing fails, the time zone is right, history and undo hold', {
  timeout: 300_000,
}, async ({ skip }) => {
  skip(noPgbouncer !== undefined, noPgbouncer)
  const direct = await makeDatabase('createrole')
  const pooler = await startPgbouncer(inject('postgresUrl'))
  const env = { DATABASE_URL: pooler.through(direct), DEMO: '1' }
  // Reaches the database itself with all that does not go through a pool.
  const besides = { DATABASE_URL: direct, DATABASE_POOL_URL: pooler.through(direct, false), DEMO: '1' }
  const dataDir = makeFolder()
  const pair = await Promise.all([run({ dataDir, env }), run({ dataDir, env: besides })])
  for (const one of pair) await healthy(one)
  const [one, other] = pair as [Run, Run]
  const people = async (server: Run) => ({ school: await signInAs(server, 'school'), company: await signInAs(server, 'company') })
  const [first, second] = await Promise.all([people(one), people(other)])
  const days = [officeDay(one, first), officeDay(other, second)]
  const failed: unknown[] = []
  await atRate(30, 10, (at) => days[at % 2]?.(at).catch((error: unknown) => failed.push(error)) ?? Promise.resolve())
  expect(failed).toEqual([])

  const { school } = first
  const { grpNo } = await school.call(empgrp.create, { grpName: '经过连接池', grpType: '1' })
  const { op } = (await school.call(history.getpage, { mineFlag: '1' })).datas[0] ?? { op: '' }
  expect(await groupsOf(clientOn(other, school.token))).toContain('经过连接池')
  const owner = await connectOwner(direct)
  afterwards(() => owner.end())
  const told = (await school.call(history.getpage, { mineFlag: '1' })).datas[0]?.at
  const now = await owner.query(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MI') as now`)
  expect(Math.abs(Number(told?.slice(0, 12)) - Number(now.rows[0].now))).toBeLessThanOrEqual(1)
  await clientOn(other, school.token).call(history.undo, { op })
  expect((await groupsOf(school)).filter((name) => name === '经过连接池' || name === grpNo)).toEqual([])

  // Leaves no lock and no plan behind on the connections that the pooler keeps.
  const locks = await owner.query(
    `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  expect(locks.rowCount).toBe(0)
  const saved = join(makeFolder(), 'pooled.backup')
  await succeed('backup', saved, { DATA_DIR: dataDir, DATABASE_URL: env.DATABASE_URL })
  const empty = pooler.through(await makeDatabase('createrole'))
  await succeed('restore', saved, { DATA_DIR: makeFolder(), DATABASE_URL: empty })
  for (const { child, ended, output } of pair) {
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0 })
    expect(output.stderr).toBe('')
    expect(output.stdout.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([])
  }
})
