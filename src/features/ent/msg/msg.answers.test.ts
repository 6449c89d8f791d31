import { afterAll, beforeAll, expect, test } from 'vitest'
import { box } from '#features/user/box/box.contract.ts'
import { asOwner, makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeChildren, makeField, openActivity } from '../../../../test/support/activities.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { msg } from './msg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const strokes = 'M10 20 L30 40 L50 20 M80 20 L80 90'

test('a message that wants a signature is signed once, by strokes or by a name, and its sender sees the signature', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const one = await makePerson(school, { name: '李老师' })
  const other = await makePerson(school, { name: '赵老师' })
  const scope = [{ kind: 'org' as const, no: school.orgNo }]
  const { msgNo } = await client.call(msg.send, { title: '安全责任书', need: '4', scope })
  const numberOf = async (person: typeof one) => (await person.client.call(box.getpage, { tab: 'todo' })).datas[0]?.rcvNo ?? ''
  const rcvNo = await numberOf(one)
  expect(await one.client.answer(box.receipt, { rcvNo })).toMatchObject({ code: 10001, message: '请先签名' })
  for (const sign of ['<svg onload=alert(1)>', 'M10 20"/><script>', 'L1 2'])
    expect((await one.client.answer(box.receipt, { rcvNo, sign })).code, sign).toBe(10001)
  await one.client.call(box.receipt, { rcvNo, sign: strokes })
  expect(await one.client.answer(box.receipt, { rcvNo, sign: strokes })).toMatchObject({ message: '已经签过名，不能再改' })
  await other.client.call(box.receipt, { rcvNo: await numberOf(other), sign: '赵老师' })
  const { datas } = await client.call(msg.getreaders, { msgNo })
  expect(Object.fromEntries(datas.map(({ name, sign }) => [name, sign]))).toEqual({ 李老师: strokes, 赵老师: '赵老师' })
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ doneCnt: 2 })
})

test('what is written to an activity reaches the families of the pupils who are enrolled, and no others', async () => {
  const field = await makeField(server)
  const { admin, school } = field
  const [stuNo = '', other = ''] = await makeChildren(field, 2)
  const actNo = await openActivity(admin)
  for (const [no, name] of [
    [stuNo, '王建国'],
    [other, '赵敏'],
  ] as const)
    await asOwner(server, school.entNo, async (db) => {
      await db
        .insertInto('ptr')
        .values({ entNo: school.entNo, ptrNo: `G${no}`, ptrName: name, authTel: `139${no.slice(-8)}`, sex: 'M' })
        .execute()
      await db
        .insertInto('stuptr')
        .values({ entNo: school.entNo, stuNo: no, ptrNo: `G${no}`, relt: '51', prior: 1 })
        .execute()
    })
  await admin.client.call(reg.enroll, { actNo, stuNos: [stuNo] })
  const { msgNo, toCnt } = await admin.client.call(msg.send, { title: '带好水壶', scope: [{ kind: 'act', no: actNo }] })
  expect(toCnt).toBe(1)
  const { datas } = await admin.client.call(msg.getreaders, { msgNo })
  expect(datas[0]).toMatchObject({ name: '王建国', why: expect.stringContaining('的报名人') })
})
