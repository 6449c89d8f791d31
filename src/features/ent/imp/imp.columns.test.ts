import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { asOwner, makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { preview, previewRows, schoolOfTheList } from '../../../../test/support/staffList.ts'
import { imp } from '#contract/shell/imp.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a list on the second sheet, in another order and with misspelt titles, is understood, and any column can be mapped by hand', async () => {
  const school = await schoolOfTheList(server)
  const { client } = school.admin
  const shown = await preview(school, 'staff-hard.xlsx')
  const { batchNo, columns, heads } = shown
  const guessed = columns.filter((one) => one.guessed).map(({ title }) => title)
  expect(guessed).toContain('部门')
  expect(columns.filter(({ required, at }) => required && at === null)).toEqual([])
  const name = columns.find(({ fld }) => fld === 'empName')?.at ?? 0
  const swapped = await client.call(imp.setcolumns, { batchNo, columns: [{ fld: 'rem', at: name }] })
  expect(swapped.columns.find(({ fld }) => fld === 'empName')?.at).toBeNull()
  expect(swapped.errCnt).toBe(swapped.total)
  expect(await client.call(imp.setcolumns, { batchNo, columns: [{ fld: 'empName', at: name }] })).toMatchObject({
    errCnt: shown.errCnt,
  })
  expect(await client.answer(imp.setcolumns, { batchNo, columns: [{ fld: 'rem', at: heads.length }] })).toMatchObject({
    code: 10001,
  })
})

test('a column of numbers is not taken for work numbers because its title is alike', async () => {
  const school = await schoolOfTheList(server)
  const { columns } = await previewRows(
    school,
    [['1', '高明', '男', '13912345678', '教务处', '']],
    ['序号', '姓名', '性别', '手机', '部门', '备用'],
  )
  expect(columns.filter(({ at }) => at !== null).map(({ title }) => title)).toEqual(['姓名', '性别', '手机', '部门'])
})

test('岗位 and 民族 go into the archive, roles only by who may assign them and never beyond their own rights', async () => {
  const school = await schoolOfTheList(server)
  const { client } = school.admin
  const titles = ['姓名', '性别', '手机', '部门', '民族', '岗位', '角色']
  const row = ['高明', '男', '13912345678', '教务处', '汉族', '教师', '教职员工']
  const { batchNo, errCnt } = await previewRows(school, [row], titles)
  expect(errCnt).toBe(0)
  await client.call(emp.importempcreate, { batchNo })
  const archive = await asOwner(server, school.entNo, (db) =>
    db.selectFrom('emparch').select(['ntnl', 'pstn']).where('entNo', '=', school.entNo).execute(),
  )
  expect(archive).toEqual([{ ntnl: '01', pstn: '050' }])
  expect((await client.call(emp.getexpage, { keyWord: '高明' })).datas[0]?.roles).toMatchObject([{ name: '教职员工' }])
  expect((await previewRows(school, [row], titles)).sameCnt).toBe(1)
  const clerk = await makePerson(school, { roles: ['P030STAFF'] })
  const given = [
    { mdlCode: 'emp', pwrNo: '000006' },
    { mdlCode: 'emp', pwrNo: '000004' },
  ]
  const grant = (list: { mdlCode: string; pwrNo: string }[]) =>
    asOwner(server, school.entNo, (db) =>
      db
        .insertInto('emppwr')
        .values(list.map((one) => ({ ...one, entNo: school.entNo, empNo: clerk.empNo, addDelFlag: '1' })))
        .execute(),
    )
  await grant(given)
  const reasonFor = async (role: string) =>
    (await previewRows({ ...school, admin: clerk }, [[...row.slice(0, 6), role]], titles)).rows[0]?.errs.map(({ msg }) => msg)
  expect(await reasonFor('教职员工')).toEqual(['你没有分配角色的权限，请清空这一格'])
  await grant([{ mdlCode: 'role', pwrNo: '000005' }])
  expect(await reasonFor('教职员工')).toEqual([])
  expect(await reasonFor('学校管理员')).toEqual(['角色“学校管理员”的权限超过你自己的，不能分配'])
})

test('the template has every column, drop-downs, text cells and an example, and what is filled in comes back', async () => {
  const school = await schoolOfTheList(server)
  const { result } = await school.admin.client.answer(imp.template, { kind: 'emp' })
  const { sheets } = await readXlsx(result as Uint8Array, { readStyles: true })
  const [list, notes] = sheets
  expect(list?.rows[0]).toEqual([
    '★姓名',
    '★性别',
    '工号',
    '★手机',
    '身份证号',
    '出生日期',
    '民族',
    '★部门',
    '岗位',
    '角色',
    '备注',
  ])
  expect(list?.dataValidations?.length).toBe(5)
  expect(notes?.rows[0]).toEqual(['列', '必填', '怎么填'])
})
