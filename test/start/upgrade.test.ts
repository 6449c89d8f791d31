import { afterEach, expect, test } from 'vitest'
import { seedDatabase } from '#app/server/seed.ts'
import { connectOwner, listMigrations, migrateWithin } from '#server/process/migrate.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../support/world.ts'
import { changePassword, clientOn, groupsOf, makeDatabase, passwordOf } from './scenes.ts'
import { afterwards, cleanUp, healthy, makeFolder, type Run, run } from './startup.ts'

afterEach(cleanUp)

// Names the state of the first schools, two migrations before the present one.
const earlier = '0015_files'

test('two processes of this version that start at once on a database of an earlier one upgrade it once, and all data are there', async () => {
  const url = await makeDatabase('createrole')
  const owner = await connectOwner(url)
  afterwards(() => owner.end())
  await owner.query('begin')
  await migrateWithin(owner, earlier)
  await owner.query('commit')
  let password = ''
  const { rootNo } = await seedDatabase(url, makeSecret(testKey), false, (welcome) => (password = welcome.password ?? ''))
  await owner.query(`begin; set local app.ent_no = '${rootNo}';
    insert into empgrp (ent_no, grp_no, grp_name, grp_type, search_text) select '${rootNo}', 'OLD' || n, '老组' || n, '1', '' from generate_series(1, 300) n;
    commit`)
  const versions = async () => (await owner.query('select name from kysely_migration order by name')).rows.map(({ name }) => name)
  expect((await versions()).at(-1)).toBe(earlier)

  const start = () => run({ dataDir: makeFolder(), env: { DATABASE_URL: url, SECRET_KEY: testKey } })
  const both = await Promise.all([start(), start()])
  for (const one of both) await healthy(one)
  expect(both.map(passwordOf)).toEqual(['', ''])
  expect(await versions()).toEqual(listMigrations())
  const [one, other] = both as [Run, Run]
  const client = await changePassword(one, password)
  const groups = await groupsOf(clientOn(other, client.token))
  expect(groups.sort()).toEqual(Array.from({ length: 300 }, (_, i) => `老组${i + 1}`).sort())
  // Checks that later migrations fill their tables from the existing data.
  expect((await owner.query('select ent_no from ent_name')).rows).toEqual([{ ent_no: rootNo }])
  for (const { output } of both) expect(output.stderr).toBe('')
})
