import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lazyTransaction, transaction } from '#server/database/database.ts'
import { startServer, type TestServer } from './harness.ts'

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

test('a statement that comes after the end of its transaction is refused', async () => {
  const tx = lazyTransaction(pool, {})
  await sql`select 1`.execute(tx.db)
  await tx.commit()
  await expect(sql`select 1`.execute(tx.db)).rejects.toThrow('the transaction has ended')
  await expect(transaction(pool, {}, async (db) => (await sql<{ n: number }>`select 1 as n`.execute(db)).rows)).resolves.toEqual([
    { n: 1 },
  ])
})
