import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { addChild, makeClasses } from '../support/classes.ts'
import { makeSchool, type Person, type School, startServer, type TestServer } from '../support/harness.ts'
import { makePersonWithRights } from '../support/personWithRights.ts'
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
