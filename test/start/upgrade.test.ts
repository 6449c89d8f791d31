import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { seedDatabase } from '#app/server/seed.ts'
import { connectOwner, listMigrations, migrateWithin } from '#server/process/migrate.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../support/world.ts'
import { changePassword, clientOn, groupsOf, makeDatabase, passwordOf } from './scenes.ts'
import { afterwards, cleanUp, healthy, makeFolder, type Run, run } from './startup.ts'

afterEach(cleanUp)

// Names the state before portals and operations, and that of the release before this one.
const earlier = '0015_files'
const before = '0020_accounts'
const students = 5000

test('two processes of this version that start at once on a database of an earlier one upgrade it once, and all data are there', async () => {
  const url = await makeDatabase('createrole')
  const owner = await connectOwner(url)
  afterwards(() => owner.end())
  await owner.query('begin')
  await migrateWithin(owner, earlier)
  await owner.query('commit')
  let password = ''
  // Lends the seed of today columns that it writes and that the earlier database does not have.
  await owner.query(`alter table account add column search_text text not null default ''; alter table mdl add column sect text`)
  const { rootNo } = await seedDatabase(url, makeSecret(testKey), false, (welcome) => (password = welcome.password ?? ''))
  await owner.query('alter table account drop column search_text; alter table mdl drop column sect')
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
  expect((await owner.query(`select search_text from account where search_text like '%admin%'`)).rows).toHaveLength(1)
  for (const { output } of both) expect(output.stderr).toBe('')
})

test('an upgrade that is killed -9 at any moment is completed by the next start, and what it counts ahead is right', async () => {
  const url = await makeDatabase('createrole')
  const owner = await connectOwner(url)
  afterwards(() => owner.end())
  await owner.query('begin')
  await migrateWithin(owner, before)
  await owner.query(`set local app.ent_no = 'A1';
    insert into ent (ent_no, ent_name, idnt_no) values ('A1', '学校', '030');
    insert into edcunit (ent_no, unit_no, unit_name, unit_type, prt_no) values ('A1', 'G', '一年级', '4', 'UA1'), ('A1', 'C', '一班', '5', 'G');
    insert into stu (ent_no, stu_no, stu_name, unit_no, sex) select 'A1', 'S' || n, '学生', 'C', 'M' from generate_series(1, ${students}) n;
    insert into ptr (ent_no, ptr_no, ptr_name, sex, auth_tel) select 'A1', 'P' || n, '家长', 'F', '1' || lpad(n::text, 10, '0') from generate_series(1, ${students}) n;
    insert into stuptr (ent_no, stu_no, ptr_no, relt) select 'A1', 'S' || n, 'P' || n, '52' from generate_series(2, ${students}) n;
    commit`)
  const start = () => run({ dataDir: makeFolder(), env: { DATABASE_URL: url, SECRET_KEY: testKey } })
  for (const after of [400, 700, 1000, 1500]) {
    const { child, ended } = await start()
    await sleep(after)
    child.kill('SIGKILL')
    await ended
  }
  await healthy(await start())
  expect((await owner.query('select name from kysely_migration order by name')).rows.map(({ name }) => name)).toEqual(
    listMigrations(),
  )
  const counted =
    await owner.query(`select (select sum(cnt)::int from stu_cnt) as stu, (select sum(cnt)::int from ptr_cnt) as ptr,
    (select array_agg(stu_no) from stu_alone) as stu_alone, (select array_agg(ptr_no) from ptr_alone) as ptr_alone`)
  expect(counted.rows).toEqual([{ stu: students, ptr: students, stu_alone: ['S1'], ptr_alone: ['P1'] }])
})
