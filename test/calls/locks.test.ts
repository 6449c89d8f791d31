import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootNo, startServer, type TestServer } from '../support/harness.ts'
import { type SeededSchool, seedSchool } from '../support/seedSchool.ts'
import { settingsOf } from '../support/sights.ts'

let server: TestServer
let mine: SeededSchool
let theirs: SeededSchool
let locked: string[]
beforeAll(async () => {
  server = await startServer()
  ;[mine, theirs] = [await seedSchool(server), await seedSchool(server)]
  const { rows } = await server.owner.query(`select relname from pg_class where relrowsecurity and not relispartition`)
  locked = rows.map(({ relname }) => relname)
})
afterAll(() => server.close())

type Settings = { ent_no?: string; root_no?: string }

/** Works with the role that serves a call under these settings, and rolls back. */
async function asRole(
  { ent_no: entNo, root_no: rootNo }: Settings,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = await server.services.database.pool.connect()
  try {
    await client.query(`begin; ${settingsOf(server, { entNo, rootNo })}`)
    return await client.query(sql, values)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Lists tables that are read before it is known which enterprise is meant, and those of them that the way of accounts writes. */
const readBefore = ['identity', 'session', 'ticket', 'login_log', 'pwr_version', 'op_ent']
const writtenBefore = ['ticket', 'login_log']
/** Lists tables that everybody reads and nobody writes. */
const open = ['ent_tree', 'ent_name']

const seeded = ['ent', 'org', 'emp', 'empgrp', 'empgrpmbr', 'file', 'imp_batch', 'imp_row', 'emprole', 'history']

test('without an enterprise nothing is seen, also on a connection that served one before', async () => {
  for (const tbl of locked.filter((one) => !open.includes(one)))
    for (const settings of [{}, { ent_no: '' }, { ent_no: 'Z1' }, { root_no: '' }, { root_no: 'Z1' }]) {
      if (readBefore.includes(tbl) && !settings.ent_no && !settings.root_no) continue
      await asRole({ ent_no: mine.entNo, root_no: mine.entNo }, 'select 1')
      const { rows } = await asRole(settings, `select count(*)::int as seen from ${tbl}`)
      expect([tbl, settings, rows]).toEqual([tbl, settings, [{ seen: 0 }]])
    }
})

test('an enterprise sees its own rows and no others', async () => {
  expect(locked).toEqual(expect.arrayContaining(seeded))
  for (const tbl of seeded) {
    const { rows } = await asRole({ ent_no: mine.entNo }, `select distinct ent_no from ${tbl}`)
    expect([tbl, rows]).toEqual([tbl, [{ ent_no: mine.entNo }]])
  }
})

test('nothing is written into another enterprise, changed in it, or moved there', async () => {
  const refused = /row-level security|permission denied/
  for (const tbl of locked)
    for (const settings of [{ ent_no: mine.entNo }, ...(writtenBefore.includes(tbl) ? [] : [{}]), { root_no: theirs.entNo }])
      await expect(asRole(settings, `insert into ${tbl} (ent_no) values ($1)`, [theirs.entNo]), tbl).rejects.toThrow(refused)
  for (const tbl of seeded) {
    await expect(asRole({ ent_no: mine.entNo }, `update ${tbl} set ent_no = $1`, [theirs.entNo]), tbl).rejects.toThrow(refused)
    if (tbl === 'history') continue
    const { rowCount } = await asRole({ ent_no: mine.entNo, root_no: theirs.entNo }, `delete from ${tbl} where ent_no = $1`, [
      theirs.entNo,
    ])
    expect([tbl, rowCount]).toEqual([tbl, 0])
  }
})

test('who reads a sub-tree reads all of it, and nothing beside it', async () => {
  const { rows } = await asRole({ root_no: theirs.entNo }, 'select distinct ent_no from emp')
  expect(rows).toEqual([{ ent_no: theirs.entNo }])
  const { rows: all } = await asRole({ root_no: rootNo }, 'select distinct ent_no from emp')
  expect(all.length).toBeGreaterThan(2)
})

test('a statement without a where shows the identities, sessions and sign-ins of no other enterprise, and a person’s own in all', async () => {
  const { rows: users } = await server.owner.query('select user_no, ent_no from identity where ent_no = any($1)', [
    [mine.entNo, theirs.entNo],
  ])
  const userOf = ({ entNo }: SeededSchool) => users.find((row) => row.ent_no === entNo)?.user_no as string
  const [own, other] = [userOf(mine), userOf(theirs)]
  for (const { entNo, userNo } of [
    { entNo: mine.entNo, userNo: own },
    { entNo: theirs.entNo, userNo: other },
    { entNo: theirs.entNo, userNo: own },
  ])
    await server.owner.query(`insert into login_log (name, user_no, idnt_no, ent_no, result) values ('u', $1, '030', $2, 'ok')`, [
      userNo,
      entNo,
    ])
  await server.owner.query(`insert into login_log (name, result) values ('nobody', 'wrongPassword')`)
  for (const tbl of ['identity', 'session', 'login_log']) {
    const { rows } = await asRole({ ent_no: mine.entNo }, `select distinct ent_no from ${tbl}`)
    expect([tbl, rows]).toEqual([tbl, [{ ent_no: mine.entNo }]])
    const { rowCount } = await asRole({ ent_no: mine.entNo }, `delete from ${tbl} where ent_no = $1`, [theirs.entNo]).catch(
      () => ({ rowCount: 0 }),
    )
    expect([tbl, rowCount]).toEqual([tbl, 0])
  }
  const seen = await asPerson(own, 'select distinct ent_no, user_no from login_log order by 1')
  expect(seen.filter((row) => row.ent_no === theirs.entNo)).toEqual([{ ent_no: theirs.entNo, user_no: own }])
})

/** Reads with the role that serves a call of the first school, made by this person. */
async function asPerson(userNo: string, sql: string) {
  const client = await server.services.database.pool.connect()
  try {
    await client.query(`begin; ${settingsOf(server, { entNo: mine.entNo })} set local app.user_no = '${userNo}'`)
    return (await client.query(sql)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
