import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { history } from '#contract/shell/history.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { idnt } from './idnt.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

test('identities are a tree by their numbers, the six of the specification locked', async () => {
  const { client } = operator
  await client.call(idnt.create, { idntNo: '030001', idntName: '幼儿园', prtNo: '030' })
  const tree = await client.call(idnt.gettree)
  expect(tree.map(({ idntNo, fixFlag }) => idntNo + fixFlag)).toEqual(['0101', '0201', '0301', '0401', '0501', '0601'])
  expect(tree[2]?.items).toMatchObject([{ idntNo: '030001', prtNo: '030', lvl: 2, fixFlag: '0' }])
  expect((await client.call(idnt.getlist, { prtNo: '030' })).map(({ idntName }) => idntName)).toEqual(['幼儿园'])
  expect((await client.answer(idnt.create, { idntNo: '040001', idntName: '错', prtNo: '030' })).message).toMatch('三位编号')
  expect((await client.answer(idnt.create, { idntNo: '777001', idntName: '错' })).message).toBe('上级身份不存在')
  expect((await client.answer(idnt.create, { idntNo: '0300', idntName: '错' })).code).toBe(10001)
  expect((await client.answer(idnt.create, { idntNo: '030', idntName: '错' })).message).toBe(
    '身份编号“030”已被使用，删除过的编号也不能再用',
  )
  expect((await client.answer(idnt.delete, { idntNo: '030' })).message).toBe('内置的身份不能删除，可以停用')
})

test('an identity that enterprises have stays, and says how many; unused it goes, and comes back', async () => {
  const { client } = operator
  await client.call(idnt.create, { idntNo: '070', idntName: '供应商', entrUrl: 'https://supply.example.cn/in' })
  const school = await makeSchool(server)
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('ent').set({ idntNo: '070' }).where('entNo', '=', school.entNo).execute(),
  )
  expect((await client.answer(idnt.delete, { idntNo: '070' })).message).toBe('1 家企业在用这个身份，不能删除')
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('ent').set({ idntNo: '030' }).where('entNo', '=', school.entNo).execute(),
  )
  await client.call(idnt.delete, { idntNo: '070' })
  expect(await client.call(idnt.getlist, { keyWord: '供应' })).toEqual([])
  const removed = client.lastOp
  expect((await client.answer(idnt.create, { idntNo: '070', idntName: '另一种' })).code).toBe(10003)
  await client.call(history.undo, { op: removed })
  expect(await client.call(idnt.getlist, { keyWord: '供应' })).toHaveLength(1)
  expect((await client.answer(idnt.update, { idntNo: '070', entrUrl: 'javascript:alert(1)' })).code).toBe(10001)
  expect((await client.answer(idnt.update, { idntNo: '070', entrUrl: '//evil.cn' })).code).toBe(10001)
})

test('a platform out of use is not open to those who switch to it', async () => {
  const { client } = operator
  const company = await makeSchool(server, { idntNo: '010' })
  const person = await makePerson(company, { idntNo: '010' })
  await client.call(idnt.update, { idntNo: '010', stt: '2', ver: 1 })
  const { userNo: _, client: own, idntVal, entNo } = person
  expect((await own.answer(user.switch, { idntVal, idntNo: '010', entNo })).code).not.toBe(0)
  expect(await client.answer(idnt.update, { idntNo: '010', idntName: '公司', ver: 1 })).toMatchObject({
    code: 10004,
    result: { idntName: '企业', stt: '2' },
  })
  await client.call(idnt.update, { idntNo: '010', stt: '1' })
  expect((await own.answer(user.switch, { idntVal, idntNo: '010', entNo })).code).toBe(0)
})
