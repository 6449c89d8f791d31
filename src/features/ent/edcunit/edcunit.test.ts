import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { addStudents, below, listOf, withGrades } from '../../../../test/support/units.ts'
import { edcunit } from './edcunit.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('grades come with their classes, named and numbered by the rule of the school', async () => {
  const open = await withGrades(server)
  expect(await below(open, open.root)).toBe('小学部(一年级(一年级（1）班 一年级（2）班) 二年级(二年级（1）班)) 初中部')
  expect(await listOf(open, open.one)).toMatchObject([
    { selfNo: '202601', clsNo: 1, entrYear: 2026, grdtYear: 2032, stdyPrd: '1', nameLock: '0' },
    { selfNo: '202602', clsNo: 2 },
  ])
  const again = {
    prtNo: open.primary,
    stdyPrd: '1',
    grades: [
      { entrYear: 2024, clsCnt: 1 },
      { entrYear: 2025, clsCnt: 1 },
    ],
  }
  expect(await open.refusal(edcunit.creategradeandclass, again)).toBe('“小学部”之下已有2025年入学的年级“二年级”')
  expect(await below(open, open.primary)).not.toMatch('三年级')
})

test('what may lie under what is told in a sentence, and so is a year of entry that does not fit', async () => {
  const open = await withGrades(server)
  const create = (input: Record<string, unknown>) => open.refusal(edcunit.create, input)
  expect(await create({ prtNo: open.primary, unitType: '5' })).toBe('班级只能放在年级之下，“小学部”是学段')
  expect(await create({ prtNo: open.root, unitType: '1', unitName: '学校' })).toBe('学校只有一所，不能另建')
  expect(await create({ prtNo: open.lower, unitType: '4' })).toBe('年级的入学年份不能为空')
  expect(await create({ prtNo: open.lower, unitType: '4', entrYear: 2020 })).toBe(
    '入学年份“2020”不对，2026学年这个学段的入学年份是 2024 到 2026',
  )
  expect(await create({ prtNo: open.lower, unitType: '4', entrYear: 2026, stdyPrd: '1' })).toBe('年级的学段须与“初中部”的相同')
  expect(await create({ prtNo: open.lower, unitType: '4', entrYear: 2026, grdtYear: 2026 })).toBe(
    '毕业年份“2026”须晚于入学年份 2026',
  )
  expect(await create({ prtNo: open.root, unitType: '4', entrYear: 2026 })).toBe('年级的学段不能为空')
  expect(await create({ prtNo: open.root, unitType: '2', unitName: '东校区', entrYear: 2026 })).toBe(
    '校区没有入学年份，请不要填写',
  )
  expect(await create({ prtNo: open.one, unitType: '5', unitName: '一年级（2）班' })).toBe('“一年级”之下已有“一年级（2）班”')
})

test('a class takes the next free number; one named by hand keeps its name until it is given back to the rule', async () => {
  const open = await withGrades(server)
  const { client, one, first } = open
  const third = await client.call(edcunit.create, { prtNo: one, unitType: '5', unitName: '实验班' })
  expect(third).toMatchObject({ unitName: '实验班', clsNo: 3, selfNo: '202603', nameLock: '1' })
  await client.call(edcunit.createclassmany, { prtNo: one, clsCnt: 2, startNo: 2 })
  expect(await below(open, one)).toBe('一年级（1）班 一年级（2）班 实验班 一年级（4）班 一年级（5）班')
  await client.call(edcunit.update, { unitNo: one, unitName: '启蒙年级' })
  expect(await below(open, one)).toBe('启蒙年级（1）班 启蒙年级（2）班 实验班 启蒙年级（4）班 启蒙年级（5）班')
  expect(await client.call(edcunit.update, { unitNo: one, unitName: '一年级' })).toMatchObject({ nameLock: '0' })
  expect(await client.call(edcunit.update, { unitNo: third.unitNo, nameLock: '0' })).toMatchObject({ unitName: '一年级（3）班' })
  expect(await client.call(edcunit.update, { unitNo: first, unitName: '一年级（7）班' })).toMatchObject({
    clsNo: 7,
    nameLock: '0',
  })
  expect(await open.refusal(edcunit.update, { unitNo: first, unitName: '一年级（2）班' })).toBe(
    '班号 2 已被这个年级的另一个班使用',
  )
})

test('the school itself is not renamed, disabled, moved or deleted', async () => {
  const open = await withGrades(server)
  const { root, refusal, client } = open
  expect(await refusal(edcunit.update, { unitNo: root, unitName: '别的' })).toBe(
    '学校的名称在“本单位”里改，这里只能改自编号、描述和备注',
  )
  expect(await refusal(edcunit.disable, { datas: [root] })).toBe('学校自己不能停用')
  expect(await refusal(edcunit.delete, { unitNo: root })).toBe('学校自己不能删除')
  expect((await client.answer(edcunit.updateprtedcunit, { prtNo: open.primary, unitNos: [root] })).code).not.toBe(0)
  await client.call(edcunit.update, { unitNo: root, des: '九年一贯制学校' })
})

test('period and year of entry are changed only while no student counts on them, and classes follow', async () => {
  const open = await withGrades(server)
  const { client, two, one, first } = open
  expect(await client.call(edcunit.update, { unitNo: two, entrYear: 2024 })).toMatchObject({ unitName: '三年级', grdtYear: 2030 })
  expect(await listOf(open, two)).toMatchObject([{ unitName: '三年级（1）班', entrYear: 2024, grdtYear: 2030 }])
  await addStudents(open, first, {})
  expect(await open.refusal(edcunit.update, { unitNo: one, entrYear: 2023 })).toBe(
    '“一年级”里已有 1 名学生，不能再改学段和入学年份',
  )
  expect(await open.refusal(edcunit.update, { unitNo: first, grdtYear: 2031 })).toBe(
    '“一年级（1）班”的学段和年份随上级，不能单独修改',
  )
})
