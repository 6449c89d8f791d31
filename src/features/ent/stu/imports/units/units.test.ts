import { afterAll, beforeAll, expect, test } from 'vitest'
import { edcunit, type UnitNode } from '#features/ent/edcunit/edcunit.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { makePerson, makeSchool, startServer, type TestServer } from '../../../../../../test/support/harness.ts'
import { complaintsOf, previewList, undoBatch, writeList } from '../../../../../../test/support/studentLists.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const heads = ['校区', '学段', '年级', '班级', '班主任工号']

const namesIn = (nodes: readonly UnitNode[]): unknown[] =>
  nodes.map(({ unitName, items }) => (items.length > 0 ? [unitName, ...namesIn(items)] : unitName))

/** Reads the school year that the school is in. */
async function startOf(client: Awaited<ReturnType<typeof makeSchool>>['admin']['client']) {
  const [root] = await client.call(edcunit.getlist, { unitType: '1' })
  return { year: root?.curSchYear ?? 0, rootNo: root?.unitNo ?? '' }
}

test('what is missing on the way to a class is made with the names of the rule, once; all of it is taken back', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { year } = await startOf(client)
  const person = await makePerson(school, { name: '韩老师', workNo: 'T01' })
  const list = [
    heads,
    ['东校区', '初中', `${year}`, '1', 'T01'],
    ['东校区', '初中部', `${year}级`, '2班', ''],
    ['', '小学', '二年级', '（1）班', '韩老师'],
    ['', '小学', '二', '实验班', ''],
  ]
  const before = await client.call(edcunit.gettree, {})
  const { batchNo, addCnt } = await writeList(school, 'edcunit', list)
  expect(addCnt).toBe(4)
  const tree = await client.call(edcunit.gettree, {})
  expect(namesIn(tree)).toEqual([
    [`学校${school.entNo}`, ['东校区', ['七年级', '七年级（1）班', '七年级（2）班']], ['二年级', '二年级（1）班', '实验班']],
  ])
  const classes = await client.call(edcunit.getexlist, { unitType: '5' })
  expect(
    classes.map(({ unitName, nameLock, clsNo, leads }) => [unitName, nameLock, clsNo, leads.map(({ empNo }) => empNo)]),
  ).toEqual(
    expect.arrayContaining([
      ['七年级（1）班', '0', 1, [person.empNo]],
      ['实验班', '1', 2, []],
    ]),
  )
  expect(await previewList(school, 'edcunit', list)).toMatchObject({ sameCnt: 4 })
  await undoBatch(school, batchNo)
  expect(await client.call(edcunit.gettree, {})).toEqual(before)
})

test('where the school has periods, grades come into theirs', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { rootNo, year } = await startOf(client)
  await client.call(edcunit.create, { prtNo: rootNo, unitType: '3', stdyPrd: '1', unitName: '小学' })
  await writeList(school, 'edcunit', [heads, ['', '小学', `${year}`, '1', ''], ['', '初中', `${year}`, '1', '']])
  expect(namesIn(await client.call(edcunit.gettree, {}))).toEqual([
    [`学校${school.entNo}`, ['小学', ['一年级', '一年级（1）班']], ['初中部', ['七年级', '七年级（1）班']]],
  ])
})

test('years and names that cannot be are refused; who may not assign roles makes no head teacher', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { year } = await startOf(client)
  await writeList(school, 'edcunit', [heads, ['', '初中', `${year}`, '1', '']])
  expect(
    await complaintsOf(school, 'edcunit', [
      heads,
      ['', '初中', '2001', '1', ''],
      ['', '初中', '高一', '1', ''],
      ['', '大学', `${year}`, '1', ''],
      ['', '初中', `${year}`, '2', 'T99'],
      ['', '初中', `${year}`, '3', ''],
      ['', '初中', '七年级', '七年级（3）班', ''],
      ['七年级', '小学', `${year}`, '1', ''],
    ]),
  ).toEqual([
    `初中没有“2001”这个年级，入学年份是 ${year - 2} 到 ${year}`,
    `初中没有“高一”这个年级，入学年份是 ${year - 2} 到 ${year}`,
    '学段里没有“大学”',
    '没有工号或姓名是“T99”的员工',
    undefined,
    '与第 6 行是同一个班级',
    '已有“七年级”，它的名称与要建的相同',
  ])
})

test('a campus that is spelt almost like another is asked about; as a name of a class all but numbers will do', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { year } = await startOf(client)
  await writeList(school, 'edcunit', [heads, ['东校区', '小学', `${year}`, '1', '']])
  const { batchNo, rows } = await previewList(school, 'edcunit', [
    heads,
    ['西校区', '小学', `${year}`, '1', ''],
    ['东校区', '学前', '小班', '小一班', ''],
    ['东校区', '学前', '小班', '1、2班', ''],
  ])
  const [error] = rows[0]?.errs ?? []
  expect(error).toMatchObject({ msg: '没有校区“西校区”，照原样写入会新建', mayKeep: true, sgst: [{ val: '东校区' }] })
  const kept = await client.call(imp.repair, { batchNo, fld: 'campus', code: error?.code ?? '', how: 'keep' })
  expect(kept.rows.map(({ act, errs }) => [act, errs[0]?.msg])).toEqual([
    ['add', undefined],
    ['add', undefined],
    ['skip', '“1、2班”不是小班的一个班级'],
  ])
})
