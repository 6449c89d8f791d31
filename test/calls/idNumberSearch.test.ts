import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { addChild, makeClasses } from '../support/classes.ts'
import { makeSchool, type Person, type School, startServer, type TestServer } from '../support/harness.ts'
import { grantRights, makePersonWithRights } from '../support/personWithRights.ts'
import { idNoOf } from '../support/staffList.ts'
import { previewList } from '../support/studentLists.ts'

let server: TestServer
let school: School
const idNos = { stu: idNoOf('98010220171203001'), emp: idNoOf('98010219850304002'), ptr: idNoOf('98010219860405003') }
const reading = ['stu:view', 'emp:view', 'ptr:view', 'stuptr:view'] as const

beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
  const { client } = school.admin
  const { one } = await makeClasses(school)
  const stuNo = await addChild(school, one, '孙小明')
  await client.call(stu.update, { stuNo, idNo: idNos.stu })
  await client.call(emp.create, { empName: '高明', authTel: '16650000001', orgNos: [school.orgNo], idNo: idNos.emp })
  const { ptrNo } = await client.call(ptr.create, { ptrName: '孙大明', authTel: '16650000002', idNo: idNos.ptr })
  await client.call(stuptr.create, { stuNo, ptrNo, relt: '51' })
})
afterAll(() => server.close())

/** Counts what each way of reading finds by a number. */
async function foundBy({ client }: Person, number: string): Promise<number[]> {
  const { groups } = await client.call(search.get, { word: number })
  const pages = [stu.getpage, emp.getpage, ptr.getpage, stuptr.getpage]
  const counts = await Promise.all(pages.map((page) => client.call(page, { keyWord: number })))
  return [groups.flatMap(({ hits }) => hits).length, ...counts.map(({ recordCount }) => recordCount)]
}

test('whoever does not see ID numbers finds nobody by one, in no list and not in the search box', async () => {
  const clerk = await makePersonWithRights(school, [...reading])
  for (const number of Object.values(idNos)) expect(await foundBy(clerk, number)).toEqual([0, 0, 0, 0, 0])
  expect(await clerk.client.call(ptr.find, { idNo: idNos.ptr })).toBeNull()
})

test('whoever sees those of one kind of people finds that kind by them', async () => {
  const officer = await makePersonWithRights(school, [...reading, 'emp:clear'])
  expect(await foundBy(officer, idNos.emp)).toEqual([1, 0, 1, 0, 0])
  expect(await foundBy(officer, idNos.stu)).toEqual([0, 0, 0, 0, 0])
})

test('each number that is looked for leaves one line in the history, without the number', async () => {
  const { client } = school.admin
  const seen = async () =>
    (await client.call(history.getpage, { lookFlag: '1' })).datas.filter(({ title }) => title.startsWith('学生管理'))
  const before = (await seen()).length
  for (let i = 0; i < 3; i++) await client.call(stu.getpage, { keyWord: idNos.stu })
  const lines = await seen()
  expect(lines.length - before).toBe(1)
  expect(JSON.stringify(lines)).not.toContain(idNos.stu)
  const { rows } = await server.owner.query(
    `select count(*)::int as n from history h where to_jsonb(h)::text like '%' || $1 || '%'`,
    [idNos.stu],
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('even whoever sees them looks for no more than 60 numbers an hour', async () => {
  const officer = await makePersonWithRights(school, [...reading, 'stu:clear'])
  const ask = (i: number) =>
    officer.client.answer(stu.getpage, { keyWord: idNoOf(`98010220170101${String(i).padStart(3, '0')}`) })
  for (let i = 0; i < 60; i++) {
    expect((await ask(i)).code).toBe(0)
    // Waits out the limit of a minute, which is another one.
    if (i % 30 === 29) await server.owner.query(`delete from login_fail where who like 'sought %'`)
  }
  expect((await ask(60)).message).toBe('一小时内按身份证号查找的人太多，请稍后再试')
  expect((await ask(59)).code).toBe(0)
})

test('a list with a mistyped number is told the right one only where the importer sees such numbers', async () => {
  const typed = idNos.stu.slice(0, 16) + (idNos.stu[16] === '1' ? '7' : '1') + idNos.stu.slice(17)
  const rows = [
    ['身份证号', '标签'],
    [typed, '住校'],
  ]
  const clerk = await makePersonWithRights(school, ['stu:view', 'stu:import'])
  const [told, hidden] = [
    await previewList(school, 'wts', rows),
    await previewList({ admin: { client: clerk.client } }, 'wts', rows),
  ]
  expect(JSON.stringify(told.rows)).toContain(idNos.stu)
  expect(hidden.rows.length).toBe(1)
  expect(JSON.stringify(hidden.rows)).not.toContain(idNos.stu)
})

test('whoever sees numbers of one class alone finds nobody of the other by one, in a list or the search box', async () => {
  const outside = await makePersonWithRights(school, ['stu:view'])
  await grantRights(school, outside, ['stu:view', 'stu:clear'], `C2${school.entNo}`)
  expect((await outside.client.call(stu.getpage, { keyWord: '孙小明' })).recordCount).toBe(1)
  expect((await outside.client.call(stu.getpage, { keyWord: idNos.stu })).recordCount).toBe(0)
  expect((await outside.client.call(search.get, { word: idNos.stu })).groups).toEqual([])
  const inside = await makePersonWithRights(school, ['stu:view'])
  await grantRights(school, inside, ['stu:view', 'stu:clear'], `C1${school.entNo}`)
  expect((await inside.client.call(stu.getpage, { keyWord: idNos.stu })).recordCount).toBe(1)
  expect((await inside.client.call(search.get, { word: idNos.stu })).groups).toHaveLength(1)
})

test('even a patient person asks about no more than 300 whole phones a day', async () => {
  const clerk = await makePersonWithRights(school, ['ptr:view'])
  const ask = (i: number) => clerk.client.answer(ptr.getpage, { keyWord: `1665100${String(i).padStart(4, '0')}` })
  for (let i = 0; i < 300; i++) {
    expect((await ask(i)).code).toBe(0)
    // Waits out the limit of a minute, which is another one.
    if (i % 50 === 49)
      await server.owner.query(`delete from login_fail where who like 'sought %' and who not like 'sought day %'`)
  }
  expect((await ask(300)).message).toBe('一天内查找的号码太多，请明天再试')
  expect((await ask(299)).code).toBe(0)
})

test('a list of guessed numbers is refused whoever does not see such numbers, and each list leaves a line', async () => {
  const clerk = await makePersonWithRights(school, ['stu:view', 'stu:import'])
  const list = (count: number, from: number) => [
    ['身份证号', '标签'],
    ...Array.from({ length: count }, (_, i) => [idNoOf(`98010220140101${from + i}`), '住校']),
  ]
  const importer = { admin: { client: clerk.client } }
  expect((await previewList(importer, 'wts', list(20, 100))).rows).toHaveLength(20)
  const { rows } = await server.owner.query(`select count(*)::int as n from history where act = 'read' and user_no = $1`, [
    clerk.userNo,
  ])
  expect(rows).toEqual([{ n: 1 }])
  await expect(previewList(importer, 'wts', list(490, 200))).rejects.toThrow('一天最多有 500 个身份证号查无此人')
  expect((await previewList(school, 'wts', list(490, 200))).rows).toHaveLength(490)
})

test('the remark that compares a national number with a hidden ID number is not asked over and over', async () => {
  const clerk = await makePersonWithRights(school, ['stuarch:view', 'stuarch:edit', 'stu:view'])
  const stuNo = (await school.admin.client.call(stu.getpage, { keyWord: '孙小明' })).datas[0]?.stuNo as string
  const answers = []
  for (let i = 0; i < 61; i++)
    answers.push(await clerk.client.answer(stuarch.set, { stuNo, unfStuNo: `G9801022017120300${String(10 + i)}` }))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(60)
  expect(answers.at(-1)?.message).toBe('一分钟内查找的号码太多，请稍后再试')
})
