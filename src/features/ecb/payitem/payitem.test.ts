import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { history } from '#contract/shell/history.contract.ts'
import { entact } from '../entact/entact.contract.ts'
import { payitem } from './payitem.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const fee = { theme: '学杂费', itemName: '学费', amt: 1200.5 }
const [yes, no] = ['1', '0'] as const

test('an item is kept with its amounts to the fen, and the items of a theme in their order', async () => {
  const { entNo, admin } = await makeSchool(server)
  const { client } = operator
  const first = await client.call(payitem.create, { entNo, ...fee })
  expect(first).toMatchObject({ amt: 1200.5, pubFlag: '0', mustFlag: '0', showOrd: 10, minAmt: null })
  const second = await client.call(payitem.create, { entNo, ...fee, itemName: '书本费', amt: 99_999_999_999_999 })
  await client.call(payitem.create, { entNo, theme: '午餐', itemName: '四月', amt: 0.01 })
  const payItemOrds = [second, first].map(({ payItemNo }, i) => ({ payItemNo, showOrd: (i + 1) * 10 }))
  await admin.client.call(payitem.setpayitemord, { payItemOrds })
  const list = await admin.client.call(payitem.getlist, { theme: '学杂费' })
  expect(list.map(({ itemName, amt }) => [itemName, amt])).toEqual([
    ['书本费', 99_999_999_999_999],
    ['学费', 1200.5],
  ])
  expect((await client.answer(payitem.create, { entNo, ...fee })).message).toBe('项目“学费”已被使用')
  expect((await client.answer(payitem.create, { entNo, ...fee, amt: 0.001 })).message).toMatch('至少 0.01 元')
  expect((await client.answer(payitem.create, { entNo, ...fee, amt: 1.234 })).message).toBe('金额（元）最多两位小数')
  expect((await client.answer(payitem.create, { entNo, ...fee, amt: 1e14 })).code).toBe(10001)
})

test('flags that contradict each other are refused, each at its field, and on a change together with what is kept', async () => {
  const { entNo, admin } = await makeSchool(server)
  const { client } = operator
  const told = async (changes: object) => {
    const { result } = await client.answer(payitem.create, { entNo, ...fee, itemName: '试', ...changes })
    return (result as { errors: { field: string }[] }).errors.map(({ field }) => field)
  }
  expect(await told({ onFlag: yes, offFlag: yes })).toEqual(['offFlag'])
  expect(await told({ amtEditFlag: yes })).toEqual(['minAmt', 'maxAmt'])
  expect(await told({ amtEditFlag: yes, minAmt: 2000, maxAmt: 1000 })).toEqual(['minAmt', 'maxAmt'])
  expect(await told({ minAmt: 1, partCnt: 3 })).toEqual(['minAmt', 'partCnt'])
  expect(await told({ partFlag: yes })).toEqual(['partCnt'])
  expect(await told({ partFlag: yes, partCnt: 25 })).toEqual(['partCnt'])
  expect(await told({ actRdx: 7 })).toEqual(['actRdx'])

  const open = { amtEditFlag: yes, minAmt: 100, maxAmt: 5000, partFlag: yes, partCnt: 2 }
  const { payItemNo } = await client.call(payitem.create, { entNo, ...fee, ...open })
  expect((await admin.client.answer(payitem.update, { payItemNo, amt: 5001 })).message).toBe(
    '最高金额 5000 元不能低于金额 5001 元',
  )
  const closed = await admin.client.call(payitem.update, { payItemNo, amtEditFlag: no, partFlag: no })
  expect(closed).toMatchObject({ minAmt: null, maxAmt: null, partCnt: null })
})

test('a theme has one single choice that is mandatory, and what is paid online needs more than cash', async () => {
  const { entNo } = await makeSchool(server)
  const { client } = operator
  const both = { signFlag: yes, mustFlag: yes }
  const { payItemNo } = await client.call(payitem.create, { entNo, ...fee, ...both })
  const again = await client.answer(payitem.create, { entNo, ...fee, itemName: '另一项', ...both })
  expect(again.message).toBe('主题“学杂费”里“学费”已是单选又必缴，不能再有第二个')
  await client.call(payitem.create, { entNo, ...fee, theme: '午餐', ...both })
  expect((await client.answer(payitem.update, { entNo, payItemNo, theme: '午餐', itemName: '晚餐' })).code).toBe(10001)
  const { rdx } = await client.call(entact.create, { entNo, payType: '09', actName: '总务处', actNo: 'CASH-1' })
  const cash = await client.answer(payitem.update, { entNo, payItemNo, actRdx: rdx, onFlag: yes })
  expect(cash.message).toBe('只能线上缴费的项目不能用现金账户')
  expect(await client.call(payitem.update, { entNo, payItemNo, actRdx: rdx, offFlag: yes })).toMatchObject({ actName: '总务处' })
  await client.call(payitem.delete, { entNo, payItemNo })
  await client.call(entact.delete, { entNo, rdx })
})

test('an undo brings no item back beside one that has taken its place, and names it', async () => {
  const { entNo, admin } = await makeSchool(server)
  const { client } = operator
  const both = { signFlag: yes, mustFlag: yes }
  const { payItemNo } = await client.call(payitem.create, { entNo, ...fee, ...both })
  await client.call(payitem.delete, { entNo, payItemNo })
  const deleted = client.lastOp
  const other = await client.call(payitem.create, { entNo, ...fee, itemName: '书本费', ...both })
  expect(await client.answer(history.undo, { entNo, op: deleted })).toMatchObject({
    code: 10014,
    message: '缴费项目“学费”不能这样恢复：主题“学杂费”里“书本费”已是单选又必缴，不能再有第二个',
  })
  await client.call(payitem.update, { entNo, payItemNo: other.payItemNo, mustFlag: no })
  await client.call(history.undo, { entNo, op: deleted })
  expect(await admin.client.call(payitem.getlist, {})).toHaveLength(2)
})
