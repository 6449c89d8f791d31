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

test('certifying makes an account with a password that is told once and must be changed', async () => {
  const school = await makeSchool(server)
  const { empNo, authTel } = await hire(school)
  const account = await school.admin.client.call(emp.auth, { empNo })
  expect(account.pwd).toMatch(/^[a-z]{4}-[a-z]{2}\d{4}$/)
  expect(await signInAs(authTel, account.pwd ?? '')).toMatchObject({
    code: 0,
    result: { user: { idntVal: empNo, pwdFlag: '1' } },
  })
  expect(await school.admin.client.call(emp.getex, { empNo })).toMatchObject({ authFlag: '1' })
  expect((await school.admin.client.call(emp.auth, { empNo })).pwd).toBeNull()
})

test('who has an account already takes the new identity with it', async () => {
  const [here, there] = [await makeSchool(server), await makeSchool(server)]
  const { empNo, authTel } = await hire(here)
  const { pwd } = await here.admin.client.call(emp.auth, { empNo })
  const second = await hire(there, authTel)
  expect((await there.admin.client.call(emp.auth, { empNo: second.empNo })).pwd).toBeNull()
  const { result } = await signInAs(authTel, pwd ?? '')
  expect((result as { idnts: { entNo: string }[] }).idnts.map(({ entNo }) => entNo).sort()).toEqual(
    [here.entNo, there.entNo].sort(),
  )
})

test('a changed phone keeps the account of one person, and its password', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo, authTel } = await hire(school)
  const { pwd } = await client.call(emp.auth, { empNo })
  const newer = String(++phones)
  expect(await client.call(emp.updatephone, { empNo, authTel: newer, reason: '换号' })).toBeNull()
  expect((await signInAs(authTel, pwd ?? '')).code).toBe(20001)
  expect((await signInAs(newer, pwd ?? '')).code).toBe(0)
  const { rows } = await server.owner.query(
    `select distinct reason from history where ent_no = $1 and call = '/ent/emp/updatephone'`,
    [school.entNo],
  )
  expect(rows).toEqual([{ reason: '换号' }])
})

test('a phone that has an account of its own takes the identity over, and the old account loses it', async () => {
  const [here, there] = [await makeSchool(server), await makeSchool(server)]
  const [first, second] = [await hire(here), await hire(there)]
  const [a, b] = [
    await here.admin.client.call(emp.auth, { empNo: first.empNo }),
    await there.admin.client.call(emp.auth, { empNo: second.empNo }),
  ]
  const gained = await here.admin.client.call(emp.updatephone, { empNo: first.empNo, authTel: second.authTel })
  expect(gained).toEqual({ userNo: b.userNo, name: b.name, pwd: null })
  expect((await signInAs(a.name, a.pwd ?? '')).code).toBe(20003)
  expect(((await signInAs(b.name, b.pwd ?? '')).result as { idnts: unknown[] }).idnts.length).toBe(2)
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

test('an account is of one employee of an enterprise, until that one is deleted', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const first = await hire(school)
  await client.call(emp.auth, { empNo: first.empNo })
  await client.call(emp.delete, { empNo: first.empNo })
  const again = await hire(school, first.authTel)
  expect((await client.call(emp.auth, { empNo: again.empNo })).pwd).toBeNull()
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
