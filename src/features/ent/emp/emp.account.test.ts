import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, makeSchool, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { emp } from './emp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

let phones = 16_000_000_000
const hire = ({ orgNo, admin }: School, authTel = String(++phones)) =>
  admin.client.call(emp.create, { empName: '高明', sex: 'M', authTel, orgNos: [orgNo] }).then(({ empNo }) => ({ empNo, authTel }))
const signInAs = (name: string, pwd: string) => clientOf(server).answer(signin.login, { name, pwd })

/** Hires and certifies somebody, for whom an account is made. */
async function certify(school: School, authTel?: string) {
  const person = await hire(school, authTel)
  const account = await school.admin.client.call(emp.auth, { empNo: person.empNo })
  if (!account) throw new Error('no account was made')
  return { ...person, ...account }
}

test('certifying makes an account with a password that is told once and must be changed', async () => {
  const school = await makeSchool(server)
  const { empNo, authTel, pwd } = await certify(school)
  expect(pwd).toMatch(/^[a-z]{4}-[a-z]{2}\d{4}$/)
  expect(await signInAs(authTel, pwd)).toMatchObject({ code: 0, result: { user: { idntVal: empNo, pwdFlag: '1' } } })
  expect(await school.admin.client.call(emp.getex, { empNo })).toMatchObject({ authFlag: '1', lgnTelFlag: '0' })
  expect(await school.admin.client.call(emp.auth, { empNo })).toBeNull()
})

test('a changed phone keeps the account of one person, and its password', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo, authTel, pwd } = await certify(school)
  const newer = String(++phones)
  expect(await client.call(emp.updatephone, { empNo, authTel: newer, reason: '换号' })).toBeNull()
  expect((await signInAs(authTel, pwd)).code).toBe(20001)
  expect((await signInAs(newer, pwd)).code).toBe(0)
  const { rows } = await server.owner.query(
    `select distinct reason from history where ent_no = $1 and call = '/ent/emp/updatephone'`,
    [school.entNo],
  )
  expect(rows).toEqual([{ reason: '换号' }])
})

test('who is somebody elsewhere too keeps the phone they sign in with, and the office sees that they have to change it', async () => {
  const [here, there] = [await makeSchool(server), await makeSchool(server)]
  const person = await certify(here)
  const second = await hire(there)
  // Holds both identities in one account, as it was joined before.
  await server.owner.query(`insert into identity (user_no, idnt_no, ent_no, idnt_val) values ($1, '030', $2, $3)`, [
    person.userNo,
    there.entNo,
    second.empNo,
  ])
  await here.admin.client.call(emp.updatephone, { empNo: person.empNo, authTel: String(++phones) })
  expect((await signInAs(person.authTel, person.pwd)).code).toBe(0)
  expect(await here.admin.client.call(emp.getex, { empNo: person.empNo })).toMatchObject({ authFlag: '1', lgnTelFlag: '1' })
})

test('certified phones are changed by 改手机 alone, and codes by message are not taken', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo, authTel } = await hire(school)
  await client.call(emp.auth, { empNo })
  expect((await client.answer(emp.update, { empNo, authTel: '16899990000' })).message).toBe('手机已认证，请用“改手机”')
  expect((await client.answer(emp.auth, { empNo, code: '1234' })).message).toBe('code不是可接受的参数')
  expect((await client.answer(emp.updatephone, { empNo, authTel })).message).toBe('新手机与原来的相同')
  const other = await hire(school)
  expect((await client.answer(emp.updatephone, { empNo, authTel: other.authTel })).message).toBe('新手机已被使用')
})

test('who comes with the phone of a deleted colleague gets an account of their own', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const first = await certify(school)
  await client.call(emp.delete, { empNo: first.empNo })
  const again = await certify(school, first.authTel)
  expect(again.userNo).not.toBe(first.userNo)
  expect((await signInAs(first.authTel, first.pwd)).code).toBe(20003)
  expect((await signInAs(first.authTel, again.pwd)).code).toBe(0)
})

test('a masked value is shown one at a time, each look is kept, and too many in a minute are refused', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo, authTel } = await hire(school)
  expect(await client.call(emp.reveal, { empNo, field: 'authTel' })).toEqual({ value: authTel })
  const { rows } = await server.owner.query(`select key, user_no from history where ent_no = $1 and act = 'read'`, [school.entNo])
  expect(rows).toEqual([{ key: { emp_no: empNo, field: 'authTel' }, user_no: school.admin.userNo }])
  for (let i = 0; i < 29; i++) await client.call(emp.reveal, { empNo, field: 'idNo' })
  expect((await client.answer(emp.reveal, { empNo, field: 'authTel' })).message).toBe('一分钟内查看的原值太多，请稍后再看')
})
