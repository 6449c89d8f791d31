import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { makeSchool, type School, sharedServer, type TestServer } from '../support/harness.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await sharedServer()
  school = await makeSchool(server)
})
afterAll(() => server.close())

test('no name consists of what nobody sees, and none looks like another', async () => {
  const { client } = school.admin
  for (const roleName of ['\u200b\u200b', '\u202e', '\u2060\ufeff', '\u3164'])
    expect((await client.answer(role.createselfrole, { roleName, roleItem: '2' })).message).toBe('角色名称不能为空')
  await client.call(org.create, { orgName: '总务处', prtNo: school.orgNo })
  for (const orgName of ['总务处\u200b', '总\u2060务处', '总务处\u202e', '\ufeff总务处'])
    expect([orgName, (await client.answer(org.create, { orgName, prtNo: school.orgNo })).code]).toEqual([orgName, 10003])
})

test('a name that was copied from a chat is taken without what came along', async () => {
  const { client } = school.admin
  const made = await client.call(emp.create, {
    empName: '\u200e张伟\u200b',
    sex: 'M',
    authTel: '18612340001',
    orgNos: [school.orgNo],
  })
  expect(made.empName).toBe('张伟')
})

test('letters that need joiners keep them, and composed pictures stay whole', async () => {
  const { client } = school.admin
  const [uyghur, family] = ['ئۆ\u200cگەي', '一家👨\u200d👩\u200d👧']
  for (const orgName of [uyghur, family])
    expect((await client.call(org.create, { orgName, prtNo: school.orgNo })).orgName).toBe(orgName)
})
