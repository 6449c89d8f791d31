import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { userCfg } from '#contract/shell/cfg.contract.ts'
import { makeSchool, type Person, rootNo, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { getcfg } from '../getcfg/getcfg.contract.ts'
import { enterpriseSettings } from './entcfg.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const valueAt = async ({ admin }: School, cfgCode: string) => (await admin.client.call(userCfg.getentcfg))[cfgCode]

test('a school changes a setting of its own, sees that it did, and goes back to the default', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const before = await client.call(enterpriseSettings.getlist)
  expect(before.map(({ cfgCode }) => cfgCode)).not.toContain('TKN_WIN')
  const changed = await client.call(enterpriseSettings.updateentcfg, { cfgCode: 'IMP_MAX', curVal: '500', rem: '分批导入' })
  expect(changed).toMatchObject({ curVal: '500', dftlVal: '20000', srcFlag: '1', rem: '分批导入', ver: 1 })
  expect(await valueAt(school, 'IMP_MAX')).toBe('500')
  expect(await client.answer(enterpriseSettings.updateentcfg, { cfgCode: 'IMP_MAX', curVal: '600', ver: 7 })).toMatchObject({
    code: 10004,
    result: { curVal: '500' },
  })
  const back = await client.call(enterpriseSettings.updateentcfg, { cfgCode: 'IMP_MAX', curVal: null })
  expect(back).toMatchObject({ curVal: '20000', srcFlag: '0', ver: null })
  await client.call(history.undo, { op: client.lastOp })
  expect(await valueAt(school, 'IMP_MAX')).toBe('500')
})

test('a value must fit: type, list and limits, and what is one for the platform is not set here', async () => {
  const { client } = (await makeSchool(server)).admin
  const refused = async (cfgCode: string, curVal: string) => {
    const { code, message, result } = await client.answer(enterpriseSettings.updateentcfg, { cfgCode, curVal })
    return [code, (result as { errors: { field: string }[] }).errors[0]?.field, message]
  }
  expect(await refused('IMP_MAX', '30000')).toEqual([
    10001,
    'curVal',
    '参数“一次导入的最多行数”的值“30000”不对，应为 1 到 20000 之间的整数',
  ])
  expect((await refused('WATERMARK', 'on'))[2]).toBe('参数“导出带水印行”的值“on”不对，应为“1”（是）、“0”（否）中的一个')
  expect((await refused('THEME', 'red'))[2]).toMatch('应为六位十六进制颜色')
  expect((await refused('TKN_WIN', '30'))[2]).toBe('参数“多少分钟不操作后须重新登录”全平台统一，只能在参数目录中统一设置')
  expect((await refused('NO_SUCH', '1'))[1]).toBe('cfgCode')
})

test('several settings are saved at once, or none of them', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const set = (curVal: string) =>
    client.answer(getcfg.set, {
      entCfgs: [
        { cfgCode: 'THEME', curVal: '#00875a' },
        { cfgCode: 'PWD_DAYS', curVal },
      ],
    })
  expect(await set('-1')).toMatchObject({ code: 10001, result: { errors: [{ field: 'entCfgs.1.curVal' }] } })
  expect(await valueAt(school, 'THEME')).toBe('#3296fa')
  expect(await set('90')).toMatchObject({ code: 0, message: '设置成功' })
  expect([await valueAt(school, 'THEME'), await valueAt(school, 'PWD_DAYS')]).toEqual(['#00875a', '90'])
})

test('the operator gives many enterprises one value, and takes all of it back with one undo', async () => {
  const { client } = operator
  const schools = [await makeSchool(server), await makeSchool(server), await makeSchool(server, { idntNo: '010' })]
  const [first] = schools as [School]
  await first.admin.client.call(getcfg.set, { entCfgs: [{ cfgCode: 'WATERMARK', curVal: '1' }] })
  const entNos = [...schools.map(({ entNo }) => entNo), rootNo]
  const datas = entNos.map((entNo) => ({ entNo, cfgCode: 'WATERMARK', curVal: '0' }))
  await client.call(enterpriseSettings.createcfgent, { datas })
  const given = client.lastOp
  expect(await Promise.all(schools.map((one) => valueAt(one, 'WATERMARK')))).toEqual(['0', '0', '0'])
  const differ = await client.call(enterpriseSettings.getentlist, { cfgCode: 'WATERMARK' })
  expect(differ.map(({ entNo }) => entNo).sort()).toEqual([...entNos].sort())
  await client.call(enterpriseSettings.deletecfgent, { cfgCode: 'WATERMARK', entNos: entNos.slice(1) })
  expect(await client.call(enterpriseSettings.getentlist, { cfgCode: 'WATERMARK' })).toMatchObject([{ curVal: '0' }])
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(enterpriseSettings.getentlist, { cfgCode: 'WATERMARK' })).toHaveLength(4)
  await client.call(history.undo, { op: given })
  expect(await client.call(enterpriseSettings.getentlist, { cfgCode: 'WATERMARK' })).toMatchObject([
    { entNo: first.entNo, curVal: '1' },
  ])
})

test('one wrong value among many changes nothing, and nobody reaches beyond what is theirs', async () => {
  const [one, other] = [await makeSchool(server), await makeSchool(server)]
  const agent = await makeSchool(server, { idntNo: '040' })
  const theirs = await makeSchool(server, { idntNo: '050', prtNo: agent.entNo })
  const datas = (...pairs: [School, string][]) => ({
    datas: pairs.map(([{ entNo }, curVal]) => ({ entNo, cfgCode: 'IMP_MAX', curVal })),
  })
  const { client } = operator
  expect(await client.answer(enterpriseSettings.createcfgent, datas([one, '100'], [other, '0']))).toMatchObject({
    code: 10001,
    result: { errors: [{ field: 'datas.1.curVal' }] },
  })
  expect(await valueAt(one, 'IMP_MAX')).toBe('20000')
  await agent.admin.client.call(enterpriseSettings.createcfgent, datas([theirs, '100']))
  expect(await valueAt(theirs, 'IMP_MAX')).toBe('100')
  for (const among of [[theirs, other], [other], [agent]])
    expect(
      await agent.admin.client.answer(enterpriseSettings.createcfgent, datas(...among.map((at): [School, string] => [at, '7']))),
    ).toMatchObject({ code: 10002 })
  expect(await valueAt(theirs, 'IMP_MAX')).toBe('100')
  const seen = await one.admin.client.call(enterpriseSettings.getentlist, { cfgCode: 'IMP_MAX' })
  expect(seen).toEqual([])
})
