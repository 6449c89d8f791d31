import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { stu } from '../stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

async function sheetOf({ client }: Person, input: Record<string, unknown> = {}): Promise<unknown[][]> {
  const { code, message, result } = await client.answer(stu.export, input)
  if (code !== 0) throw new Error(message)
  const { sheets } = await readXlsx(result as Uint8Array)
  return sheets[0]?.rows ?? []
}

test('an export names class, grade, guardians and labels, masks phones, and a head teacher takes the own class alone', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, entNo } = school
  const stuNo = await enrol(school, { wts: '01,31', authTel: '13912340001' })
  await enrol(school, { stuName: '李雷', unitNo: school.otherNo })
  await giveGuardian(school, stuNo, { prior: 2, authTel: '14412340001' })
  await giveGuardian(school, stuNo, { ptrName: '李芳', relt: '52', authTel: '14412340002' })
  const flds = [
    'stuName',
    'gradeName',
    'unitName',
    'authTel',
    'wts',
    'ptrName1',
    'ptrRelt1',
    'ptrTel1',
    'ptrName2',
    'ptrTel2',
    'stt',
  ]
  const [titles, ...rows] = await sheetOf(head, { flds })
  expect(titles).toEqual([
    '姓名',
    '年级',
    '班级',
    '认证手机',
    '标签',
    '家长1',
    '家长1关系',
    '家长1手机',
    '家长2',
    '家长2手机',
    '学籍状态',
  ])
  expect(rows[0]).toEqual([
    '王小明',
    '三年级',
    '三年级（1）班',
    '139****0001',
    '走读、家庭经济困难',
    '李芳',
    '母亲',
    '144****0002',
    '王建国',
    '144****0001',
    '正常',
  ])
  expect(rows[1]?.[0]).toMatch(/共 1 人，已脱敏$/)
  expect((await sheetOf(head, { flds: ['ptrTel1'], mask: '0' }))[1]).toEqual(['14412340002'])
  expect((await sheetOf(admin, { flds: ['stuName'], keyWord: '李雷' })).slice(0, 2)).toEqual([['姓名'], ['李雷']])
  await asOwner(server, entNo, (db) =>
    db.insertInto('emppwr').values({ entNo, empNo: head.empNo, mdlCode: 'stu', pwrNo: '000011', addDelFlag: '2' }).execute(),
  )
  expect((await sheetOf(head, { flds: ['wts'] }))[1]).toEqual(['走读'])
  expect(await head.client.answer(stu.export, { mask: '0' })).toMatchObject({ code: 30001 })
  const { rows: kept } = await server.owner.query(`select key from history where ent_no = $1 and call = '/ent/stu/export'`, [
    entNo,
  ])
  expect(kept).toContainEqual({ key: { rows: 1, columns: 'wts', clear: false } })
})

test('an export has what archives hold, masked, for who may export archives', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, entNo } = school
  const stuNo = await enrol(school)
  const unfStuNo = 'L980101201703050011'
  await admin.client.call(stuarch.set, { stuNo, unfStuNo, ntnl: '01', adr: '中山路一百二十号', pltc: '14' })
  const flds = ['unfStuNo', 'ntnl', 'pltc', 'adr']
  expect((await sheetOf(head, { flds })).slice(0, 2)).toEqual([
    ['全国学籍号', '民族', '政治面貌', '详细地址'],
    ['••••', '汉族', '少先队员', '中山路****'],
  ])
  expect((await sheetOf(head, { flds, mask: '0', pltc: '14' }))[1]).toEqual([unfStuNo, '汉族', '少先队员', '中山路一百二十号'])
  await asOwner(server, entNo, (db) =>
    db.insertInto('emppwr').values({ entNo, empNo: head.empNo, mdlCode: 'stuarch', pwrNo: '000007', addDelFlag: '2' }).execute(),
  )
  expect(await head.client.answer(stu.export, { flds })).toMatchObject({ code: 30001, message: '没有权限导出学生档案' })
  expect((await sheetOf(head))[0]).not.toContain('全国学籍号')
})
