import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type Person, rootNo, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { cellsOf, makeOperator } from '../../../../test/support/seedSchool.ts'
import { info } from '#contract/shell/info.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { catalogueInfo } from '../info/info.contract.ts'
import { entact } from '../entact/entact.contract.ts'
import { entinfo } from './entinfo.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const choose = (...nos: string[]) => nos.map((infoNo, i) => ({ infoNo, showOrd: (i + 1) * 10 }))
const offered = async ({ admin }: School, typeCode: string) =>
  (await admin.client.call(info.gettypelist, { typeCode })).filter(({ showFlag }) => showFlag === '1').map(({ infoNo }) => infoNo)

test('an enterprise chooses and orders its values; the others are kept for old records alone', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const all = await offered(school, 'NTNL')
  await client.call(entinfo.setentinfo, { typeCode: 'NTNL', entInfos: choose('11', '01') })
  expect(await offered(school, 'NTNL')).toEqual(['11', '01'])
  expect((await client.call(info.getlist, { typeCodes: ['NTNL', 'EDC'] })).length).toBeGreaterThan(80)
  expect(
    (await client.call(entinfo.getlistforset, { typeCode: 'NTNL' }))
      .slice(0, 3)
      .map(({ chkFlag }) => chkFlag)
      .join(''),
  ).toBe('110')
  expect(await offered(await makeSchool(server), 'NTNL')).toEqual(all)
  await client.call(entinfo.updateentinfo, { typeCode: 'NTNL', infoNo: '11', stt: '2' })
  expect(await offered(school, 'NTNL')).toEqual(['01'])
  expect((await client.answer(entinfo.updateentinfo, { typeCode: 'NTNL', infoNo: '01', stt: '2' })).message).toMatch(
    '至少要保留一个启用的值',
  )
  await client.call(entinfo.setentinfo, { typeCode: 'NTNL', entInfos: [] })
  expect(await offered(school, 'NTNL')).toEqual(all)
  await client.call(history.undo, { op: client.lastOp })
  expect(await offered(school, 'NTNL')).toEqual(['01'])
})

test('what the program itself knows is the same everywhere', async () => {
  const { admin } = await makeSchool(server)
  const answer = await admin.client.answer(entinfo.setentinfo, { typeCode: 'STT', entInfos: choose('1') })
  expect(answer.message).toBe('“状态”的值是程序自己的，所有单位都一样，不能选用其中一部分')
})

test('forms and imports refuse what an enterprise does not use, and offer the rest', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  await client.call(entinfo.setentinfo, { typeCode: 'NTNL', entInfos: choose('11', '01') })
  const template = await cellsOf(
    ((await client.call(imp.template, { kind: 'emp' })) as unknown as Uint8Array).buffer as ArrayBuffer,
  )
  expect([template.includes('"满族"'), template.includes('"壮族"')]).toEqual([true, false])
  await operator.client.call(entinfo.setentinfo, { entNo: school.entNo, typeCode: 'PAY_TYPE', entInfos: choose('01') })
  const account = { entNo: school.entNo, payType: '02', actNo: 'M0001', actName: '校园' }
  expect((await operator.client.answer(entact.create, account)).message).toBe('支付类型不在可选范围内')
  expect((await operator.client.answer(entact.create, { ...account, payType: '01' })).code).toBe(0)
})

test('an operator sees who uses a value, and gives or takes it at many enterprises in one step that is taken back as one', async () => {
  const { client } = operator
  const [choosy, all, other] = [await makeSchool(server), await makeSchool(server), await makeSchool(server)]
  const entNos = [choosy.entNo, all.entNo]
  await choosy.admin.client.call(entinfo.setentinfo, { typeCode: 'GATQW', entInfos: choose('01', '02') })
  const users = async (infoNo: string) =>
    new Map((await client.call(entinfo.getentlist, { typeCode: 'GATQW', infoNo })).map((one) => [one.entNo, one.allFlag]))
  const uses = async (infoNo: string) => {
    const found = await users(infoNo)
    return entNos.map((entNo) => found.get(entNo))
  }
  expect(await uses('01')).toEqual(['0', '1'])
  await client.call(entinfo.createinfoent, { typeCode: 'GATQW', infoNo: '03', entNos })
  expect(await offered(choosy, 'GATQW')).toEqual(['01', '02', '03'])
  await client.call(entinfo.deleteinfoent, { typeCode: 'GATQW', infoNo: '01', entNos })
  expect(await offered(choosy, 'GATQW')).toEqual(['02', '03'])
  expect(await offered(all, 'GATQW')).not.toContain('01')
  expect((await users('01')).has(other.entNo)).toBe(true)
  await client.call(history.undo, { op: client.lastOp })
  expect(await uses('01')).toEqual(['0', '1'])
  await choosy.admin.client.call(entinfo.setentinfo, { typeCode: 'GATQW', entInfos: choose('02') })
  const last = await client.answer(entinfo.deleteinfoent, { typeCode: 'GATQW', infoNo: '02', entNos })
  expect(last.message).toMatch(`“学校${choosy.entNo}”至少要保留一个启用的值`)
  expect((await choosy.admin.client.answer(entinfo.deleteinfoent, { typeCode: 'GATQW', infoNo: '02', entNos })).code).toBe(30001)
})

test('a bureau looks at the values of a school below it, and changes only its own', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  const { client } = bureau.admin
  expect((await client.call(entinfo.getlistforset, { entNo: school.entNo, typeCode: 'EDC' })).length).toBeGreaterThan(10)
  const users = await client.call(entinfo.getentlist, { typeCode: 'EDC', infoNo: '10' })
  expect(users.map(({ entNo }) => entNo).sort()).toEqual([bureau.entNo, school.entNo].sort())
  const below = { entNo: school.entNo, typeCode: 'EDC', entInfos: choose('10') }
  expect((await client.answer(entinfo.setentinfo, below)).code).toBe(10002)
  expect((await client.answer(entinfo.getlistforset, { entNo: rootNo, typeCode: 'EDC' })).code).toBe(10002)
})

test('an enterprise whose last chosen value is hidden uses all others, until it is shown again', async () => {
  const school = await makeSchool(server)
  const { client } = operator
  await client.call(entinfo.setentinfo, { entNo: school.entNo, typeCode: 'PAY_TYPE', entInfos: choose('06') })
  await client.call(catalogueInfo.update, { typeCode: 'PAY_TYPE', infoNo: '06', showFlag: '0' })
  expect(await offered(school, 'PAY_TYPE')).toEqual(expect.arrayContaining(['01', '02']))
  const account = { entNo: school.entNo, payType: '01', actNo: 'M0009', actName: '校园' }
  expect((await client.answer(entact.create, account)).code).toBe(0)
  await client.call(catalogueInfo.update, { typeCode: 'PAY_TYPE', infoNo: '06', showFlag: '1' })
  expect(await offered(school, 'PAY_TYPE')).toEqual(['06'])
})
