import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { asOwner, startServer, type TestServer } from '../../support/harness.ts'
import { calls, isGuarded } from '../../support/seedSchool.ts'
import { cellsOf } from './cells.ts'
import { lockFaults, type Places, policiesOf, takeOut } from './locks.ts'
import { isSampled } from '../../support/sample.ts'
import { makeWorld, type World } from './subjects.ts'

/** Lists the scope functions that are taken out, one at a time. */
const out = vi.hoisted(() => new Set<string>())
vi.mock('#server/call/scope.ts', async (original) => {
  const real = await original<typeof import('#server/call/scope.ts')>()
  return {
    ...real,
    enterpriseOf: (...given: Parameters<typeof real.enterpriseOf>) =>
      out.has('enterpriseOf') ? (given[2] ?? given[0].me.entNo) : real.enterpriseOf(...given),
    requireDescendants: (...given: Parameters<typeof real.requireDescendants>) =>
      out.has('requireDescendants') ? Promise.resolve() : real.requireDescendants(...given),
    scopeOf: (...given: Parameters<typeof real.scopeOf>) => (out.has('scopeOf') ? {} : real.scopeOf(...given)),
  }
})

let server: TestServer
let world: World
let places: Places
beforeAll(async () => {
  server = await startServer()
  world = await makeWorld(server)
  const { school, bureau } = world.homes
  places = {
    mine: school.entNo,
    theirs: world.beside.entNo,
    parent: bureau.entNo,
    orgs: (school.known.orgNo ?? []).join(','),
    units: (school.known.unitNo ?? []).join(','),
  }
  for (const { entNo } of [school, world.beside]) await seedRest(entNo)
}, 120_000)
afterAll(() => server.close())

/** Seeds a row in the tables that no call fills yet. */
async function seedRest(entNo: string) {
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('impProgress').values({ entNo, no: 'X', done: 0, total: 1 }).execute()
  })
  await server.owner.query(
    `insert into imp_pic (ent_no, batch_no, row_no, act, vals) select ent_no, batch_no, 1, 'none', 'x' from imp_batch where ent_no = $1 limit 1`,
    [entNo],
  )
  for (const statement of [
    `insert into chkrun (ent_no, kind, made_tm, cnt, snap) values ($1, 'counts', now(), 0, pg_current_snapshot()) on conflict do nothing`,
    `insert into chkunit select $1, unit_no, ${Array(12).fill('0').join()} from stu where ent_no = $1 limit 1 on conflict do nothing`,
    `insert into chkphone select ent_no, stu_no, '13900000000', 6 from stu where ent_no = $1 limit 1 on conflict do nothing`,
    `insert into chkpair select ent_no, ent_no, stu_no, ent_no, stu_no, '{idNo}', 90 from stu where ent_no = $1 limit 1 on conflict do nothing`,
    `insert into ansfile select t.ent_no, f.file_no, t.to_no, 'c1', 'x' from hndto t join file f using (ent_no) where t.ent_no = $1 limit 1
      on conflict do nothing`,
    `insert into ansbox (ent_no, hnd_no, vals) select ent_no, hnd_no, 'x' from hnd where ent_no = $1 limit 1`,
    `insert into ansanon (ent_no, hnd_no, vals) select ent_no, hnd_no, '{}' from hnd where ent_no = $1 limit 1`,
    `insert into prcdraft (ent_no, flow_no, emp_no, sealed) select f.ent_no, f.flow_no, e.emp_no, 'x' from flow f join emp e using (ent_no)
      where f.ent_no = $1 limit 1 on conflict do nothing`,
    `insert into chkidno values ($1, 'x', true) on conflict do nothing`,
    `insert into stu_alone select ent_no, stu_no from stu where ent_no = $1 limit 1 on conflict do nothing`,
    `insert into ptr_alone select ent_no, ptr_no from ptr where ent_no = $1 limit 1 on conflict do nothing`,
  ])
    await server.owner.query(statement, [entNo])
  await server.owner.query(`insert into login_log (name, ent_no, result) values ('u', $1, 'ok')`, [entNo])
  await server.owner.query(`insert into op_ent (op, ent_no, user_no) values (gen_random_uuid(), $1, 'u')`, [entNo])
  await server.owner.query(
    `insert into ticket (ticket_hash, user_no, idnt_no, idnt_val, ent_no, end_tm)
     select decode(md5($1), 'hex'), user_no, idnt_no, idnt_val, ent_no, now() + interval '1 hour' from identity where ent_no = $1 limit 1`,
    [entNo],
  )
  await server.owner.query(
    `insert into stunat (ent_no, stu_no, unf_stu_no_hash) select ent_no, stu_no, 'x' from stu where ent_no = $1 limit 1 on conflict (ent_no, stu_no) do nothing`,
    [entNo],
  )
}

// Begins with people without rights, who notice a missing right first.
const isCaught = async (call: Call, names?: string[]) => {
  const subjects = world.subjects.filter(({ column }) => !names || names.includes(column))
  return (await cellsOf({ ...world, subjects }, call).catch((error: Error) => [error.message])).length > 0
}

test('every scope function that is taken out is noticed', async () => {
  const names = ['enterpriseOf', 'requireDescendants', 'scopeOf']
  const sample = calls.filter(({ path }) =>
    ['/ent/org/gettree', '/ecb/ent/gettouched', '/ecb/entmdl/deletemdlent', '/ent/org/updateprtorg'].includes(path),
  )
  const noticed = async () => (await Promise.all(sample.map((call) => isCaught(call)))).some(Boolean)
  // Comes before the other tests, whose calls change what is found.
  expect(await noticed()).toBe(false)
  const missed: string[] = []
  for (const name of names) {
    out.add(name)
    if (!(await noticed())) missed.push(name)
    out.delete(name)
  }
  console.log(`scope functions: caught ${names.length - missed.length} / ${names.length}`)
  expect(missed).toEqual([])
}, 120_000)

test('every row-level policy that is taken out is noticed', async () => {
  const policies = (await policiesOf(server)).filter(({ table, policy }) => isSampled(`${table}.${policy}`))
  const missed: string[] = []
  for (const table of new Set(policies.map(({ table }) => table))) expect(await lockFaults(server, table, places)).toEqual([])
  for (const one of policies) {
    const putBack = await takeOut(server, one)
    if ((await lockFaults(server, one.table, places)).length === 0) missed.push(`${one.table}.${one.policy}`)
    await putBack()
  }
  console.log(`row-level policies: caught ${policies.length - missed.length} / ${policies.length}`)
  expect(missed).toEqual([])
}, 240_000)

test('every right that a call asks for and that is taken out is noticed', async () => {
  const guarded = calls.filter((call) => isGuarded(call) && isSampled(call.path))
  const missed: string[] = []
  for (const call of guarded) {
    const { access } = call
    call.access = 'session'
    if (!(await isCaught(call, ['nobody']))) missed.push(call.path)
    call.access = access
  }
  console.log(`rights of calls: caught ${guarded.length - missed.length} / ${guarded.length}`)
  expect(missed).toEqual([])
}, 240_000)
