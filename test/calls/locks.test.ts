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

const seeded = ['ent', 'org', 'emp', 'empgrp', 'empgrpmbr', 'file', 'imp_batch', 'imp_row', 'emprole', 'history']

test('without an enterprise nothing is seen, also on a connection that served one before', async () => {
  for (const tbl of locked)
    for (const settings of [{}, { ent_no: '' }, { ent_no: 'Z1' }, { root_no: '' }, { root_no: 'Z1' }]) {
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
    for (const settings of [{ ent_no: mine.entNo }, {}, { root_no: theirs.entNo }])
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
