import { afterAll, beforeAll, expect, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { withParameter } from '#server/database/connections/address.ts'
import { openDatabase, transaction } from '#server/database/database.ts'
import { makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
})
afterAll(() => server.close())

/** Counts the plans that the first connection of a pool keeps. */
const plansOf = async (pool: TestServer['services']['database']['pool']) =>
  (await pool.query(`select count(*)::int as kept, coalesce(max(generic_plans), 0)::int as used from pg_prepared_statements`))
    .rows[0]

test('what is asked again and again is planned once, for the list and for the session', async () => {
  const before = await plansOf(server.services.database.pool)
  for (let i = 0; i < 20; i++) await school.admin.client.call(empgrp.getpage, {})
  const after = await plansOf(server.services.database.pool)
  expect(after.kept - before.kept).toBeGreaterThanOrEqual(3)
  expect(after.used).toBeGreaterThan(0)
})

test('behind a pooler of transactions no statement has a name, and the answers are the same', async () => {
  const { url } = server.services.database
  const named = openDatabase(url)
  const plain = openDatabase(withParameter(url, 'pgbouncer', 'true'))
  const { entNo } = school
  try {
    for (const { pool } of [named, plain])
      for (let i = 0; i < 6; i++) {
        const rows = await transaction(pool, { entNo }, (db) =>
          db.selectFrom('ent').select('entName').where('entNo', '=', entNo).execute(),
        )
        expect(rows).toEqual([{ entName: `学校${entNo}` }])
      }
    for (const { pool } of [named, plain])
      expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'Asia/Shanghai' }])
    expect((await plansOf(named.pool)).kept).toBe(1)
    expect((await plansOf(plain.pool)).kept).toBe(0)
  } finally {
    await Promise.all([named.close(), plain.close()])
  }
})
