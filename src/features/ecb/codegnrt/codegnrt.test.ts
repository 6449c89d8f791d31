import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/database/database.ts'
import { reserveNumbers } from '#server/database/number.ts'
import { makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { history } from '#contract/shell/history.contract.ts'
import { codegnrt } from './codegnrt.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const rule = (gnrtCode: string, more: object = {}) => ({ gnrtCode, fixBit: 4, minVal: 1, maxVal: 9999, ...more })
const reserve = (gnrtCode: string, count: number) =>
  transaction(server.services.database.sidePool, {}, (db) => reserveNumbers(db, gnrtCode, count, '0300000009'))
const ruleOf = async (gnrtCode: string) =>
  (await operator.client.call(codegnrt.getpage, { keyWord: gnrtCode })).datas.find((one) => one.gnrtCode === gnrtCode)

test('what the list says comes next is what is given next, and looking at it reserves nothing', async () => {
  const { nextVals } = await operator.client.call(codegnrt.create, rule('CARD_NO', { prfx: 'K{yy}{MM}', sufx: '-{idntNo}' }))
  expect(nextVals).toHaveLength(3)
  expect((await ruleOf('CARD_NO'))?.nextVals).toEqual(nextVals)
  const given = await reserve('CARD_NO', 2)
  expect(given).toEqual(nextVals.slice(0, 2).map((no) => no.replace('-060', '-030')))
  expect((await ruleOf('CARD_NO'))?.nextVals[0]).toBe(nextVals[2])
})

test('at the end exactly the last numbers are given, whoever asks at once, and the list says how full it is', async () => {
  await operator.client.call(codegnrt.create, rule('END_NO', { fixBit: 2, maxVal: 20 }))
  await reserve('END_NO', 10)
  const asked = await Promise.allSettled(Array.from({ length: 16 }, () => reserve('END_NO', 1)))
  const given = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  expect(given.sort()).toEqual(['11', '12', '13', '14', '15', '16', '17', '18', '19', '20'])
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refused).toEqual(Array(6).fill('numberExhausted'))
  expect(await ruleOf('END_NO')).toMatchObject({ usedRate: 100, nextVals: [], curVal: 20 })
  await operator.client.call(codegnrt.update, { gnrtCode: 'END_NO', maxVal: 99 })
  expect(await reserve('END_NO', 1)).toEqual(['21'])
})

test('a rule says what is wrong with it', async () => {
  const wrong: [object, string][] = [
    [{ minVal: 20, maxVal: 10 }, '截止值 10 应大于起始值 20'],
    [{ maxVal: 10_000 }, '截止值 10000 超过 4 位，最大是 9999，请减小截止值或增加位数'],
    [{ prfx: 'A{week}' }, '前缀里的 {week} 不认识，可以用 {yyyy} {yy} {MM} {dd} {entNo} {idntNo}'],
    [{ sufx: '号' }, '后缀只能有字母、数字、- 和 _，以及 {yyyy} {yy} {MM} {dd} {entNo} {idntNo}'],
    [{ rstCyc: 'M', prfx: 'A{yyyy}' }, '按月重新开始时，前缀或后缀里要有 年份和月份（如 {yyyy}{MM}），否则编号会重复'],
    [{ prfx: '{entNo}{yyyy}{MM}' }, '编号最长会有 20 个字符'],
    [{ prfx: '{entNo}{yyyy}{MM}X' }, '编号最长会有 21 个字符，最多 20 个，请缩短前缀、后缀或位数'],
  ]
  for (const [more, message] of wrong) {
    const answer = await operator.client.answer(codegnrt.create, rule('WRONG_NO', more))
    if (message.includes('20 个字符')) expect(answer.code).toBe(0)
    else expect(answer).toMatchObject({ code: 10001, message })
  }
  await reserve('WRONG_NO', 50)
  const lower = await operator.client.answer(codegnrt.update, { gnrtCode: 'WRONG_NO', maxVal: 40 })
  expect(lower.message).toBe('截止值 40 小于已经用到的 50')
})

test('another cycle never brings a number back, and a new day begins again', async () => {
  await operator.client.call(codegnrt.create, rule('DAY_NO', { prfx: 'D{yyyy}{MM}{dd}', rstCyc: 'D' }))
  const first = await reserve('DAY_NO', 2)
  for (const rstCyc of ['N', 'M', 'D']) {
    await operator.client.call(codegnrt.update, { gnrtCode: 'DAY_NO', rstCyc })
    await operator.client.call(history.undo, { op: operator.client.lastOp })
    await operator.client.call(codegnrt.update, { gnrtCode: 'DAY_NO', rstCyc })
    first.push(...(await reserve('DAY_NO', 1)))
  }
  expect(new Set(first).size).toBe(5)
  await server.owner.query(`update codegnrt set cyc = '20200101' where gnrt_code = 'DAY_NO'`)
  expect((await reserve('DAY_NO', 1))[0]).toBe(first[0])
})

test('a shipped rule stays, an own one goes and gives no more numbers', async () => {
  const { client } = operator
  expect((await client.answer(codegnrt.delete, { gnrtCode: 'EMP_NO' })).message).toBe('内置的编号规则不能删除')
  expect((await client.answer(codegnrt.update, { gnrtCode: 'ENT_NO', prfx: 'X' })).message).toMatch('单位编号要以 {idntNo} 开头')
  await client.call(codegnrt.create, rule('GONE_NO'))
  await client.call(codegnrt.delete, { gnrtCode: 'GONE_NO' })
  await expect(reserve('GONE_NO', 1)).rejects.toMatchObject({ code: 'numberExhausted' })
  const { admin } = await makeSchool(server)
  expect((await admin.client.answer(codegnrt.create, rule('OWN_NO'))).code).toBe(30001)
})

test('a number that was given never comes again: a used rule keeps its prefix and suffix, and grows', async () => {
  const { client } = operator
  const seven = { fixBit: 7, sufx: '1', maxVal: 9_999_999 }
  await client.call(codegnrt.create, rule('AGAIN_NO', { prfx: 'G', ...seven }))
  await client.call(codegnrt.update, { gnrtCode: 'AGAIN_NO', prfx: 'H' })
  await client.call(codegnrt.update, { gnrtCode: 'AGAIN_NO', prfx: 'G' })
  const given = await reserve('AGAIN_NO', 3)
  expect(given[2]).toBe('G00000031')
  for (const change of [{ fixBit: 8, sufx: null }, { sufx: '2' }, { prfx: 'K' }, { minVal: 100, prfx: null }]) {
    const field = 'prfx' in change ? 'prfx' : 'sufx'
    const { message, result } = await client.answer(codegnrt.update, { gnrtCode: 'AGAIN_NO', ...change })
    expect(message).toMatch(/^已经用这个规则编过号，.*不能再改，否则编过的号会再出现/)
    expect(result).toMatchObject({ errors: [{ field }] })
  }
  // Expects the code of a deleted rule to be gone with it, and the rule to go on where it comes back.
  await client.call(codegnrt.update, { gnrtCode: 'AGAIN_NO', minVal: 100 })
  await client.call(codegnrt.delete, { gnrtCode: 'AGAIN_NO' })
  const deleted = client.lastOp
  expect((await client.answer(codegnrt.create, rule('AGAIN_NO', { prfx: 'G', ...seven }))).message).toBe(
    '编码“AGAIN_NO”已被使用，删除过的编码也不能再用',
  )
  await client.call(history.undo, { op: deleted })
  await client.call(codegnrt.update, { gnrtCode: 'AGAIN_NO', fixBit: 8 })
  expect(await reserve('AGAIN_NO', 1)).toEqual(['G000001001'])
})

test('a change of a rule is not taken back once numbers were made after it that it does not allow', async () => {
  const { client } = operator
  await client.call(codegnrt.create, rule('BACK_NO', { prfx: 'A', maxVal: 20 }))
  await client.call(codegnrt.update, { gnrtCode: 'BACK_NO', prfx: 'B' })
  const renamed = client.lastOp
  await client.call(codegnrt.update, { gnrtCode: 'BACK_NO', maxVal: 99 })
  const widened = client.lastOp
  await reserve('BACK_NO', 30)
  expect(await client.answer(history.undo, { op: widened })).toMatchObject({
    code: 10014,
    message: '编号规则“BACK_NO”改后已经编过号，截止值 20 小于已经用到的 30，不能撤销',
  })
  expect((await client.answer(history.undo, { op: renamed })).message).toMatch('恢复从前的前缀、后缀会让编号重复，不能撤销')
  expect(await reserve('BACK_NO', 1)).toEqual(['B0031'])
})
