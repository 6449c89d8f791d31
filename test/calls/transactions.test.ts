import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lazyTransaction, transaction } from '#server/database/database.ts'
import { startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
let pool: pg.Pool
beforeAll(async () => {
  server = await startServer()
  pool = new pg.Pool({ connectionString: server.databaseUrl, max: 1, pipeline: true } as pg.PoolConfig)
})
afterAll(async () => {
  await pool.end()
  await server.close()
})

test('a commit that fails leaves whoever takes the connection next alone', async () => {
  const failing = transaction(pool, {}, async (db) => {
    await sql`select 1 / 0`.execute(db).catch(() => {})
  })
  const next = transaction(pool, { call: 'next' }, async (db) => {
    const ask = async () =>
      (await sql<{ id: string; call: string }>`select txid_current()::text as id, setting('call') as call`.execute(db)).rows[0]
    const first = await ask()
    await new Promise((resolve) => setTimeout(resolve, 20))
    return [first, await ask()]
  })
  await expect(failing).rejects.toThrow('the transaction had failed before commit')
  const [first, second] = await next
  expect(second).toEqual(first)
  expect(first?.call).toBe('next')
})

test('the first statement leaves in one write with what opens its transaction', async () => {
  const client = (await pool.connect()) as pg.PoolClient & { connection?: { stream?: Socket } }
  const stream = client.connection?.stream
  client.release()
  // docs/decisions/0033-private-parts-of-the-driver.md
  expect(stream, 'pg no longer has its socket at client.connection.stream').toBeInstanceOf(Socket)
  const writes = [vi.spyOn(stream as Socket, '_write'), vi.spyOn(stream as Socket, '_writev' as '_write')]
  const sent = () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  try {
    const tx = lazyTransaction(pool, { entNo: '1', userNo: '2' })
    await sql`select ${1}::int`.execute(tx.db)
    expect(sent(), 'begin, the settings and the statement no longer travel together').toBe(1)
    await tx.commit()
    expect(sent()).toBe(2)
  } finally {
    for (const spy of writes) spy.mockRestore()
  }
})

test('a long transaction has more time and memory for each statement, and the next one has not', async () => {
  const ask = async (time?: 'long') =>
    transaction(
      pool,
      {},
      async (db) =>
        (
          await sql<{ time: string; memory: string }>`
            select current_setting('statement_timeout') as time, current_setting('work_mem') as memory`.execute(db)
        ).rows[0],
      { readOnly: true, ...(time && { time }) },
    )
  const usual = await ask()
  expect(await ask('long')).toEqual({ time: '5min', memory: '64MB' })
  expect(usual).not.toMatchObject({ memory: '64MB' })
  expect(await ask()).toEqual(usual)
})

test('a statement that comes after the end of its transaction is refused', async () => {
  const tx = lazyTransaction(pool, {})
  await sql`select 1`.execute(tx.db)
  await tx.commit()
  await expect(sql`select 1`.execute(tx.db)).rejects.toThrow('the transaction has ended')
  await expect(transaction(pool, {}, async (db) => (await sql<{ n: number }>`select 1 as n`.execute(db)).rows)).resolves.toEqual([
    { n: 1 },
  ])
})
