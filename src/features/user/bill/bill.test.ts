import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { userBill } from '#contract/shell/bill.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a form offers the people that the reader reaches, by part of a name, and the values of a dictionary', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { name: '上官被选' })
  const { client } = school.admin
  const found = await client.call(userBill.getdatalist, { src: 'emp', keyWord: '官被' })
  expect(found).toMatchObject([{ val: person.empNo, name: '上官被选' }])
  expect((await client.call(userBill.getdatalist, { typeCode: 'SEX' })).length).toBeGreaterThan(1)
  expect((await client.answer(userBill.getdatalist, {})).message).toBe('信息字典不能为空')
  const guest = await makePerson(school)
  expect((await guest.client.answer(userBill.getdatalist, { src: 'stu' })).code).toBe(30001)
})

test('a role that is limited to some enterprises offers the people of no other, whatever other roles reach', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const [inside, beside] = [await makeSchool(server, { prtNo: part.entNo }), await makeSchool(server, { prtNo: part.entNo })]
  await asOwner(server, part.entNo, async (db) => {
    for (const [roleNo, mdlCode] of [['R-people', 'emp'] as const, ['R-other', 'org'] as const]) {
      await db.insertInto('role').values({ entNo: part.entNo, roleNo, roleName: roleNo, roleItem: '1' }).execute()
      await db.insertInto('rolepwr').values({ entNo: part.entNo, roleNo, mdlCode, pwrNo: '000004' }).execute()
    }
  })
  const { client, empNo } = await makePerson(part, { idntNo: '060', roles: ['R-people', 'R-other'] })
  const limit = { entNo: part.entNo, empNo, roleNo: 'R-people', dataVal: inside.entNo, dataType: 'ent' }
  await asOwner(server, part.entNo, (db) => db.insertInto('empdatapwr').values(limit).execute())
  const people = (entNo: string) => client.answer(userBill.getdatalist, { src: 'emp', entNo })
  expect((await people(inside.entNo)).code).toBe(0)
  expect((await people(beside.entNo)).code).toBe(10002)
})
