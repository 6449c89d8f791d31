import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, sharedServer, type TestServer } from '../../../test/support/harness.ts'
import { transaction } from '#server/database/database.ts'
import { sightOf } from '#server/database/sight.ts'
import { withoutScope } from './scope.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('what works beyond the scope of a call gives the scope back, also where it refuses and the call goes on', async () => {
  const { entNo, orgNo } = await makeSchool(server)
  const limits = { units: '-', branches: '-', orgs: orgNo }
  await transaction(server.services.database.pool, { entNo, ...limits }, async (db) => {
    const unlimited = await withoutScope({ db }, async () => sightOf(db).units ?? '')
    expect(unlimited).toBe('')
    await expect(withoutScope({ db }, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(sightOf(db)).toMatchObject(limits)
    const { rows } = await sql<{ units: string }>`select current_setting('app.units') as units`.execute(db)
    expect(rows).toEqual([{ units: '-' }])
  })
})

test('what fails in the database says why, and the scope holds again after going back to a savepoint', async () => {
  const { entNo } = await makeSchool(server)
  await transaction(server.services.database.pool, { entNo, units: '-', branches: '-' }, async (db) => {
    await sql`savepoint before`.execute(db)
    await expect(withoutScope({ db }, () => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
    await sql`rollback to savepoint before`.execute(db)
    const { rows } = await sql<{ units: string }>`select current_setting('app.units') as units`.execute(db)
    expect([rows, sightOf(db).units]).toEqual([[{ units: '-' }], '-'])
  })
})
