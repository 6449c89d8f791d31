import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { mdl } from '../mdl/mdl.contract.ts'
import { pwr } from './pwr.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

test('the eleven actions of the web can be renamed, not deleted', async () => {
  const { client } = operator
  const list = await client.call(pwr.getlist)
  expect(list.filter(({ fixFlag }) => fixFlag === '1')).toHaveLength(11)
  expect(await client.call(pwr.update, { pwrNo: '000005', pwrName: '设定' })).toMatchObject({ pwrName: '设定', ver: 2 })
  expect((await client.answer(pwr.delete, { pwrNo: '000005' })).message).toBe('内置的操作权限不能删除')
})

test('an action that modules use stays and names them; unused it goes, and its code is never given again', async () => {
  const { client } = operator
  await client.call(pwr.create, { tmlType: '001', pwrNo: '000021', pwrName: '盖章' })
  await client.call(mdl.update, { mdlCode: 'photo', func: '000004,000008,000021' })
  expect((await client.call(pwr.getlist, { keyWord: '盖' })).map(({ mdlCnt }) => mdlCnt)).toEqual([1])
  expect((await client.answer(pwr.delete, { pwrNo: '000021' })).message).toMatch('“照片审核”在用这个操作权限')
  await client.call(mdl.update, { mdlCode: 'photo', func: '000004,000008' })
  await client.call(pwr.delete, { pwrNo: '000021' })
  expect((await client.answer(pwr.create, { tmlType: '001', pwrNo: '000021', pwrName: '签章' })).message).toBe(
    '编码“000021”已被使用，删除过的编码也不能再用',
  )
})

test('codes are six digits, and codes and names are there once for each terminal', async () => {
  const { client } = operator
  expect((await client.answer(pwr.create, { tmlType: '002', pwrNo: '12', pwrName: '短' })).message).toBe('编码应为六位数字')
  expect(await client.answer(pwr.create, { tmlType: '001', pwrNo: '000001', pwrName: '又' })).toMatchObject({ code: 10003 })
  expect((await client.answer(pwr.create, { tmlType: '001', pwrNo: '000031', pwrName: '新增' })).message).toBe(
    '名称“新增”已被使用',
  )
  await client.call(pwr.create, { tmlType: '002', pwrNo: '000031', pwrName: '扫码' })
  await client.call(pwr.create, { tmlType: '003', pwrNo: '000031', pwrName: '扫码' })
})

test('a company sees the actions and changes none', async () => {
  const { admin } = await makeSchool(server, { idntNo: '010' })
  expect((await admin.client.call(pwr.getlist)).length).toBeGreaterThan(10)
  expect((await admin.client.answer(pwr.update, { pwrNo: '000001', pwrName: '加' })).code).toBe(30001)
})
