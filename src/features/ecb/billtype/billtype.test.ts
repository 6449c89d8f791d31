import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { history } from '#contract/shell/history.contract.ts'
import { bill } from '../../ent/bill/bill.contract.ts'
import { ent } from '../ent/ent.contract.ts'
import { billtype } from './billtype.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

test('segments never overlap, and the other type is named with its own', async () => {
  const { client } = operator
  const made = { typeNo: '21', typeName: '物品借用', minVal: 2_000_000, maxVal: 2_999_999 }
  expect(await client.call(billtype.create, made)).toMatchObject({ stt: '1', sttName: '启用' })
  const over = await client.answer(billtype.create, {
    ...made,
    typeNo: '22',
    typeName: '用印',
    minVal: 2_999_999,
    maxVal: 3_000_000,
  })
  expect(over.message).toBe('号段与“物品借用”的 2000000 至 2999999 重叠，请改起始号或截止号')
  const turned = await client.answer(billtype.update, { typeNo: '21', maxVal: 5 })
  expect(turned.message).toBe('截止号 5 小于起始号 2000000')
  const both = ['31', '32'].map((typeNo) =>
    client.answer(billtype.create, { typeNo, typeName: `同时${typeNo}`, minVal: 5_000_000, maxVal: 5_000_001 }),
  )
  expect((await Promise.all(both)).map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 10001])
  await client.call(billtype.delete, { typeNo: '21' })
  expect(await client.call(billtype.create, { ...made, typeNo: '22' })).toMatchObject({ typeNo: '22' })
  const again = await client.answer(billtype.create, { ...made, typeNo: '21', typeName: '借', minVal: 7, maxVal: 8 })
  expect(again.message).toBe('类型编号“21”已被使用，删除过的编号也不能再用')
})

test('a type with templates stays and names them, without any it goes, and its segment never gives a number again', async () => {
  const { client } = operator
  const segment = { minVal: 8_000_000, maxVal: 8_000_099 }
  await client.call(billtype.create, { typeNo: '24', typeName: '用车', ...segment })
  const school = await makeSchool(server)
  const { tmplNo } = await school.admin.client.call(bill.createtmpl, { typeNo: '24', tmplName: '用车申请' })
  const { entName } = await school.admin.client.call(ent.get, {})
  expect((await client.answer(billtype.delete, { typeNo: '24' })).message).toBe(
    `表单模板${entName}的“用车申请”还是这个类型，删除它们以后才能删除；不再新建可以停用`,
  )
  await school.admin.client.call(bill.deletetmpl, { tmplNo })
  const removed = school.admin.client.lastOp
  await client.call(billtype.delete, { typeNo: '24' })
  expect((await school.admin.client.answer(history.undo, { op: removed })).code).not.toBe(0)
  await client.call(billtype.create, { typeNo: '25', typeName: '派车', ...segment })
  const next = await school.admin.client.call(bill.createtmpl, { typeNo: '25', tmplName: '派车单' })
  expect(next.tmplNo).toBe('8000001')
})

test('a type tells how many templates all enterprises have of it', async () => {
  const counts = async () =>
    (await operator.client.call(billtype.getpage, {})).datas.find(({ typeNo }) => typeNo === '05')?.tmplCnt
  const before = await counts()
  for (const school of [await makeSchool(server), await makeSchool(server)])
    await school.admin.client.call(bill.createtmpl, { typeNo: '05', tmplName: '报修单' })
  expect(await counts()).toBe((before ?? 0) + 2)
})

test('every state but enabled is called disabled', async () => {
  const { client } = operator
  expect(await client.call(billtype.update, { typeNo: '04', stt: '2' })).toMatchObject({ stt: '2', sttName: '停用' })
  expect((await client.call(billtype.getpage, { stt: '2' })).datas.map(({ typeName }) => typeName)).toEqual(['请假'])
  expect((await client.answer(billtype.create, { typeNo: '1', typeName: '短', minVal: 1, maxVal: 2 })).message).toBe(
    '类型编号应为两位数字',
  )
})
