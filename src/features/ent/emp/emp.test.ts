import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDigit } from '#contract/idNumber.ts'
import { upload } from '#features/file/upload/upload.contract.ts'
import { asOwner, clientOf, makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/harness.ts'
import { emp } from './emp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const fixtures = new URL('../../../../test/fixtures/', import.meta.url)
const facts = JSON.parse(readFileSync(new URL('staff-200.json', fixtures), 'utf8'))
const departments = [
  '校长办公室',
  '德育处',
  '总务处',
  '信息中心',
  '财务室',
  '校医室',
  '语文教研组',
  '数学教研组',
  '英语教研组',
  '科学教研组',
  '体艺教研组',
]

async function schoolOfTheList(): Promise<School> {
  const school = await makeSchool(server)
  await asOwner(server, school.entNo, async (db) => {
    const rows = departments.map((orgName, i) => ({ entNo: school.entNo, orgNo: `${school.orgNo}-${i}`, orgName }))
    await db.insertInto('org').values(rows).execute()
  })
  return school
}

/** 初中部 with a 教务处 of its own. */
const makeBranch = ({ entNo, orgNo }: School) =>
  asOwner(server, entNo, async (db) => {
    await db
      .insertInto('org')
      .values({ entNo, orgNo: `${orgNo}-a`, orgName: '初中部' })
      .execute()
    await db
      .insertInto('org')
      .values({ entNo, orgNo: `${orgNo}-b`, orgName: '教务处', prtNo: `${orgNo}-a` })
      .execute()
  })

async function send(school: School, name: string) {
  const file = new File([readFileSync(new URL(name, fixtures))], name)
  return school.admin.client.call(upload.upload, { file })
}

const preview = async (school: School, name = 'staff-200.xlsx') =>
  school.admin.client.call(emp.importemp, { fileNo: (await send(school, name)).fileNo })

const titles = ['姓名', '性别', '工号', '手机', '身份证号', '部门', '备注']
const idNoOf = (digits: string) => digits + checkDigit(digits)

async function previewRows(school: School, rows: string[][]) {
  const content = await writeXlsx({ sheets: [{ name: '名册', rows: [titles, ...rows] }] })
  const { fileNo } = await school.admin.client.call(upload.upload, { file: new File([Buffer.from(content)], '名册.xlsx') })
  return school.admin.client.call(emp.importemp, { fileNo })
}

async function importRows(school: School, rows: string[][]) {
  const { batchNo } = await previewRows(school, rows)
  return school.admin.client.call(emp.importempcreate, { batchNo })
}

const errorsOf = async (school: School, row: string[]) => (await previewRows(school, [row])).rows[0]?.errs

test('a staff list saved by LibreOffice is previewed row by row, with the reason of each bad cell', async () => {
  const school = await schoolOfTheList()
  const shown = await preview(school)
  expect(shown).toMatchObject({
    total: 200,
    addCnt: 195,
    updCnt: 0,
    sameCnt: 0,
    errCnt: 5,
    okCnt: 195,
    ignored: ['序号', '入职日期'],
  })
  const bad = shown.rows.filter(({ act }) => act === 'skip')
  expect(bad.map(({ rowNo }) => rowNo)).toEqual(facts.bad.map(({ row }: { row: number }) => row))
  expect(bad.map(({ errs }) => errs.map(({ msg }) => msg).join())).toEqual([
    '姓名不能为空',
    '手机应为 1 开头的 11 位数字',
    expect.stringMatching(/^身份证号校验位应为/),
    '部门“后勤保障处”不存在',
    '手机与第 58 行相同',
  ])
  expect((await school.admin.client.call(emp.getpage, {})).recordCount).toBe(1)
})

test('what the preview promised is written in one go, once, and its people are found', async () => {
  const school = await schoolOfTheList()
  const { client } = school.admin
  const { batchNo } = await preview(school)
  const both = await Promise.all([
    client.answer(emp.importempcreate, { batchNo }),
    client.answer(emp.importempcreate, { batchNo }),
  ])
  expect(both.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 40003])
  expect(both.find(({ code }) => code === 0)).toMatchObject({
    message: '添加成功',
    result: { total: 200, addCnt: 195, errCnt: 5 },
  })
  const { datas, recordCount } = await client.call(emp.getpage, { keyWord: '欧阳' })
  expect([recordCount, datas[0]?.empName, datas[0]?.orgName]).toEqual([1, facts.known.name, '数学教研组'])
  expect(datas[0]?.authTel).toBe(`${facts.known.phone.slice(0, 3)}****${facts.known.phone.slice(-4)}`)
  expect(datas[0]?.idNo).toMatch(/^98\d{2}\*{10}\d{3}[\dX]$/)
  for (const keyWord of [facts.known.phone, facts.known.phone.slice(-4), 'oyxf'])
    expect((await client.call(emp.getpage, { keyWord })).recordCount).toBe(1)
  expect((await client.call(emp.getpage, { pageSize: 100 })).recordCount).toBe(196)
  expect((await client.call(emp.getlist, {})).length).toBe(196)
})

test('the same list a second time changes nothing, and a changed cell is named', async () => {
  const school = await schoolOfTheList()
  const { client } = school.admin
  await client.call(emp.importempcreate, { batchNo: (await preview(school)).batchNo })
  const again = await preview(school)
  expect(again).toMatchObject({ addCnt: 0, updCnt: 0, sameCnt: 195, errCnt: 5 })
  expect(await client.answer(emp.importempcreate, { batchNo: again.batchNo })).toMatchObject({ code: 40005 })
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('emp').set({ rem: '改过', sex: 'U' }).where('empName', '=', facts.known.name).execute(),
  )
  const changed = await preview(school)
  expect(changed).toMatchObject({ updCnt: 1, sameCnt: 194 })
  expect(changed.rows.find(({ act }) => act === 'upd')?.chg).toContain('sex')
  await client.call(emp.importempcreate, { batchNo: changed.batchNo })
  expect((await client.call(emp.getpage, { keyWord: '欧阳' })).datas[0]?.sex).not.toBe('U')
})

test('where the world changed since the preview nothing is written and the new preview is shown', async () => {
  const school = await schoolOfTheList()
  const { client } = school.admin
  const { batchNo } = await preview(school)
  await makePerson(school, { workNo: 'T0086' })
  const refused = await client.answer(emp.importempcreate, { batchNo })
  expect(refused).toMatchObject({ code: 40004, result: { batchNo, addCnt: 194, updCnt: 1, errCnt: 5 } })
  expect((await client.call(emp.getpage, {})).recordCount).toBe(2)
  await client.call(emp.importempcreate, { batchNo })
  expect((await client.call(emp.getpage, {})).recordCount).toBe(196)
})

test('a batch belongs to who made it, and a stranger to the school cannot write it', async () => {
  const school = await schoolOfTheList()
  const { batchNo } = await preview(school)
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  const other = await makeSchool(server)
  for (const client of [colleague.client, other.admin.client])
    expect(await client.answer(emp.importempcreate, { batchNo })).toMatchObject({ code: 10002 })
})

test('cells wait for their confirmation sealed, and nothing of the list is readable in the database before', async () => {
  const school = await schoolOfTheList()
  await preview(school)
  const { rows } = await server.owner.query('select vals from imp_row where ent_no = $1', [school.entNo])
  expect(rows.length).toBe(200)
  expect(JSON.stringify(rows)).not.toContain(facts.known.phone)
  const { rows: people } = await server.owner.query('select id_no from emp where ent_no = $1', [school.entNo])
  expect(people.every(({ id_no }) => id_no === null || id_no.startsWith('1:'))).toBe(true)
})

test('what is no staff list is refused with a sentence', async () => {
  const school = await schoolOfTheList()
  const { client } = school.admin
  const tell = async (name: string) => (await client.answer(emp.importemp, { fileNo: (await send(school, name)).fileNo })).message
  expect(await tell('no-header.xlsx')).toMatch(/^没有找到表头。工作簿需要这些列：姓名、性别、手机、部门/)
  expect(await tell('empty.xlsx')).toMatch(/^没有找到表头/)
  await expect(send(school, 'renamed.xlsx')).rejects.toThrow('文件已损坏或不是所标的类型')
  expect(await client.answer(emp.importemp, { fileNo: 'F999999999' })).toMatchObject({ code: 10002 })
  expect(await clientOf(server).answer(emp.importemp, { fileNo: 'F1' })).toMatchObject({ code: 50008 })
})

test('two rows that mean one employee are not both taken: the later names the earlier', async () => {
  const school = await makeSchool(server)
  await importRows(school, [['高明', '男', 'W777', '10100000001', '', '教务处', '']])
  const { rows } = await previewRows(school, [
    ['高明', '男', '', '10100000001', '', '教务处', '改过'],
    ['郭慧', '女', 'W777', '10100000002', '', '教务处', ''],
  ])
  expect(rows.map(({ act }) => act)).toEqual(['upd', 'skip'])
  expect(rows[1]?.errs).toEqual([{ fld: 'empName', msg: '与第 2 行是同一人' }])
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

test('what a colleague left unconfirmed for more than a week is gone with the next preview', async () => {
  const school = await schoolOfTheList()
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  const { batchNo } = await preview({ ...school, admin: colleague })
  await asOwner(server, school.entNo, async (db) => {
    await sql`alter table imp_batch disable trigger stamp`.execute(db)
    await sql`update imp_batch set crt_tm = now() - interval '8 days' where batch_no = ${batchNo}`.execute(db)
    await sql`alter table imp_batch enable trigger stamp`.execute(db)
  })
  await preview(school)
  expect(await colleague.client.answer(emp.importempcreate, { batchNo })).toMatchObject({ code: 40003 })
  const { rows } = await server.owner.query('select 1 from imp_row where batch_no = $1', [batchNo])
  expect(rows).toEqual([])
})
