import { afterAll, beforeAll, expect, test } from 'vitest'
import { codegnrt } from '#features/ecb/codegnrt/codegnrt.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { scharch } from '#features/ent/scharch/scharch.contract.ts'
import { modules } from '#contract/modules.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { linesAt } from '../../../../test/support/firstPage.ts'
import { unstamped } from '../../../../test/support/unstamped.ts'
import {
  asOwner,
  makePerson,
  makeSchool,
  type Person,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { seedPupils } from '../../../../test/support/seedPupils.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { workbook } from '../../../../test/support/seedRecords.ts'
import { closeAfterFiles, portrait } from '../../../../test/support/uploads.ts'
import { applicationEntries, figureWords, home } from './home.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => closeAfterFiles(server))

const figuresOf = async ({ client }: Person) =>
  Object.fromEntries((await client.call(home.get)).figures.map(({ code, cnt }) => [code, cnt]))
const taskOf = async ({ client }: Person, code: string) => (await client.call(home.get)).tasks.find((task) => task.code === code)

/** Gives a role over people of one department alone, or over all. */
async function giveRole({ entNo, empNo }: Person, orgNo?: string) {
  const roleNo = `R-${empNo}`
  await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('role')
      .values({ entNo, roleNo, roleName: `秘书${empNo}`, roleItem: orgNo ? '3' : '1' })
      .execute()
    for (const mdlCode of ['org', 'emp', 'photo', 'userlgn', 'session'])
      for (const pwrNo of ['000004', '000005', '000008'])
        await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode, pwrNo }).execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    if (orgNo) await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal: orgNo, dataType: 'org' }).execute()
  })
}

test('the labels of the entries are those of their modules', () => {
  const named = new Map(modules.map(({ code, name }) => [code, name]))
  for (const { name, mdlCode } of applicationEntries) expect([mdlCode, named.get(mdlCode) ?? name]).toEqual([mdlCode, name])
})

test('who may see nothing is told of nothing', async () => {
  const { client } = await makePerson(await makeSchool(server))
  expect(await client.call(home.get)).toEqual({
    lastTm: null,
    figures: [],
    classes: [],
    birthdays: [],
    newcomers: [],
    today: [],
    departments: [],
    tasks: [],
    steps: [],
  })
  expect(await client.call(home.getlogins)).toEqual([])
  expect(await client.call(home.getcharts)).toEqual({ grades: null, departments: null, signIns: null })
})

test('each figure, and each task, is the number of lines in the list that it leads to', async () => {
  const school = await makeSchool(server)
  const { admin } = school
  const person = await makePerson(school, { roles: ['P030STAFF'] })
  await makeSchool(server)
  await admin.client.call(emp.disable, { datas: [person.empNo] })
  await admin.client.call(empgrp.create, { grpName: '值班', grpType: '1' })
  await seedPupils(server, school.entNo, '甲', { ...admin, op: crypto.randomUUID() })
  const [suspended, left] = (await admin.client.call(stu.getlist)).map(({ stuNo }) => stuNo) as [string, string]
  await admin.client.call(stu.disable, { stuNos: [suspended], lvRsn: '养病' })
  await admin.client.call(stu.transfer, { stuNos: [left], lvDt: '20260901', lvRsn: '搬家' })
  const bureau = await makeSchool(server, { idntNo: '020' })
  await makeSchool(server, { prtNo: bureau.entNo })
  const operator = await makeOperator(server)
  await server.owner.query(`update ent set stt = '3' where ent_no = $1`, [(await makeSchool(server)).entNo])
  for (const { client } of [admin, bureau.admin, operator]) {
    const { figures, tasks } = await client.call(home.get)
    const told = figures.filter(({ code }) => code !== 'entemp')
    for (const { code, cnt } of told) expect([code, cnt]).toEqual([code, await linesAt(client, figureWords[code].path)])
    for (const { code, cnt, path } of tasks) expect([code, cnt]).toEqual([code, await linesAt(client, path)])
  }
  expect(await figuresOf(bureau.admin)).toMatchObject({ ent: 2, school: 1, entemp: 2, emp: 1 })
  expect(await figuresOf(admin)).not.toHaveProperty('ent')
  expect(await figuresOf(admin)).toMatchObject({ stu: 1, ptr: 1 })
  for (const { unitNo, manCnt, womanCnt, otherCnt } of (await admin.client.call(home.getcharts)).grades ?? [])
    expect(manCnt + womanCnt + otherCnt).toBe(await linesAt(admin.client, `/ent/stu?unitNo=${unitNo}`))
})

test('who reaches one department is told of the people there alone', async () => {
  const school = await makeSchool(server)
  const { admin, entNo } = school
  const { orgNo } = await admin.client.call(org.create, { orgName: '语文组' })
  const secretary = await makePerson(school)
  await giveRole(secretary, orgNo)
  const near = await makePerson({ ...school, orgNo })
  const far = await makePerson(school)
  for (const { empNo } of [near, far]) {
    const { fileNo } = await admin.client.call(upload.upload, { file: await portrait() })
    const applyNo = `L-${empNo}`
    const row = { entNo, applyNo, empNo, phtType: 'card', fileNo, userNo: admin.userNo }
    await asOwner(server, entNo, (db) => db.insertInto('phtapply').values(row).execute())
  }
  expect(await figuresOf(secretary)).toMatchObject({ emp: 1, auth: 0, org: 1 })
  expect(await taskOf(secretary, 'photo')).toMatchObject({ cnt: 1, text: '1 张照片等待审核' })
  expect(await taskOf(admin, 'photo')).toMatchObject({ cnt: 2 })
  expect((await secretary.client.call(home.getcharts)).departments).toEqual([
    { orgNo, orgName: '语文组', isDirect: false, cnt: 1 },
  ])
  const { signIns } = await secretary.client.call(home.getcharts)
  expect(signIns?.every(({ tries }) => tries === 0)).toBe(true)
})

test('a change of a month counts who came, who left and who is out of use since then', async () => {
  const school = await makeSchool(server)
  const { admin, entNo } = school
  const [left, out, back] = [await makePerson(school), await makePerson(school), await makePerson(school)]
  await admin.client.call(emp.disable, { datas: [back.empNo] })
  expect((await admin.client.call(home.get)).figures.filter(({ change }) => change !== null)).toEqual([])
  await unstamped(server, `update emp set crt_tm = now() - interval '40 days' where ent_no = $1`, [entNo])
  await unstamped(server, `update org set crt_tm = now() - interval '40 days' where ent_no = $1`, [entNo])
  await unstamped(server, `update ent set crt_tm = now() - interval '40 days' where ent_no = $1`, [entNo])
  await unstamped(server, `delete from history where ent_no = $1`, [entNo])
  await admin.client.call(emp.delete, { empNo: left.empNo })
  await admin.client.call(emp.disable, { datas: [out.empNo] })
  await admin.client.call(emp.enable, { datas: [back.empNo] })
  for (const name of ['甲', '乙', '丙']) await makePerson(school, { name })
  await admin.client.call(org.create, { orgName: '语文组' })
  const { figures } = await admin.client.call(home.get)
  const changes = Object.fromEntries(figures.map(({ code, change }) => [code, change]))
  // Expects two gone, one back, three new.
  expect(changes).toMatchObject({ emp: 2, org: 1, empgrp: 0, session: null })
})

test('photos wait for whoever reviews them, and no longer once they are reviewed', async () => {
  const school = await makeSchool(server)
  const { admin } = school
  const person = await makePerson(school, { roles: ['P030STAFF', 'P030CLASS'] })
  const hand = async () => {
    const { fileNo } = await person.client.call(upload.upload, { file: await portrait() })
    await person.client.call(emp.applyforempcardpht, { empNo: person.empNo, cardPht: fileNo })
    return (await admin.client.call(photo.getpage, {})).datas.map(({ applyNo }) => applyNo)
  }
  const applyNos = await hand()
  expect(await taskOf(admin, 'photo')).toMatchObject({ cnt: 1, path: '/ent/photo' })
  // Checks that a head teacher, who does not review photos, has no such task.
  expect(await taskOf(person, 'photo')).toBeUndefined()
  await admin.client.call(photo.reject, { applyNos, rsn: '光线太暗' })
  expect(await taskOf(admin, 'photo')).toBeUndefined()
  expect(await taskOf(person, 'ownphoto')).toMatchObject({ text: '你的证件照没有通过：光线太暗', path: '/profile/index' })
  await admin.client.call(photo.pass, { applyNos: await hand() })
  expect(await taskOf(person, 'ownphoto')).toBeUndefined()
})

test('an import waits for its maker alone, until it is written or given up', async () => {
  const school = await makeSchool(server)
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  const { client } = school.admin
  const { fileNo } = await client.call(upload.upload, { file: await workbook('张三') })
  const { batchNo } = await client.call(emp.importemp, { fileNo })
  const task = await taskOf(school.admin, 'imp')
  expect(task).toMatchObject({ cnt: 1, text: '1 批导入还没有写入', path: '/ent/imp?impStt=1' })
  expect(await linesAt(client, task?.path ?? '')).toBe(1)
  expect(await taskOf(colleague, 'imp')).toBeUndefined()
  await client.call(imp.close, { batchNo })
  expect(await taskOf(school.admin, 'imp')).toBeUndefined()
})

test('numbers that run out, and enterprises that are not finished, wait for the operators of the platform', async () => {
  const operator = await makeOperator(server)
  const { admin } = await makeSchool(server)
  const agent = await makeSchool(server, { idntNo: '040' })
  const { entNo } = await makeSchool(server, { prtNo: agent.entNo })
  await server.owner.query(`update ent set stt = '3' where ent_no = $1`, [entNo])
  await operator.client.call(codegnrt.create, { gnrtCode: 'FULL_NO', fixBit: 3, maxVal: 100 })
  await server.owner.query(`update codegnrt set cur_val = 91 where gnrt_code = 'FULL_NO'`)
  expect(await taskOf(operator, 'codegnrt')).toMatchObject({ cnt: 1, text: '编号规则 FULL_NO 快用完了' })
  expect((await taskOf(operator, 'ent'))?.cnt).toBeGreaterThan(0)
  // Checks that an agent, who brings customers, does not enable them.
  for (const person of [admin, agent.admin])
    expect([await taskOf(person, 'codegnrt'), await taskOf(person, 'ent')]).toEqual([undefined, undefined])
  await operator.client.call(codegnrt.delete, { gnrtCode: 'FULL_NO' })
  expect(await taskOf(operator, 'codegnrt')).toBeUndefined()
})

test('a new school is told step by step how to begin, and no more when all is done', async () => {
  const school = await makeSchool(server)
  const { admin, orgNo } = school
  const { client } = admin
  const open = async () => (await client.call(home.get)).steps.filter(({ isDone }) => !isDone).map(({ code }) => code)
  expect(await open()).toEqual(['facts', 'scharch', 'units', 'org', 'emp', 'stu', 'leader', 'auth', 'role'])
  await client.call(ent.update, { linkMan: '陈晓雯', linkTel: '010-62345678' })
  await client.call(scharch.set, { prvn: '河北省', city: '石家庄市', adr: '学府路 1 号' })
  expect(await open()).toEqual(['units', 'org', 'emp', 'stu', 'leader', 'auth', 'role'])
  const year = Number((await client.call(edcunit.gettree))[0]?.curSchYear)
  const grades = { prtNo: rootUnitOf(school.entNo), stdyPrd: '1' as const, grades: [{ entrYear: year, clsCnt: 1 }] }
  await client.call(edcunit.creategradeandclass, grades)
  const units = await client.call(edcunit.getlist, { unitType: '5' })
  await client.call(stu.create, { stuName: '小明', sex: 'M', unitNo: units[0]?.unitNo as string })
  const department = await client.call(org.create, { orgName: '语文组' })
  const person = await client.call(emp.create, { empName: '高明', sex: 'M', authTel: '15900000001', orgNos: [department.orgNo] })
  expect(await open()).toEqual(['leader', 'auth', 'role'])
  await client.call(org.updateandleademp, { orgNo, leadEmpNos: [admin.empNo] })
  await client.call(org.updateandleademp, { orgNo: department.orgNo, leadEmpNos: [person.empNo] })
  await client.call(emp.auth, { empNo: person.empNo })
  expect(await open()).toEqual(['role'])
  await client.call(emprole.createroleemp, { roleNo: 'P030STAFF', empNos: [person.empNo] })
  expect((await client.call(home.get)).steps).toEqual([])
})

test('who may not do a step is not shown it', async () => {
  const teacher = await makePerson(await makeSchool(server), { roles: ['P030CLASS', 'P030STAFF'] })
  expect((await teacher.client.call(home.get)).steps).toEqual([])
})

test('my departments say who leads them and how to reach them', async () => {
  const school = await makeSchool(server)
  const { admin, orgNo, entNo } = school
  const teacher = await makePerson(school, { name: '高明', roles: ['P030STAFF'] })
  await admin.client.call(org.updateandleademp, { orgNo, tel: '010-62345678', leadEmpNos: [admin.empNo] })
  await server.owner.query(`update emp set emp_name = '周校长' where ent_no = $1 and emp_no = $2`, [entNo, admin.empNo])
  expect((await teacher.client.call(home.get)).departments).toEqual([
    { orgNo, orgName: '教务处', tel: '010-62345678', leaders: '周校长', cnt: 2 },
  ])
})

test('the sign-in before this one is told, to its owner alone', async () => {
  const school: School = await makeSchool(server)
  const { admin } = school
  await server.owner.query(
    `insert into login_log (at, name, user_no, result) values ('2026-01-02 03:04:05+08', 'x', $1, 'ok'), (now() - interval '1 minute', 'x', $1, 'wrongPassword')`,
    [admin.userNo],
  )
  expect((await admin.client.call(home.get)).lastTm).toBe('20260102030405')
})
