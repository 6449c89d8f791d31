import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { cellsOf } from '../support/seedSchool.ts'
import { asOwner, makePerson, makeSchool, type Person, type School, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/**
 * Makes a school with two departments, each with somebody, and a secretary who reaches the first of them and what lies below it.
 */
async function makeSecretary() {
  const school = await makeSchool(server)
  const { client } = school.admin
  const near = (await client.call(org.create, { orgName: '语文组' })).orgNo
  const below = (await client.call(org.create, { orgName: '备课组', prtNo: near })).orgNo
  const far = (await client.call(org.create, { orgName: '数学组' })).orgNo
  const inNear = await makePerson({ ...school, orgNo: near }, { name: '周近' })
  const inBelow = await makePerson({ ...school, orgNo: below }, { name: '吴下' })
  const inFar = await makePerson({ ...school, orgNo: far }, { name: '郑远' })
  const secretary = await makePerson({ ...school, orgNo: near }, { name: '秘书' })
  await limit(school, secretary, near)
  return { school, near, below, far, inNear, inBelow, inFar, secretary }
}

/** Gives a role of departments with every right over people, and one department held through it. */
async function limit({ entNo }: School, { empNo }: Person, orgNo: string) {
  const roleNo = `R-${empNo}`
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('role').values({ entNo, roleNo, roleName: '部门秘书', roleItem: '3' }).execute()
    for (const mdlCode of ['emp', 'org', 'empgrp'])
      for (const pwrNo of ['000001', '000002', '000003', '000004', '000005', '000006', '000007', '000009'])
        await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode, pwrNo }).execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal: orgNo, dataType: 'org' }).execute()
  })
}

test('who holds a department through a role sees its people and those below it, in lists, counts and the tree', async () => {
  const { secretary, inNear, inBelow, inFar, near, below } = await makeSecretary()
  const { client } = secretary
  const seen = (await client.call(emp.getpage)).datas.map(({ empNo }) => empNo)
  expect(seen.sort()).toEqual([inNear.empNo, inBelow.empNo, secretary.empNo].sort())
  expect((await client.call(emp.getpage)).recordCount).toBe(3)
  const tree = await client.call(org.gettreewithstatis)
  expect(tree).toMatchObject([{ orgNo: near, ttlCnt: 3, items: [{ orgNo: below, ttlCnt: 1 }] }])
  expect(tree.length).toBe(1)
  expect(await client.answer(emp.getex, { empNo: inFar.empNo })).toEqual(await client.answer(emp.getex, { empNo: 'E999999999' }))
})

test('people and departments beyond it can neither be changed nor named in a list, as if they were not there', async () => {
  const { secretary, inNear, inFar, near, far, school } = await makeSecretary()
  const { client } = secretary
  const refused = [
    await client.answer(emp.update, { empNo: inFar.empNo, rem: '改' }),
    await client.answer(emp.disable, { datas: [inNear.empNo, inFar.empNo] }),
    await client.answer(emp.delete, { empNo: inFar.empNo }),
    await client.answer(org.update, { orgNo: far, orgName: '改名' }),
    await client.answer(org.create, { orgName: '外面', prtNo: far }),
    await client.answer(org.updateemporg, { orgNo: far, empNos: [inNear.empNo], keepFlag: '1' }),
    await client.answer(org.updateemporg, { orgNo: near, empNos: [inFar.empNo], keepFlag: '1' }),
    await client.answer(org.createorgemp, { orgNo: near, orgEmps: [{ empNo: inFar.empNo }] }),
    await client.answer(emp.create, { empName: '新人', sex: 'M', authTel: '13100000001', orgNos: [far] }),
  ]
  for (const { code } of refused) expect(code).not.toBe(0)
  const { datas } = await school.admin.client.call(emp.getpage, { stt: '1' })
  expect(datas.length).toBe(5)
  expect(datas.find(({ empNo }) => empNo === inFar.empNo)).toMatchObject({ orgName: '数学组', rem: null })
})

test('within it everything works as anywhere: people, departments, groups, and taking back', async () => {
  const { secretary, near, inFar } = await makeSecretary()
  const { client } = secretary
  const made = await client.call(emp.create, { empName: '新人', sex: 'F', authTel: '13100000002', orgNos: [near] })
  expect(made).toMatchObject({ empName: '新人', orgName: '语文组' })
  await client.call(emp.disable, { datas: [made.empNo] })
  await client.call(history.undo, { op: client.lastOp })
  expect((await client.call(emp.getex, { empNo: made.empNo })).stt).toBe('1')
  const child = await client.call(org.create, { orgName: '新小组', prtNo: near })
  expect(child.prtNo).toBe(near)
  const group = await client.call(empgrp.create, { grpName: '通知', grpType: '1' })
  await client.call(empgrp.creatembr, { grpNo: group.grpNo, empNos: [made.empNo] })
  expect(await client.answer(empgrp.creatembr, { grpNo: group.grpNo, empNos: [inFar.empNo] })).toMatchObject({ code: 10006 })
})

test('an export holds nobody beyond it', async () => {
  const { secretary, inNear, inFar } = await makeSecretary()
  const bytes = (await secretary.client.answer(emp.export, { flds: ['empName', 'orgName'] })).result as Uint8Array
  const cells = await cellsOf(bytes.buffer as ArrayBuffer)
  expect(cells).toContain(await nameOf(inNear))
  expect(cells).not.toContain(await nameOf(inFar))
})

const nameOf = async ({ entNo, empNo }: Person) =>
  (await server.owner.query('select emp_name from emp where ent_no = $1 and emp_no = $2', [entNo, empNo])).rows[0].emp_name

test('a role of departments without any department sees nobody', async () => {
  const { secretary, school } = await makeSecretary()
  await asOwner(server, school.entNo, (db) =>
    db.deleteFrom('empdatapwr').where('entNo', '=', school.entNo).where('empNo', '=', secretary.empNo).execute(),
  )
  expect((await secretary.client.call(emp.getpage)).recordCount).toBe(0)
  expect(await secretary.client.call(org.gettree)).toEqual([])
})

test('a second role without a limit lifts it, with the next request', async () => {
  const { secretary, school } = await makeSecretary()
  expect((await secretary.client.call(emp.getpage)).recordCount).toBe(3)
  const { entNo } = school
  await asOwner(server, entNo, (db) =>
    db.insertInto('emprole').values({ entNo, empNo: secretary.empNo, roleNo: 'P030STAFF' }).execute(),
  )
  expect((await secretary.client.call(emp.getpage)).recordCount).toBe(5)
})
