import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Access, Right } from '#contract/access.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { transaction } from '#server/database/database.ts'
import { readRights } from '#server/call/rights.ts'
import { asOwner, makePerson, makeSchool, type Person, type School, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

// Names levels of roles (docs/spec/units.md#levels): these two work on the whole enterprise, a class only on the units held.
const level = { general: '1', school: '2', grade: '5', class: '6' }
const [view, edit, groups] = ['emp:000004', 'emp:000003', 'empgrp:000004'] as const
let roles = 0

type GiveRoleInput = { roleItem: string; rights: readonly Right[]; units?: string[] | undefined; stt?: string | undefined }

/** Gives a person a role of the school's own, with its rights and the units held through it. */
async function giveRole({ entNo }: School, { empNo }: Person, { roleItem, rights, units = [], stt = '1' }: GiveRoleInput) {
  const roleNo = `R-${++roles}`
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('role').values({ entNo, roleNo, roleName: roleNo, roleItem, stt }).execute()
    for (const right of rights) {
      const [mdlCode = '', pwrNo = ''] = right.split(':')
      await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode, pwrNo }).execute()
    }
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    for (const dataVal of units)
      await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal, dataType: 'unit' }).execute()
  })
  return roleNo
}

const giveException = ({ entNo, empNo }: Person, right: Right, addDelFlag: '1' | '2') => {
  const [mdlCode = '', pwrNo = ''] = right.split(':')
  return asOwner(server, entNo, (db) => db.insertInto('emppwr').values({ entNo, empNo, mdlCode, pwrNo, addDelFlag }).execute())
}

/** Reads a person's rights as the server does. */
async function rightsOf({ entNo, empNo }: Person) {
  const rights = await transaction(server.services.database.pool, { entNo }, (db) => readRights(db, entNo, empNo), {
    readOnly: true,
  })
  const reach = (access: Access) => {
    const { whole, values } = rights.reachOf(access)
    return { whole, values: [...values].sort() }
  }
  return { has: rights.has, reach }
}

async function makeTeacher() {
  const school = await makeSchool(server)
  return { school, person: await makePerson(school) }
}

const nothing = { whole: false, values: [] }

test('units count only for the rights of the role through which they are held', async () => {
  const { school, person } = await makeTeacher()
  await giveRole(school, person, { roleItem: level.class, rights: [view], units: ['U1', 'U2'] })
  await giveRole(school, person, { roleItem: level.grade, rights: [view, edit], units: ['U2', 'U3'] })
  await giveRole(school, person, { roleItem: level.class, rights: [groups], units: ['U4'] })
  const { reach } = await rightsOf(person)
  expect(reach([view])).toEqual({ whole: false, values: ['U1', 'U2', 'U3'] })
  expect(reach([edit])).toEqual({ whole: false, values: ['U2', 'U3'] })
  expect(reach([groups])).toEqual({ whole: false, values: ['U4'] })
  expect(reach([edit, groups])).toEqual({ whole: false, values: ['U2', 'U3', 'U4'] })
})

test('a role of the whole school reaches all of it, but only for what that role grants', async () => {
  const { school, person } = await makeTeacher()
  await giveRole(school, person, { roleItem: level.school, rights: [view] })
  await giveRole(school, person, { roleItem: level.class, rights: [view, edit], units: ['U1'] })
  const { reach } = await rightsOf(person)
  expect(reach([view])).toMatchObject({ whole: true })
  expect(reach([edit])).toEqual({ whole: false, values: ['U1'] })
  expect((await rightsOf(school.admin)).reach(emp.getpage.access)).toMatchObject({ whole: true })
})

test('a class teacher without a class sees nobody', async () => {
  const { school, person } = await makeTeacher()
  await giveRole(school, person, { roleItem: level.class, rights: [view] })
  const { has, reach } = await rightsOf(person)
  expect([has(view), reach([view])]).toEqual([true, nothing])
})

test('a personal grant opens a call and adds no units', async () => {
  const { school, person } = await makeTeacher()
  await giveException(person, edit, '1')
  await giveRole(school, person, { roleItem: level.class, rights: [view], units: ['U1'] })
  await giveException(person, view, '1')
  const { has, reach } = await rightsOf(person)
  expect([has(edit), reach([edit])]).toEqual([true, nothing])
  expect(reach([view])).toEqual({ whole: false, values: ['U1'] })
})

test('a personal denial wins over every role', async () => {
  const { school, person } = await makeTeacher()
  await giveRole(school, person, { roleItem: level.school, rights: [view, edit] })
  await giveRole(school, person, { roleItem: level.class, rights: [view], units: ['U1'] })
  await giveException(person, view, '2')
  const { has, reach } = await rightsOf(person)
  expect([has(view), reach([view])]).toEqual([false, nothing])
  expect([has(edit), reach([edit]).whole]).toEqual([true, true])
  expect(await person.client.answer(emp.getpage)).toMatchObject({ code: 30001 })
})

test('a role that is disabled, or another school’s, or asks more than its module knows, grants nothing', async () => {
  const { school, person } = await makeTeacher()
  const other = await makeTeacher()
  await giveRole(school, person, { roleItem: level.school, rights: [view], units: [], stt: '2' })
  const roleNo = await giveRole(other.school, other.person, { roleItem: level.school, rights: [edit] })
  await asOwner(server, school.entNo, (db) =>
    db.insertInto('emprole').values({ entNo: school.entNo, empNo: person.empNo, roleNo }).execute(),
  )
  await asOwner(server, school.entNo, (db) =>
    db.insertInto('emprole').values({ entNo: school.entNo, empNo: person.empNo, roleNo: 'P020ADMIN' }).execute(),
  )
  await giveRole(school, person, { roleItem: level.school, rights: ['empgrp:000006'] })
  const { has } = await rightsOf(person)
  expect([view, edit, groups, 'empgrp:000006' as Right].filter(has)).toEqual([])
})

test('a module that the school no longer has takes its rights away with the next request', async () => {
  const { admin, entNo } = await makeSchool(server)
  const give = (stt: string) =>
    asOwner(server, entNo, (db) =>
      db.updateTable('entmdl').set({ stt }).where('entNo', '=', entNo).where('mdlCode', '=', 'empgrp').execute(),
    )
  const shown = async () => JSON.stringify(await admin.client.call(userMdl.get)).includes('empgrp')
  expect([(await admin.client.answer(empgrp.getlist)).code, await shown()]).toEqual([0, true])
  await give('2')
  expect([(await admin.client.answer(empgrp.getlist)).code, await shown()]).toEqual([30001, false])
  expect(await admin.client.answer(emp.getpage)).toMatchObject({ code: 0 })
  await give('1')
  expect(await admin.client.answer(empgrp.getlist)).toMatchObject({ code: 0 })
})
