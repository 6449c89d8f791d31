import { expect, test } from 'vitest'
import { makeSecret } from '#server/database/secret.ts'
import { connectOwner, listMigrations, migrateWithin, prepareDatabase } from '#server/process/migrate.ts'
import { emptyDatabase } from '../support/backups.ts'
import { testKey } from '../support/world.ts'

test('an upgrade that meets a call of the version before in a deadlock gives way, and begins anew', async () => {
  const url = await emptyDatabase()
  const [owner, call] = [await connectOwner(url), await connectOwner(url)]
  await owner.query('begin')
  await migrateWithin(owner, '0059_bigrams')
  await owner.query('commit')
  // Takes first what the upgrade takes last, and is not the one to look for deadlocks.
  await call.query(`begin; set local deadlock_timeout = '1min'; lock table stu in row exclusive mode`)
  const upgraded = prepareDatabase(owner, url, makeSecret(testKey))
  const waiting = `select from pg_locks where relation = 'stu'::regclass and not granted`
  await expect.poll(async () => (await call.query(waiting)).rowCount, { interval: 20 }).toBe(1)
  await call.query('select from stu_alone; commit')
  await upgraded
  expect((await owner.query('select max(name) as name from kysely_migration')).rows[0].name).toBe(listMigrations().at(-1))
  for (const client of [owner, call]) await client.end()
})
