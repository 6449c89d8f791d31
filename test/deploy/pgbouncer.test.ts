import type pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { connectOwner, isPrepared } from '#server/process/migrate.ts'
import { tryLock, makePool } from '#server/database/connections/connection.ts'
import { changePassword, groupsOf, makeDatabase } from '../start/scenes.ts'
import { afterwards, cleanUp, makeFolder, open, refused, until } from '../start/startup.ts'
import { databaseUrl } from '../support/postgres.ts'
import { noPgbouncer, startPgbouncer } from './pgbouncer.ts'

afterEach(cleanUp)

test('calls go through a pooler while the start goes past it: the time is right, what is written is read again, and no lock stays behind', async ({
  skip,
}) => {
  skip(noPgbouncer !== undefined, noPgbouncer)
  const direct = await makeDatabase('createrole')
  const pooler = await startPgbouncer(inject('postgresUrl'))
  const server = await open({
    dataDir: makeFolder(),
    env: { DATABASE_URL: direct, DATABASE_POOL_URL: pooler.through(direct, false) },
  })
  const client = await changePassword(server)
  for (let at = 0; at < 12; at++) await client.call(empgrp.create, { grpName: `经过连接池${at}`, grpType: '1' })
  expect((await groupsOf(client)).filter((name) => name.startsWith('经过连接池')).length).toBe(12)
  const told = (await client.call(history.getpage, { mineFlag: '1' })).datas[0]?.at
  // Sees the connections of all.
  const owner = await connectOwner(databaseUrl(inject('postgresUrl'), new URL(direct).pathname.slice(1)))
  afterwards(() => owner.end())
  const now = await owner.query(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MI') as now`)
  expect(Math.abs(Number(told?.slice(0, 12)) - Number(now.rows[0].now))).toBeLessThanOrEqual(1)
  const locks = await owner.query(
    `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  expect(locks.rowCount).toBe(0)
  // Hears of messages by a connection of its own, which no pooler lends.
  const waits = await owner.query(`select from pg_stat_activity where query like 'listen %' and datname = current_database()`)
  expect(waits.rowCount).toBe(1)
})

test('a lock held through the pooler keeps others away until it is let go, and no longer', async ({ skip }) => {
  skip(noPgbouncer !== undefined, noPgbouncer)
  const pooler = await startPgbouncer(inject('postgresUrl'))
  const address = pooler.through(await makeDatabase('createrole'))
  const pools = [1, 2].map(() => makePool(address, { max: 3 }))
  for (const pool of pools) {
    pool.on('error', () => {})
    afterwards(() => pool.end())
  }
  const [one, other] = pools as [pg.Pool, pg.Pool]
  const letGo = await tryLock(one, 'a piece of work')
  expect(await tryLock(other, 'a piece of work')).toBe(undefined)
  expect(await tryLock(one, 'a piece of work')).toBe(undefined)
  await letGo?.()
  await until('it is free', async () => {
    const again = await tryLock(other, 'a piece of work')
    await again?.()
    return again !== undefined
  })
})

test('without the switch a start through a pooler says what to write', async ({ skip }) => {
  skip(noPgbouncer !== undefined, noPgbouncer)
  const direct = await makeDatabase('createrole')
  const pooler = await startPgbouncer(inject('postgresUrl'))
  const env = { DATABASE_URL: pooler.through(direct, false) }
  expect(await refused(17, { dataDir: makeFolder(), env })).toContain('请在它的末尾写上 pgbouncer=true')
  const owner = await connectOwner(direct)
  afterwards(() => owner.end())
  expect(await isPrepared(owner)).toBe(false)
})
