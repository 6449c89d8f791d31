import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { cellsOf, makeOperator } from '../../../../test/support/seedSchool.ts'
import { info } from '#contract/shell/info.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { emparch } from '../emparch/emparch.contract.ts'
import { entinfo } from '../entinfo/entinfo.contract.ts'
import { catalogueInfo } from './info.contract.ts'
import { readPaste } from './paste.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const make = async (typeCode: string, chnName: string, names: string[], more: object = {}) => {
  await operator.client.call(catalogueInfo.createtype, { typeCode, chnName, ...more })
  for (const [i, name] of names.entries())
    await operator.client.call(catalogueInfo.create, { typeCode, infoNo: `0${i + 1}`, chnName: name })
}
const said = async (call: Parameters<Person['client']['answer']>[0], input: Record<string, unknown>) =>
  (await operator.client.answer(call, input)).message
const itemsOf = async (typeCode: string) => (await operator.client.call(catalogueInfo.getpage, { typeCode, pageSize: 100 })).datas

test('what the program itself knows is renamed, never added, hidden or deleted', async () => {
  const { client } = operator
  expect(await client.call(catalogueInfo.update, { typeCode: 'STT', infoNo: '2', chnName: '停用中' })).toMatchObject({
    fixFlag: '1',
  })
  const message = '“状态”的值是程序自己的，只能改名称和说明，不能增加、删除、隐藏或停用'
  expect(await said(catalogueInfo.update, { typeCode: 'STT', infoNo: '2', showFlag: '0' })).toBe(message)
  expect(await said(catalogueInfo.create, { typeCode: 'STT', infoNo: '3', chnName: '冻结' })).toBe(message)
  expect(await said(catalogueInfo.delete, { typeCode: 'STT', infoNo: '2' })).toBe(message)
  expect(await said(catalogueInfo.update, { typeCode: 'IDNT', infoNo: '010', chnName: '公司' })).toBe(
    '“身份”在“身份目录”中维护，请到那里修改',
  )
  expect(await said(catalogueInfo.deletetype, { typeCode: 'NTNL' })).toBe('“民族”随产品提供，不能删除')
  expect(await said(catalogueInfo.delete, { typeCode: 'NTNL', infoNo: '02' })).toMatch('随产品提供，不能删除，可以改为不显示')
})

test('a dictionary of one’s own grows, is used by an enterprise, and what it uses stays', async () => {
  const { client } = operator
  await make('TOOL', '教具', ['地球仪', '显微镜', '三角尺'])
  const school = await makeSchool(server)
  const entInfos = [{ infoNo: '02', showOrd: 10 }]
  await school.admin.client.call(entinfo.setentinfo, { typeCode: 'TOOL', entInfos })
  expect(await said(catalogueInfo.delete, { typeCode: 'TOOL', infoNo: '02' })).toBe(
    '1 家企业在字典选用里选用了“显微镜”，不能删除，可以改为不显示',
  )
  expect(await said(catalogueInfo.deletetype, { typeCode: 'TOOL' })).toMatch('1 家企业在字典选用里选用了“教具”的值')
  await client.call(catalogueInfo.delete, { typeCode: 'TOOL', infoNo: '01' })
  expect(await said(catalogueInfo.create, { typeCode: 'TOOL', infoNo: '01', chnName: '天平' })).toBe(
    '编号“01”已被使用，删除过的编号也不能再用',
  )
  await client.call(catalogueInfo.create, { typeCode: 'TOOL', infoNo: '04', chnName: '天平' })
  expect((await itemsOf('TOOL')).map(({ chnName }) => chnName)).toEqual(['显微镜', '三角尺', '天平'])
  await school.admin.client.call(entinfo.setentinfo, { typeCode: 'TOOL', entInfos: [] })
  await client.call(catalogueInfo.deletetype, { typeCode: 'TOOL' })
  expect((await client.call(catalogueInfo.gettypelist, { keyWord: '教具' })).length).toBe(0)
  const removed = client.lastOp
  expect(await said(catalogueInfo.createtype, { typeCode: 'TOOL', chnName: '工具' })).toMatch('删除过的编码也不能再用')
  await client.call(history.undo, { op: removed })
  expect((await itemsOf('TOOL')).length).toBe(3)
  expect((await school.admin.client.answer(catalogueInfo.createtype, { typeCode: 'X', chnName: '又' })).code).toBe(30001)
})

test('a disabled value, and every value of a disabled type, stays readable in old records and is not offered for new ones', async () => {
  const { client } = operator
  const school = await makeSchool(server)
  const { admin } = school
  const write = async (ttl: string) => (await admin.client.answer(emparch.set, { empNo: admin.empNo, ttl })).message
  const offered = async () =>
    (await admin.client.call(info.gettypelist, { typeCode: 'TTL' })).map(({ infoNo, showFlag }) => infoNo + showFlag)
  expect(await write('011')).toBe('档案设置成功')
  expect(await client.call(catalogueInfo.update, { typeCode: 'TTL', infoNo: '011', stt: '2' })).toMatchObject({ stt: '2' })
  expect((await client.call(catalogueInfo.getpage, { typeCode: 'TTL', stt: '2' })).datas.map(({ infoNo }) => infoNo)).toEqual([
    '011',
  ])
  expect(await offered()).toContain('0110')
  expect((await admin.client.call(emparch.get, { empNo: admin.empNo })).ttl).toBe('011')
  const other = await makePerson(school)
  expect((await admin.client.answer(emparch.set, { empNo: other.empNo, ttl: '011' })).message).toBe('职称不在可选范围内')
  await client.call(catalogueInfo.updatetype, { typeCode: 'TTL', stt: '2' })
  expect((await client.call(catalogueInfo.gettypelist, { stt: '2' })).map(({ typeCode }) => typeCode)).toEqual(['TTL'])
  expect((await offered()).every((one) => one.endsWith('0'))).toBe(true)
  expect(await write('012')).toBe('职称不在可选范围内')
  await client.call(catalogueInfo.updatetype, { typeCode: 'TTL', stt: '1' })
  await client.call(history.undo, { op: client.lastOp })
  await client.call(catalogueInfo.updatetype, { typeCode: 'TTL', stt: '1' })
  expect(await write('012')).toBe('档案设置成功')
  expect(await said(catalogueInfo.updatetype, { typeCode: 'STT', stt: '2' })).toMatch('程序自己的')
})

test('types lead to one another and never in a circle', async () => {
  const { client } = operator
  await make('CITY_A', '甲市', ['一'])
  await make('CITY_B', '乙区', ['二'])
  await make('CITY_C', '丙街', ['三'])
  const at = { typeCode: 'CITY_A', infoNo: '01' }
  const linked = { ...at, chdTypeCode: 'CITY_B', chdInfoNo: '01' }
  expect(await client.call(catalogueInfo.update, linked)).toMatchObject({ chdTypeName: '乙区', chdInfoNo: '01' })
  await client.call(catalogueInfo.update, { typeCode: 'CITY_B', infoNo: '01', chdTypeCode: 'CITY_C' })
  expect(await said(catalogueInfo.update, { typeCode: 'CITY_C', infoNo: '01', chdTypeCode: 'CITY_A' })).toBe(
    '下级类型会首尾相连：丙街 → 甲市 → 乙区 → 丙街',
  )
  expect(await said(catalogueInfo.update, { ...at, chdInfoNo: '09' })).toBe('下级类型里没有“09”，或它已停用')
  expect(await said(catalogueInfo.delete, { typeCode: 'CITY_B', infoNo: '01' })).toBe('“二”是“一”的默认下级，请先改掉')
  expect(await said(catalogueInfo.deletetype, { typeCode: 'CITY_C' })).toBe('“丙街”是“乙区”的下级类型，请先改掉')
  expect(await client.call(catalogueInfo.update, { ...at, chdTypeCode: null })).toMatchObject({ chdInfoNo: null })
})

test('values have the columns that their type names', async () => {
  const { client } = operator
  await make('FEE', '收费标准', ['伙食费'], { numName: '元/月' })
  expect(await client.call(catalogueInfo.update, { typeCode: 'FEE', infoNo: '01', numClmn: 12.5 })).toMatchObject({
    numClmn: 12.5,
  })
  expect(await said(catalogueInfo.update, { typeCode: 'FEE', infoNo: '01', charClmn: '月' })).toMatch('“收费标准”没有字符列')
  expect(await said(catalogueInfo.updatetype, { typeCode: 'FEE', numName: null })).toBe(
    '有 1 个值填了数值列，请先清空它们，再去掉列名',
  )
  const sheet = await cellsOf(
    ((await client.call(catalogueInfo.export, { typeCode: 'FEE' })) as unknown as Uint8Array).buffer as ArrayBuffer,
  )
  expect(sheet).toContain('["编号","中文名","英文名","元/月","下级类型","显示","说明"],["01","伙食费",null,12.5,null,"是",null]')
})

test('a newer issue tells its differences first; loaded, old records keep their words', async () => {
  const { client } = operator
  await server.owner.query(`update infotype set ver_no = '2020.01' where type_code = 'HEALTH';
    delete from info where type_code = 'HEALTH' and info_no = '20';
    update info set chn_name = '旧名' where type_code = 'HEALTH' and info_no = '10';
    insert into info (type_code, info_no, chn_name) values ('HEALTH', '99', '已取消')`)
  const offered = (await client.call(catalogueInfo.gettypelist)).find(({ typeCode }) => typeCode === 'HEALTH')
  expect(offered).toMatchObject({ verNo: '2020.01', newVer: '2026.11' })
  const difference = await client.call(catalogueInfo.compare, { typeCode: 'HEALTH' })
  expect(difference).toMatchObject({ nowVer: '2020.01', newVer: '2026.11', gone: [{ infoNo: '99', chnName: '已取消' }] })
  expect(difference.adds.map(({ infoNo }) => infoNo)).toEqual(['20'])
  expect(difference.changes).toMatchObject([{ infoNo: '10', field: 'chnName', before: '旧名' }])
  await client.call(catalogueInfo.load, { typeCode: 'HEALTH' })
  const [loaded, after] = [client.lastOp, await client.call(catalogueInfo.compare, { typeCode: 'HEALTH' })]
  expect(after).toMatchObject({ nowVer: '2026.11', adds: [], changes: [], gone: [] })
  const kept = (await client.call(info.gettypelist, { typeCode: 'HEALTH' })).find(({ infoNo }) => infoNo === '99')
  expect(kept).toMatchObject({ chnName: '已取消', showFlag: '0' })
  await client.call(history.undo, { op: loaded })
  expect(await client.call(catalogueInfo.compare, { typeCode: 'HEALTH' })).toEqual(difference)
})

test('rows pasted from a sheet are compared and loaded, and may leave the others as they are', async () => {
  const { client } = operator
  await make('CLUB', '社团', ['合唱团', '足球队'], { charName: '地点' })
  const type = { charName: '地点', numName: null }
  const { items, wrong } = readPaste('编号\t中文名\t英文名\t地点\r\n02\t足球社\t\t操场\n03\t 书法社\n', type)
  expect([items?.length, wrong]).toEqual([2, undefined])
  expect(readPaste('02', type).wrong).toBe('第 1 行少了中文名')
  const asked = { typeCode: 'CLUB', items: items ?? [] }
  expect(await client.call(catalogueInfo.compare, asked)).toMatchObject({
    adds: [{ infoNo: '03', chnName: '书法社' }],
    changes: [
      { field: 'chnName', after: '足球社' },
      { field: 'charClmn', after: '操场' },
    ],
    gone: [{ infoNo: '01' }],
  })
  await client.call(catalogueInfo.load, { ...asked, keepFlag: '1', verNo: '秋季' })
  expect((await itemsOf('CLUB')).map(({ chnName, showFlag }) => chnName + showFlag)).toEqual(['合唱团1', '足球社1', '书法社1'])
  await client.call(catalogueInfo.load, asked)
  expect((await itemsOf('CLUB')).map(({ showFlag }) => showFlag).join('')).toBe('011')
  await client.call(catalogueInfo.delete, { typeCode: 'CLUB', infoNo: '03' })
  const other = { typeCode: 'CLUB', items: [{ infoNo: '03', chnName: '棋社' }], keepFlag: '1' as const }
  expect(await said(catalogueInfo.load, other)).toMatch('编号“03”曾是“书法社”，删除后也不能给“棋社”用')
  await client.call(catalogueInfo.load, { ...other, items: [{ infoNo: '03', chnName: '书法社' }] })
  expect((await itemsOf('CLUB')).map(({ chnName }) => chnName)).toContain('书法社')
  expect(await said(catalogueInfo.load, { typeCode: 'STT', items: items ?? [] })).toMatch('程序自己的')
  expect(await said(catalogueInfo.compare, { typeCode: 'CLUB' })).toMatch('“社团”不是随产品提供的')
})
