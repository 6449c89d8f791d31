import { afterAll, beforeAll, expect, test } from 'vitest'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { sharedServer, type TestServer } from '../../../../../../test/support/harness.ts'
import { makePupilSchool } from '../../../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../../../test/support/staffList.ts'
import { complaintsOf, previewList, undoBatch, writeList } from '../../../../../../test/support/studentLists.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { stu } from '../../stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const heads = ['姓名', '性别', '年级', '班级', '证件号', '学号', '家长1姓名', '家长1关系', '家长1手机', '标签']
const boy = (at: number) => idNoOf(`980102201709${String(10 + at)}00${1 + 2 * (at % 4)}`)
const row = (at: number, more: Partial<Record<(typeof heads)[number], string>> = {}) => {
  const usual: Record<string, string> = { 姓名: '王小明', 性别: '男', 年级: '三年级', 班级: '1班', 证件号: boy(at) }
  return heads.map((head) => more[head] ?? usual[head] ?? '')
}

test('new students come into their classes with labels, archive and guardians; brothers share their father; all of it is taken back', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const father = { 家长1姓名: '王建国', 家长1关系: '爸爸', 家长1手机: '144 0000 0001' }
  const { batchNo, addCnt } = await writeList(school, 'newstu', [
    heads,
    row(1, { 姓名: '王小明', 学号: 'X1', 标签: '住校、校车生', ...father }),
    row(2, { 姓名: '王小亮', 班级: '三（2）班', ...father }),
    row(3, { 姓名: '李一', 班级: '', 家长1姓名: '李梅', 家长1关系: '母亲', 家长1手机: '14400000002' }),
  ])
  expect(addCnt).toBe(3)
  const { datas } = await client.call(stu.getexpage, {})
  expect(
    datas.map(({ stuName, unitName, brth, sexName, wts, ptrName }) => [stuName, unitName, brth, sexName, wts, ptrName]),
  ).toEqual([
    ['王小明', '三年级（1）班', '20170911', '男', '02,13', '王建国'],
    ['王小亮', '三年级（2）班', '20170912', '男', null, '王建国'],
    ['李一', '三年级待分班', '20170913', '男', null, '李梅'],
  ])
  expect(await client.call(ptr.getpage, {})).toMatchObject({ recordCount: 2 })
  const [first] = datas
  const links = (await client.call(stuptr.getpage, { stuNo: first?.stuNo })).datas
  expect(links).toMatchObject([
    { ptrName: '王建国', relt: '51', grdFlag: '1', prior: 1, authFlag: '0', siblings: [{ stuName: '王小亮' }] },
  ])
  await undoBatch(school, batchNo)
  expect([(await client.call(stu.getpage, {})).recordCount, (await client.call(ptr.getpage, {})).recordCount]).toEqual([0, 0])
  expect(JSON.stringify(await client.call(stu.gettree, {}))).not.toContain('待分班')
})

test('the same list once more changes nothing, and who is at school already is not changed by a list of new ones', async () => {
  const school = await makePupilSchool(server)
  const list = [
    heads,
    row(1, { 学号: 'X1', 家长1姓名: '王建国', 家长1关系: '父亲', 家长1手机: '14400000001', 标签: '走读' }),
    row(2, { 班级: '' }),
  ]
  await writeList(school, 'newstu', list)
  expect(await previewList(school, 'newstu', list)).toMatchObject({ sameCnt: 2, addCnt: 0, errCnt: 0 })
  expect(await complaintsOf(school, 'newstu', [heads, row(1, { 姓名: '王大明' }), row(2, { 班级: '2班' })])).toEqual([
    '已在三年级（1）班，改资料请用“基础信息”导入',
    '已在三年级待分班，改资料请用“基础信息”导入',
  ])
})

test('each wrong cell is told with its reason, and with a proposal where one is likely', async () => {
  const school = await makePupilSchool(server)
  await writeList(school, 'newstu', [
    heads,
    row(1, { 学号: 'X1', 家长1姓名: '王建国', 家长1关系: '父亲', 家长1手机: '14400000001' }),
  ])
  const wrong = {
    姓名不能为空: { 姓名: '' },
    '性别应为男或女，不是“男孩” → 男': { 性别: '男孩' },
    '性别与身份证号不符 → 男': { 性别: '女' },
    '年级“三年及”不存在 → 三年级': { 年级: '三年及' },
    '年级“九年级”不存在': { 年级: '九年级' },
    年级不能为空: { 年级: '' },
    '三年级没有“9班”': { 班级: '9班' },
    '三年级没有“32班” → 三年级（2）班': { 班级: '32班' },
    证件号不能为空: { 证件号: '' },
    '身份证号应为 18 位（或旧的 15 位），现在是 16 位': { 证件号: '9801022017091000' },
    '身份证号中的出生日期 20170230 不存在': { 证件号: '980102201702300013' },
    '学号已被三年级（1）班的王小明使用': { 学号: 'X1' },
    家长1姓名不能为空: { 家长1手机: '14400000009', 家长1关系: '父亲' },
    家长1手机不能为空: { 家长1姓名: '王建国', 家长1关系: '父亲' },
    '关系里没有“父情” → 父亲': { 家长1姓名: '王建国', 家长1关系: '父情', 家长1手机: '14400000009' },
    '手机已被王建国（三年级（1）班王小明的父亲）使用': { 家长1姓名: '李四', 家长1关系: '父亲', 家长1手机: '14400000001' },
    '这是座机号码，应填 1 开头的 11 位手机号码': { 家长1姓名: '李四', 家长1关系: '父亲', 家长1手机: '010-62345678' },
    '标签“住效”不存在 → 住校': { 标签: '住效' },
    '“走读”和“住校”只能选一个': { 标签: '走读、住校' },
  }
  const list = Object.values(wrong).map((more, at) => row(at + 2, more))
  expect(await complaintsOf(school, 'newstu', [heads, ...list])).toEqual(Object.keys(wrong))
})

test('within one list nobody stands twice, and one phone is one guardian’s', async () => {
  const school = await makePupilSchool(server)
  const of = (name: string, tel: string) => ({ 家长1姓名: name, 家长1关系: '父亲', 家长1手机: tel })
  const rows = [
    row(1, of('王建国', '14400000001')),
    row(1),
    row(2, of('李四', '14400000001')),
    row(3, { 学号: 'X1' }),
    row(4, { 学号: 'X1' }),
  ]
  expect(await complaintsOf(school, 'newstu', [heads, ...rows])).toEqual([
    undefined,
    '证件号与第 2 行相同',
    '手机与第 2 行的家长王建国相同，姓名不同',
    undefined,
    '学号与第 5 行相同',
  ])
  const many = Array.from({ length: 11 }, (_, at) => row(at, of('王建国', '14400000001')))
  expect((await complaintsOf(school, 'newstu', [heads, ...many])).at(-1)).toBe('王建国已有 10 个孩子，最多 10 个')
})

test('a child who comes back gets a new record, one of another age than the grade is remarked on, and of quite another has to be confirmed', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  await writeList(school, 'newstu', [heads, row(1)])
  const [first] = (await client.call(stu.getpage, {})).datas
  await client.call(stu.transfer, { stuNos: [first?.stuNo ?? ''], lvDt: '20260901', lvRsn: '随父母迁居' })
  const [odd = '', grown, unborn] = ['98010220130910001', '98010219930910001', '98010220270910001'].map(idNoOf)
  const list = [heads, row(1), row(2, { 证件号: odd }), row(3, { 证件号: grown ?? '' }), row(4, { 证件号: unborn ?? '' })]
  const { rows, batchNo } = await previewList(school, 'newstu', list)
  expect(rows.map(({ act, wrns, errs }) => [act, [...wrns, ...errs][0]?.msg])).toEqual([
    ['add', '曾在本校就读，将另建一条记录'],
    ['add', '12 岁，这个年级通常是 8 岁，请核对'],
    ['skip', '32 岁，这个年级通常是 8 岁，请核对'],
    ['skip', '出生日期 2027-09-10 太晚，这个年级通常是 8 岁，请核对'],
  ])
  const kept = await client.call(imp.repair, { batchNo, fld: 'idNo', code: '年龄与年级不符', how: 'keep', rowNo: 4 })
  expect(kept.rows.map(({ act }) => act)).toEqual(['add', 'add', 'add', 'skip'])
  expect(kept.rows[2]?.wrns[0]?.msg).toBe('32 岁，这个年级通常是 8 岁，请核对（已按原样保留）')
})

test('a list without a column of grades is understood by its classes', async () => {
  const school = await makePupilSchool(server)
  const few = ['姓名', '性别', '班级', '身份证号']
  const { addCnt } = await writeList(school, 'newstu', [
    few,
    ['王小明', '男', '三年级2班', boy(1)],
    ['王小亮', '男', '3.1', boy(2)],
  ])
  expect(addCnt).toBe(2)
})
