import { afterAll, beforeAll, expect, test } from 'vitest'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { getcfg } from '../getcfg/getcfg.contract.ts'
import { pbccfg } from './pbccfg.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const own = { cfgCode: 'DORM_MAX', cfgDesc: '寝室人数上限', valType: 'N', minVal: 10, maxVal: 80, dftlVal: '55' }

test('a setting of its own can have another default for one identity, and schools see theirs', async () => {
  const { client } = operator
  expect(await client.call(pbccfg.create, own)).toMatchObject({ ...own, idntNo: '000', fixFlag: '0', difCnt: 0, ver: 1 })
  await client.call(pbccfg.create, { cfgCode: 'DORM_MAX', cfgDesc: '学校的寝室人数上限', idntNo: '030', dftlVal: '45' })
  const [school, company] = [await makeSchool(server), await makeSchool(server, { idntNo: '010' })]
  expect(await school.admin.client.call(entcfg.getcurval, { cfgCode: 'DORM_MAX' })).toMatchObject({ curVal: '45' })
  expect(await company.admin.client.call(entcfg.getcurval, { cfgCode: 'DORM_MAX' })).toMatchObject({ curVal: '55' })
  await school.admin.client.call(getcfg.set, { entCfgs: [{ cfgCode: 'DORM_MAX', curVal: '40' }] })
  const rows = await client.call(pbccfg.getlist, { keyWord: 'dorm_max' })
  expect(rows.map(({ idntNo, difCnt }) => [idntNo, difCnt])).toEqual([
    ['000', 0],
    ['030', 1],
  ])
  expect((await client.answer(pbccfg.create, own)).message).toBe('参数编码“DORM_MAX”已被使用')
  // Checks that the kind of values is one for every identity, and that values in use stay valid.
  expect(await client.answer(pbccfg.update, { cfgCode: 'DORM_MAX', idntNo: '030', maxVal: 50 })).toMatchObject({
    message: '默认值“55”应为 10 到 50 之间的整数',
  })
  await client.call(pbccfg.update, { cfgCode: 'DORM_MAX', maxVal: 60 })
  expect((await client.call(pbccfg.getlist, { keyWord: 'DORM_MAX' })).map(({ maxVal }) => maxVal)).toEqual([60, 60])
  expect((await client.answer(pbccfg.update, { cfgCode: 'DORM_MAX', minVal: 41 })).message).toMatch(
    /^“学校\d+”的值不符合新的要求，请先在参数设置中改好$/,
  )
})

test('of what ships only default, description and remark change', async () => {
  const { client } = operator
  const [before] = await client.call(pbccfg.getlist, { keyWord: 'PWD_DAYS' })
  expect(before).toMatchObject({ fixFlag: '1', valType: 'N', minVal: 0, maxVal: 3650 })
  for (const change of [{ valType: 'S' }, { maxVal: 9999 }, { ownFlag: '0' as const }, { valList: [{ val: '1', name: '一' }] }])
    expect((await client.answer(pbccfg.update, { cfgCode: 'PWD_DAYS', ...change })).message).toMatch('已经定好，不能另设')
  const after = await client.call(pbccfg.update, { cfgCode: 'PWD_DAYS', dftlVal: '90', rem: '等保要求', ver: before?.ver ?? 0 })
  expect(after).toMatchObject({ dftlVal: '90', rem: '等保要求' })
  expect(await client.answer(pbccfg.update, { cfgCode: 'PWD_DAYS', dftlVal: '1', ver: 1 })).toMatchObject({
    code: 10004,
    result: { dftlVal: '90' },
  })
})

test('a default is one of its own values: in the list, in the limits, of the type', async () => {
  const { client } = operator
  const wrong = async (input: Record<string, unknown>) =>
    (await client.answer(pbccfg.create, { cfgCode: 'MY_ONE', cfgDesc: '试', ...input })).message
  const valList = [
    { val: 'a', name: '甲' },
    { val: 'b', name: '乙' },
  ]
  expect(await wrong({ valType: 'L', valList, dftlVal: 'c' })).toBe('默认值“c”应为“a”（甲）、“b”（乙）中的一个')
  expect(await wrong({ valType: 'L' })).toBe('值类型是列表时，请写出可选值')
  expect(await wrong({ valType: 'N', dftlVal: '一' })).toBe('默认值“一”应为数字')
  expect(await wrong({ valType: 'N', dftlVal: '' })).toBe('默认值应为数字')
  expect(await wrong({ valType: 'B', dftlVal: '2' })).toBe('默认值“2”应为 1（是）或 0（否）')
  expect(await wrong({ valType: 'D', dftlVal: '20260230' })).toBe('默认值“20260230”应为存在的日期，如 20260901')
  expect(await wrong({ valType: 'N', minVal: 5, maxVal: 1, dftlVal: '3' })).toBe('最大值不能小于最小值')
  expect(await wrong({ valType: 'N', valList, dftlVal: 'a' })).toMatch('可选值“a”不符合值类型')
  expect(await wrong({ cfgCode: 'abc' })).toMatch('参数编码应为大写字母开头')
  expect(await wrong({ ownFlag: '0', idntNo: '030' })).toBe('全平台统一的参数只有一个值，不能按身份另设默认值')
  expect(await wrong({ cfgCode: 'TKN_WIN', idntNo: '030', dftlVal: '60' })).toMatch('不能按身份另设默认值')
})

test('of a new code that is added for several identities at once, all have one kind of value', async () => {
  const { client } = operator
  const make = (idntNo: '010' | '020', i: number) =>
    client.answer(pbccfg.create, { cfgCode: 'AT_ONCE', cfgDesc: '同时', idntNo, valType: 'N', minVal: i, dftlVal: '50' })
  // Stores nothing until both have looked.
  const holder = await server.owner.connect()
  await holder.query('begin; lock table pbccfg in share mode')
  const answers = Promise.all((['010', '020'] as const).map(make))
  const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await server.owner.query(waiting)).rows[0].n).toBe(2)
  await holder.query('commit')
  holder.release()
  expect(new Set((await answers).map(({ code }) => code))).toEqual(new Set([0, 10001]))
  const kinds = (await client.call(pbccfg.getlist, { keyWord: 'AT_ONCE' })).map(({ minVal }) => minVal)
  expect(new Set(kinds).size).toBe(1)
})
