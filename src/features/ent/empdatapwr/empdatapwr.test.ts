import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { asOwner, makePerson, makeSchool, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { empdatapwr } from './empdatapwr.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Seeds a grade of two classes, one with a pupil. */
async function seedUnits({ entNo }: School) {
  await asOwner(server, entNo, async (db) => {
    // Replaces the root that comes with a school.
    await db.deleteFrom('edcunit').where('entNo', '=', entNo).execute()
    const unit = (unitNo: string, unitName: string, unitType: string, prtNo: string | null) =>
      db.insertInto('edcunit').values({ entNo, unitNo, unitName, unitType, prtNo }).execute()
    await unit('U1', '学校', '1', null)
    await unit('U2', '八年级', '4', 'U1')
    await unit('U3', '八年级（1）班', '5', 'U2')
    await unit('U4', '八年级（2）班', '5', 'U2')
    await db.insertInto('stu').values({ entNo, stuNo: 'S1', stuName: '小明', unitNo: 'U3', sex: 'M' }).execute()
  })
}

async function makeTeacher() {
  const school = await makeSchool(server)
  await seedUnits(school)
  const person = await makePerson(school, { name: '李娜', roles: ['P030CLASS'] })
  return { school, person, admin: school.admin.client, of: { empNo: person.empNo, roleNo: 'P030CLASS' } }
}

const flags = (nodes: { dataVal: string; chkFlag: string; halfFlag: string; endFlag: string }[]) =>
  nodes.map(({ dataVal, chkFlag, halfFlag, endFlag }) => [dataVal, chkFlag, halfFlag, endFlag].join(' '))

test('a head teacher is given her class: the tree shows what is held and what lies below', async () => {
  const { admin, of } = await makeTeacher()
  expect(flags(await admin.call(empdatapwr.getchdpwr, of))).toEqual(['U1 0 0 0'])
  await admin.call(empdatapwr.set, { ...of, dataPwrs: [{ dataVal: 'U3', dataType: 'unit' }] })
  expect(flags(await admin.call(empdatapwr.getchdpwr, of))).toEqual(['U1 0 1 0'])
  expect(flags(await admin.call(empdatapwr.getchdpwr, { ...of, prtNo: 'U2' }))).toEqual(['U3 1 0 1', 'U4 0 0 1'])
  expect(await admin.call(empdatapwr.getcover, { units: ['U2'] })).toMatchObject({ unitCnt: 3, stuCnt: 1 })
  expect(await admin.call(empdatapwr.getrolelist, { empNo: of.empNo })).toEqual([
    { roleNo: 'P030CLASS', roleName: '班主任', level: 'unit', unitType: '5', dataCnt: 1, msgCnt: 0 },
  ])
  await admin.call(empdatapwr.setempmsgpwr, { ...of, dataPwrs: [{ dataVal: 'U4', dataType: 'unit' }] })
  expect(flags(await admin.call(empdatapwr.getchdpwr, { ...of, prtNo: 'U2', msgFlag: '1' }))).toEqual(['U3 0 0 1', 'U4 1 0 1'])
})

test('a role for classes takes classes alone, told by name', async () => {
  const { admin, of } = await makeTeacher()
  const refused = { code: 10001, message: expect.stringMatching(/^“班主任”只负责班级，“.+”不是班级，请改选班级$/) }
  for (const call of [empdatapwr.set, empdatapwr.setempmsgpwr])
    expect(await admin.answer(call, { ...of, dataPwrs: [{ dataVal: 'U2', dataType: 'unit' }] })).toMatchObject(refused)
  const byGrade = { dataVal: 'U2', roleNo: 'P030CLASS', empNos: [of.empNo] }
  expect(await admin.answer(empdatapwr.setbydataval, byGrade)).toMatchObject(refused)
  await admin.call(empdatapwr.setbydataval, { ...byGrade, roleNo: 'P030GRADE' })
})

test('the other way round: for one class its holders are set, who get the role with it', async () => {
  const { school, person, admin } = await makeTeacher()
  const other = await makePerson(school, { name: '王芳' })
  const at = { dataVal: 'U4', roleNo: 'P030CLASS' }
  await admin.call(empdatapwr.setbydataval, { ...at, empNos: [person.empNo, other.empNo] })
  expect((await admin.call(empdatapwr.getholders, at)).map(({ empName }) => empName)).toEqual(['李娜', '王芳'])
  await admin.call(empdatapwr.setbydataval, { ...at, empNos: [other.empNo] })
  expect((await admin.call(empdatapwr.getholders, at)).map(({ empName }) => empName)).toEqual(['王芳'])
  expect((await other.client.call(emp.getpage)).recordCount).toBeGreaterThan(0)
})

test('departments limit with the next request, and what is not there or another school’s is refused', async () => {
  const { school, person, admin, of } = await makeTeacher()
  const { orgNo } = await admin.call(org.create, { orgName: '语文组' })
  expect((await person.client.call(emp.getpage)).recordCount).toBe(2)
  await admin.call(empdatapwr.set, { ...of, dataPwrs: [{ dataVal: orgNo, dataType: 'org' }] })
  expect((await person.client.call(emp.getpage)).recordCount).toBe(0)
  const beside = await makeSchool(server)
  for (const dataVal of [beside.orgNo, 'O99999999'])
    expect(await admin.answer(empdatapwr.set, { ...of, dataPwrs: [{ dataVal, dataType: 'org' }] })).toMatchObject({ code: 10006 })
  expect(await admin.answer(empdatapwr.set, { ...of, roleNo: 'P030GRADE', dataPwrs: [] })).toMatchObject({ code: 10002 })
  expect(school.orgNo).not.toBe(orgNo)
})
