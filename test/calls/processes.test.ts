import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { asOwner, clientOf, makePerson, makeSchool, type Person, startServer, type TestServer } from '../support/harness.ts'
import { pwd, pwdHash } from '../support/seedSchool.ts'
import { workbook } from '../support/seedRecords.ts'

// Starts two processes on one database, each with a pool, caches and files of its own.
let one: TestServer
let other: TestServer
beforeAll(async () => {
  one = await startServer()
  other = await startServer({ sharing: one })
})
afterAll(async () => {
  await other.close()
  await one.close()
})

const at = (server: TestServer, { client }: Person) => clientOf(server, client.token)
const makeTeacher = async (roles: string[] = []) => makePerson(await makeSchool(one), { roles, pwdHash: await pwdHash })

test('who signs in at one is known to the other, and signing out at one ends it at both', async () => {
  const person = await makeTeacher()
  const { token } = await clientOf(one).call(signin.login, { name: person.name, pwd })
  expect((await clientOf(other, token).call(user.get)).no).toBe(person.userNo)
  await clientOf(one, token).call(signin.logout)
  for (const server of [other, one]) expect(await clientOf(server, token).answer(user.get)).toMatchObject({ code: 50008 })
})

test('a change of password at one ends every session at the other', async () => {
  const person = await makeTeacher()
  await at(other, person).call(user.get)
  await at(one, person).call(user.updatepwd, { oldPwd: pwd, newPwd: 'Sunny-day-7' })
  expect(await at(other, person).answer(user.get)).toMatchObject({ code: 50008 })
})

test('a right that is taken or given is taken or given everywhere with the next request', async () => {
  const person = await makeTeacher(['P030ADMIN'])
  const { entNo, empNo } = person
  const answers = async () =>
    (await Promise.all([one, other].map((server) => at(server, person).answer(empgrp.getlist)))).map(({ code }) => code)
  expect(await answers()).toEqual([0, 0])
  const rows = (flag: string) => ({ entNo, empNo, mdlCode: 'empgrp', pwrNo: '000004', addDelFlag: flag })
  await asOwner(one, entNo, (db) => db.insertInto('emppwr').values(rows('2')).execute())
  expect(await answers()).toEqual([30001, 30001])
  await asOwner(one, entNo, (db) => db.deleteFrom('emppwr').where('entNo', '=', entNo).execute())
  expect(await answers()).toEqual([0, 0])
})

test('numbers given out by both at the same moment never collide', async () => {
  const { admin } = await makeSchool(one)
  const create = (_: unknown, i: number) =>
    at(i % 2 ? one : other, admin).call(empgrp.create, { grpName: `组${i}`, grpType: '1' })
  const made = await Promise.all(Array.from({ length: 30 }, create))
  expect(new Set(made.map(({ grpNo }) => grpNo)).size).toBe(30)
})

test('two who edit the same record at both do not overwrite each other', async () => {
  const { admin } = await makeSchool(one)
  const { grpNo, ver } = await admin.client.call(empgrp.create, { grpName: '教研组', grpType: '1' })
  const edits = [one, other].map((server, i) => at(server, admin).answer(empgrp.update, { grpNo, ver, des: `第${i}种` }))
  expect((await Promise.all(edits)).map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 10004])
})

test('wrong passwords are counted together, whichever process and whichever name of the account they were tried with', async () => {
  const person = await makeTeacher()
  const { rows } = await one.owner.query('select auth_tel from account where user_no = $1', [person.userNo])
  const names = [person.name, person.userNo, rows[0].auth_tel, person.name.toUpperCase(), person.name]
  const asked = async (code: number) => {
    for (const server of [one, other])
      for (const name of names) expect(await clientOf(server).answer(signin.login, { name, pwd })).toMatchObject({ code })
  }
  // Expects a check after three wrong ones, whoever answers; five lock.
  for (const [i, name] of names.slice(0, 3).entries())
    expect(await clientOf(i % 2 ? one : other).answer(signin.login, { name, pwd: 'wrong' })).toMatchObject({ code: 20001 })
  await asked(20008)
  await one.owner.query('update login_fail set wrong = 5 where who = $1', [`name:${person.name}`])
  await asked(20002)
})

test('an import previewed at one is written at the other, once', async () => {
  const { admin } = await makeSchool(one)
  const { fileNo } = await admin.client.call(upload.upload, { file: await workbook('欧阳晓峰') })
  const { batchNo } = await admin.client.call(emp.importemp, { fileNo })
  const answers = await Promise.all([other, one].map((server) => at(server, admin).answer(emp.importempcreate, { batchNo })))
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 40003])
  expect((await at(other, admin).call(emp.getpage, { keyWord: '欧阳' })).recordCount).toBe(1)
})
