import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, clientOf, makePerson, makeSchool, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { facts, schoolOfTheList, send, preview } from '../../../../../test/support/staffList.ts'
import { emp } from '../emp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a staff list saved by LibreOffice is previewed row by row, with the reason of each bad cell', async () => {
  const school = await schoolOfTheList(server)
  const shown = await preview(school)
  expect(shown).toMatchObject({
    total: 200,
    addCnt: 195,
    updCnt: 0,
    sameCnt: 0,
    errCnt: 5,
    okCnt: 195,
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
  const school = await schoolOfTheList(server)
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
  expect(datas[0]?.idNo).toBe('••••')
  for (const keyWord of [facts.known.phone, facts.known.phone.slice(-4), 'oyxf'])
    expect((await client.call(emp.getpage, { keyWord })).recordCount).toBe(1)
  expect((await client.call(emp.getpage, { pageSize: 100 })).recordCount).toBe(196)
  expect((await client.call(emp.getlist, {})).length).toBe(196)
})

test('the same list a second time changes nothing, and a changed cell is named', async () => {
  const school = await schoolOfTheList(server)
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
  const school = await schoolOfTheList(server)
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
  const school = await schoolOfTheList(server)
  const { batchNo } = await preview(school)
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  const other = await makeSchool(server)
  for (const client of [colleague.client, other.admin.client])
    expect(await client.answer(emp.importempcreate, { batchNo })).toMatchObject({ code: 10002 })
})

test('cells wait for their confirmation sealed, and nothing of the list is readable in the database before', async () => {
  const school = await schoolOfTheList(server)
  await preview(school)
  const { rows } = await server.owner.query('select vals from imp_row where ent_no = $1', [school.entNo])
  expect(rows.length).toBe(200)
  expect(JSON.stringify(rows)).not.toContain(facts.known.phone)
  const { rows: people } = await server.owner.query('select id_no from emp where ent_no = $1', [school.entNo])
  expect(people.every(({ id_no }) => id_no === null || id_no.startsWith('1:'))).toBe(true)
})

test('what is no staff list is refused with a sentence', async () => {
  const school = await schoolOfTheList(server)
  const { client } = school.admin
  const tell = async (name: string) => (await client.answer(emp.importemp, { fileNo: (await send(school, name)).fileNo })).message
  expect(await tell('no-header.xlsx')).toMatch(/^前 10 行里没有找到表头。工作簿需要这些列：姓名、性别、手机、部门/)
  expect(await tell('empty.xlsx')).toMatch(/^前 10 行里没有找到表头/)
  await expect(send(school, 'renamed.xlsx')).rejects.toThrow('这是网页（HTML），不是 .xlsx 工作簿')
  expect(await client.answer(emp.importemp, { fileNo: 'F999999999' })).toMatchObject({ code: 10002 })
  expect(await clientOf(server).answer(emp.importemp, { fileNo: 'F1' })).toMatchObject({ code: 50008 })
})

test('what a colleague left unconfirmed for more than a week is gone with the next preview', async () => {
  const school = await schoolOfTheList(server)
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
