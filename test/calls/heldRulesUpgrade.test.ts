import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { makeSecret } from '#server/database/secret.ts'
import { connectOwner, migrateWithin, prepareDatabase } from '#server/process/migrate.ts'
import { command, emptyDatabase, makeFolder } from '../support/backups.ts'
import { testKey } from '../support/world.ts'

test('an upgrade mends what it can, and what it cannot mend stops neither it nor a restore of its backup', async () => {
  const [from, to] = [await emptyDatabase(), await emptyDatabase()]
  const folder = makeFolder()
  const owner = await connectOwner(from)
  await owner.query('begin')
  await migrateWithin(owner, '0025_indexes')
  await owner.query(`set local app.ent_no = 'A1';
    insert into ent (ent_no, ent_name, idnt_no) values ('A1', '学校', '030');
    insert into edcunit (ent_no, unit_no, unit_name, unit_type, prt_no) values ('A1', 'G', '一年级', '4', 'UA1'), ('A1', 'C', '一班', '5', 'G');
    insert into stu (ent_no, stu_no, stu_name, unit_no, sex, wts, auth_flag, card_pht) values
      ('A1', 'S1', '甲', 'C', 'M', '01,02,11', '1', 'F404'), ('A1', 'S2', '乙', 'G', 'M', '22,23', '?', null);
    insert into stuarch (ent_no, stu_no, unf_stu_no, unf_stu_no_hash) values ('A1', 'S1', 'x', 'same'), ('A1', 'S2', 'x', 'same');
    insert into stunotsame (ent_no, one_no, other_no) values ('A1', 'S2', 'S1'), ('A1', 'S1', 'S404');
    insert into stumerge (ent_no, mrg_no, kept_no, gone_no, user_no) values ('A1', 'M1', 'S1', 'S404', 'u');
    insert into act (ent_no, act_no, title, cls, s_dt, e_dt, reg_s_dt, reg_e_dt, sex) values
      ('A1', 'T1', '球赛', '1', now(), now() + interval '1 day', now() - interval '1 day', now(), 'N');
    update act set sex = 'M'; commit`)
  const secret = makeSecret(testKey)
  await prepareDatabase(owner, from, secret)
  const read = async (client: pg.Client, statement: string) => (await client.query(statement)).rows
  expect(await read(owner, 'select stu_no, wts, auth_flag, card_pht from stu order by 1')).toEqual([
    { stu_no: 'S1', wts: '01,11', auth_flag: '1', card_pht: null },
    { stu_no: 'S2', wts: '22', auth_flag: '0', card_pht: null },
  ])
  expect(await read(owner, 'select one_no, other_no from stunotsame')).toEqual([{ one_no: 'S1', other_no: 'S2' }])
  expect(await read(owner, 'select stu_no from stunat')).toEqual([{ stu_no: 'S1' }])
  const sexes = `select before ->> 'only_sex' as sex from history where tbl = 'act' and before is not null order by id`
  expect(await read(owner, sexes)).toEqual([{ sex: 'F' }])
  expect(await read(owner, 'select sex, only_sex from act')).toEqual([{ sex: 'M', only_sex: 'M' }])
  const unproven = `select conname from pg_constraint where not convalidated order by 1`
  expect(await read(owner, unproven)).toEqual([{ conname: 'stu_unit_no_fkey' }, { conname: 'stumerge_gone_no_fkey' }])
  await owner.query(`begin; set local app.ent_no = 'A1';
    insert into file (ent_no, file_no, user_no, name, type, size, sha256) values ('A1', 'F1', 'u', 'a', 'png', 1, 'x');
    update stu set card_pht = 'F1' where stu_no = 'S1'; commit`)
  const path = join(folder, 'held.backup')
  const DATA_DIR = join(folder, 'data')
  await command('backup', path, { DATABASE_URL: from, DATA_DIR: folder, SECRET_KEY: testKey })
  await command('restore', path, { DATABASE_URL: to, DATA_DIR })
  const again = await connectOwner(to)
  expect(await read(again, unproven)).toEqual(await read(owner, unproven))
  expect(await read(again, 'select stu_no, unit_no, card_pht from stu order by 1')).toEqual([
    { stu_no: 'S1', unit_no: 'C', card_pht: 'F1' },
    { stu_no: 'S2', unit_no: 'G', card_pht: null },
  ])
  await expect(again.query(`update stu set unit_no = 'UA1'`)).rejects.toMatchObject({ constraint: 'stu_unit_no_fkey' })
  for (const client of [owner, again]) await client.end()
  rmSync(folder, { recursive: true, force: true })
})
