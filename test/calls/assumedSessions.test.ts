import { afterAll, beforeAll, expect, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { makePerson, makeSchool, sharedServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Makes an administrator whose session was read a moment ago. */
async function seasoned() {
  const school = await makeSchool(server)
  await school.admin.client.call(empgrp.getpage)
  return school
}

test('a session that ended a moment after it was used reads nothing, and is told that it ended', async () => {
  const { admin } = await seasoned()
  await server.owner.query('delete from session where user_no = $1', [admin.userNo])
  expect(await admin.client.answer(empgrp.getpage)).toMatchObject({ code: 50008, result: null })
})

test('one that ran out is told so, also where the call would have been refused otherwise', async () => {
  const { admin } = await seasoned()
  await server.owner.query(`update session set end_tm = now() - interval '1 second' where user_no = $1`, [admin.userNo])
  expect(await admin.client.answer(empgrp.getmbrlist, { grpNo: 'G-none' })).toMatchObject({ code: 50014 })
})

test('one whose rights were taken away meanwhile is refused at once', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { roles: ['P030ADMIN'] })
  await person.client.call(empgrp.getpage)
  await server.owner.query(
    `insert into emppwr (ent_no, emp_no, mdl_code, pwr_no, add_del_flag) values ($1, $2, 'empgrp', '000004', '2')`,
    [school.entNo, person.empNo],
  )
  expect(await person.client.answer(empgrp.getpage)).toMatchObject({ code: 30001 })
})

test('one that signs out is gone for the very next read', async () => {
  const { admin } = await seasoned()
  await admin.client.call(signin.logout)
  expect(await admin.client.answer(empgrp.getpage)).toMatchObject({ code: 50008 })
})

test('a read of a session that was just read asks nothing of the database by itself', async () => {
  const { admin } = await seasoned()
  const { pool } = server.services.database
  const asked: string[] = []
  const { query } = pool
  pool.query = ((...given: Parameters<typeof query>) => {
    asked.push(String((given[0] as { text?: string }).text ?? given[0]))
    return query.apply(pool, given)
  }) as typeof query
  try {
    expect((await admin.client.answer(empgrp.getpage)).code).toBe(0)
  } finally {
    pool.query = query
  }
  expect(asked.filter((text) => text.includes('from session'))).toEqual([])
})
