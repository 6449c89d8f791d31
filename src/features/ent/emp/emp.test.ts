import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeBranch, idNoOf, previewRows, importRows, errorsOf, tellErrors } from '../../../../test/support/staffList.ts'
import { emp } from './emp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('two rows that mean one employee are not both taken: the later names the earlier', async () => {
  const school = await makeSchool(server)
  await importRows(school, [['高明', '男', 'W777', '10100000001', '', '教务处', '']])
  const { rows } = await previewRows(school, [
    ['高明', '男', '', '10100000001', '', '教务处', '改过'],
    ['郭慧', '女', 'W777', '10100000002', '', '教务处', ''],
  ])
  expect(rows.map(({ act }) => act)).toEqual(['upd', 'skip'])
  expect(tellErrors(rows[1])).toEqual([{ fld: 'empName', msg: '与第 2 行是同一人' }])
})

test('a work number or phone of somebody with another ID number does not make a row that person', async () => {
  const school = await makeSchool(server)
  const [hers, his] = [idNoOf('98010119900305002'), idNoOf('98010119920406001')]
  await importRows(school, [['郭慧', '女', 'W777', '10100000001', hers, '教务处', '']])
  expect(await errorsOf(school, ['高明', '男', 'W777', '10100000002', his, '教务处', ''])).toEqual([
    { fld: 'workNo', msg: '工号已被郭慧使用' },
  ])
  const namesake = idNoOf('98010119920406002')
  expect(await errorsOf(school, ['郭慧', '女', '', '10100000001', namesake, '教务处', ''])).toEqual([
    { fld: 'authTel', msg: '手机已被郭慧使用' },
  ])
})

test('an import leaves a verified phone as it is', async () => {
  const school = await makeSchool(server)
  await importRows(school, [['郭慧', '女', 'W777', '10100000001', '', '教务处', '']])
  const moved = ['郭慧', '女', 'W777', '+86 101-0000-0002', '', '教务处', '']
  expect(await errorsOf(school, moved)).toEqual([])
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('emp').set({ authFlag: '1' }).where('entNo', '=', school.entNo).where('workNo', '=', 'W777').execute(),
  )
  expect(await errorsOf(school, moved)).toEqual([{ fld: 'authTel', msg: '手机已认证，请用修改电话号码' }])
})

test('an import changes an employee once, keeps what its row leaves empty, and the new name is found', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  await importRows(school, [['郭慧', '女', 'W777', '10100000001', '', '教务处', '旧']])
  const [before] = (await client.call(emp.getpage, { keyWord: 'W777' })).datas
  await importRows(school, [['郭晓慧', '女', 'W777', '10100000003', '', '教务处', '']])
  const [after] = (await client.call(emp.getpage, { keyWord: 'gxh' })).datas
  expect(after).toEqual({
    ...before,
    empName: '郭晓慧',
    authTel: '101****0003',
    ver: (before?.ver ?? 0) + 1,
    updTm: after?.updTm,
  })
  await importRows(school, [['郭晓慧', '女', '', '10100000003', '', '教务处', '新']])
  const found = (await client.call(emp.getpage, { keyWord: 'w777' })).datas
  expect(found).toMatchObject([{ rem: '新', workNo: 'W777', ver: (before?.ver ?? 0) + 2 }])
})

test('of two departments with one name each is meant by its path, the top one by a leading stroke', async () => {
  const school = await makeSchool(server)
  await makeBranch(school)
  const row = (orgName: string) => ['郭慧', '女', 'W777', '10100000001', '', orgName, '']
  const [error] = (await errorsOf(school, row('教务处'))) ?? []
  expect(error?.msg).toBe('有 2 个部门叫“教务处”，请写上级，如 初中部/教务处；最上级的写 /教务处')
  for (const [written, orgNo] of [
    ['/教务处', school.orgNo],
    ['初中部/教务处', `${school.orgNo}-b`],
  ] as const) {
    await importRows(school, [row(written)])
    expect((await school.admin.client.call(emp.getpage, { keyWord: 'W777' })).datas[0]?.orgNo).toBe(orgNo)
  }
})

test('a department shows the people of the departments below it too, but not of deleted ones', async () => {
  const school = await makeSchool(server)
  const { entNo, orgNo, admin } = school
  await makeBranch(school)
  await makePerson({ ...school, orgNo: `${orgNo}-b` }, { name: '郭慧' })
  const namesIn = async (of: string) => (await admin.client.call(emp.getlist, { orgNo: of })).map(({ empName }) => empName)
  expect(await namesIn(`${orgNo}-a`)).toEqual(['郭慧'])
  expect(await namesIn(`${orgNo}-b`)).toEqual(['郭慧'])
  expect(await namesIn(orgNo)).toEqual(['陈晓雯'])
  expect((await admin.client.call(emp.getpage, { orgNo: `${orgNo}-a` })).recordCount).toBe(1)
  await asOwner(server, entNo, (db) => db.updateTable('org').set({ stt: '0' }).where('orgNo', '=', `${orgNo}-b`).execute())
  expect(await namesIn(`${orgNo}-a`)).toEqual([])
})
