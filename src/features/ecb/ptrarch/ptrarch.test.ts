import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChild, makeClasses, makeHeadTeacher } from '../../../../test/support/classes.ts'
import { asOwner, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { history } from '#contract/shell/history.contract.ts'
import { ptr } from '../../ent/ptr/ptr.contract.ts'
import { stuptr } from '../../ent/stuptr/stuptr.contract.ts'
import { ptrarch } from './ptrarch.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Makes a school in which 王伟 is the father of 王小明 in the first of two classes, and 陈静 has no child. */
async function makeFamily() {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { one, two } = await makeClasses(school)
  const stuNo = await addChild(school, one, '王小明')
  const father = await client.call(stuptr.createwithptr, { stuNo, relt: '51', ptrName: '王伟', authTel: '14300000001' })
  const { ptrNo: other } = await client.call(ptr.create, { ptrName: '陈静', sex: 'N', authTel: '14300000002' })
  return { school, client, one, two, ptrNo: father.ptrNo ?? '', other }
}

test('an archive grows field by field, is listed with the children, and found by what it lacks', async () => {
  const { client, one, ptrNo, other } = await makeFamily()
  expect(await client.call(ptrarch.get, { ptrNo })).toMatchObject({ ptrName: '王伟', indt: null, ver: null })
  const first = await client.call(ptrarch.set, { ptrNo, indt: 'P', workUnit: '晨光小学', ver: null })
  expect(first).toMatchObject({ indt: 'P', workUnit: '晨光小学', ver: 1 })
  await client.call(ptrarch.set, { ptrNo, pstn: '教师', ver: 1 })
  expect(await client.answer(ptrarch.set, { ptrNo, pstn: '主任', ver: 1 })).toMatchObject({
    code: 10004,
    result: { pstn: '教师' },
  })
  const listed = async (filter: object) => (await client.call(ptrarch.getpage, filter)).datas.map((row) => row.ptrNo)
  expect(await listed({ lack: 'indt' })).toEqual([other])
  expect(await listed({ lack: 'edc' })).toEqual([ptrNo, other])
  expect(await listed({ unitNo: one })).toEqual([ptrNo])
  expect(await listed({ keyWord: '小明' })).toEqual([ptrNo])
  expect((await client.call(ptrarch.getpage, { indt: 'P' })).datas).toMatchObject([{ stus: [{ stuName: '王小明' }] }])
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(ptrarch.get, { ptrNo })).toMatchObject({ pstn: null, workUnit: '晨光小学' })
})

test('income is neither asked nor told before the school switches it on', async () => {
  const { school, client, ptrNo } = await makeFamily()
  const { entNo } = school
  const refused = await client.answer(ptrarch.set, { ptrNo, salary: '3' })
  expect(refused).toMatchObject({ code: 10001, result: { errors: [{ field: 'salary' }] } })
  const turn = (curVal: string) =>
    asOwner(server, entNo, (db) =>
      db
        .insertInto('entcfg')
        .values({ entNo, cfgCode: 'SALARY_ON', curVal })
        .onConflict((row) => row.columns(['entNo', 'cfgCode']).doUpdateSet({ curVal }))
        .execute(),
    )
  await turn('1')
  expect(await client.call(ptrarch.set, { ptrNo, salary: '3' })).toMatchObject({ salary: '3' })
  await turn('0')
  expect(await client.call(ptrarch.get, { ptrNo })).toMatchObject({ salary: null })
})

test('a head teacher reads the archives of her class, and of no other', async () => {
  const { school, client, one, two, ptrNo, other } = await makeFamily()
  await client.call(ptrarch.set, { ptrNo, workUnit: '晨光小学' })
  const { client: near } = await makeHeadTeacher(school, one)
  expect((await near.call(ptrarch.getpage)).datas).toMatchObject([{ ptrNo, workUnit: '晨光小学' }])
  expect(await near.call(ptrarch.set, { ptrNo, workUnit: '晨光中学' })).toMatchObject({ workUnit: '晨光中学' })
  const { client: far } = await makeHeadTeacher(school, two)
  expect((await far.call(ptrarch.getpage)).datas).toEqual([])
  for (const call of [ptrarch.get, ptrarch.set])
    for (const no of [ptrNo, other]) expect((await far.answer(call, { ptrNo: no })).code).toBe(10002)
})
