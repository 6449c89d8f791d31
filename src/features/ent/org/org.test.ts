import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeSchool, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { emp } from '../emp/emp.contract.ts'
import { type CountedNode, departmentDepthLimit, org } from './org.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

async function department({ admin }: School, orgName: string, prtNo?: string) {
  return (await admin.client.call(org.create, { orgName, prtNo })).orgNo
}

/** Draws departments as `name direct/total`, children in brackets. */
const drawn = (nodes: CountedNode[]): string =>
  nodes
    .map(({ orgName, drctCnt, ttlCnt, items }) => `${orgName} ${drctCnt}/${ttlCnt}${items.length ? `(${drawn(items)})` : ''}`)
    .join(' ')

const drawnTree = async ({ admin }: School) => drawn(await admin.client.call(org.gettreewithstatis))

const membersOf = async ({ admin }: School, orgNo: string) =>
  (await admin.client.call(org.getorgemplist, { orgNo })).map(
    ({ empName, mstFlag, leadFlag }) => `${empName}${mstFlag === '1' ? '主' : ''}${leadFlag === '1' ? '领' : ''}`,
  )

test('a department counts its own people and, once each, those of all below it', async () => {
  const school = await makeSchool(server)
  const lower = await department(school, '初中部', school.orgNo)
  const person = await makePerson({ ...school, orgNo: lower }, { name: '高明' })
  await school.admin.client.call(org.createorgemp, { orgNo: school.orgNo, orgEmps: [{ empNo: person.empNo }] })
  expect(await drawnTree(school)).toBe('教务处 2/2(初中部 1/1)')
})

test('whoever is in several departments counts once in each department above them', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [a, b] = [await department(school, '甲处', school.orgNo), await department(school, '乙处', school.orgNo)]
  const c = await department(school, '丙组', a)
  const people = [await makePerson({ ...school, orgNo: a }), await makePerson({ ...school, orgNo: c })].map(({ empNo }) => ({
    empNo,
  }))
  for (const orgNo of [b, c, school.orgNo]) await client.call(org.createorgemp, { orgNo, orgEmps: people })
  expect(await drawnTree(school)).toBe('教务处 3/3(甲处 1/2(丙组 2/2) 乙处 2/2)')
  await client.call(emp.disable, { datas: [people[0]?.empNo ?? ''] })
  expect(await drawnTree(school)).toBe('教务处 2/2(甲处 0/1(丙组 1/1) 乙处 1/1)')
  await client.call(emp.delete, { empNo: people[1]?.empNo ?? '' })
  expect(await drawnTree(school)).toBe('教务处 1/1(甲处 0/0(丙组 0/0) 乙处 0/0)')
})

test('a department has the initials of its name as help code, also after it was renamed', async () => {
  const { admin } = await makeSchool(server)
  const { orgNo, helpCode } = await admin.client.call(org.create, { orgName: '重点项目办公室' })
  expect(helpCode).toBe('zdxmbgs')
  expect(await admin.client.call(org.update, { orgNo, orgName: '德育处2' })).toMatchObject({ helpCode: 'dyc2' })
})

test('names are taken among siblings only, and are free again after a deletion', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const orgNo = await department(school, '初中部', school.orgNo)
  expect(await client.answer(org.create, { orgName: '初中部', prtNo: school.orgNo })).toMatchObject({
    code: 10003,
    message: '部门名称“初中部”已被使用',
  })
  await department(school, '初中部')
  await client.call(org.delete, { orgNo })
  await department(school, '初中部', school.orgNo)
})

test('a department is deleted only when nobody and nothing is in it, and says what is', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  await department(school, '初中部', school.orgNo)
  expect((await client.answer(org.delete, { orgNo: school.orgNo })).message).toBe(
    '部门里还有 1 个下级部门和1 名员工，请先移走再删除',
  )
})

test('a department cannot come below itself, nor deeper than the tree may be', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  let at = school.orgNo
  for (let level = 2; level <= departmentDepthLimit; level++) at = await department(school, `第${level}级`, at)
  expect(await client.answer(org.updateprtorg, { orgNos: [school.orgNo], prtNo: at })).toMatchObject({
    code: 10001,
    message: '不能把部门移到它自己或它的下级之下',
    result: { errors: [{ field: 'prtNo' }] },
  })
  expect((await client.answer(org.updateprtorg, { orgNos: [at], prtNo: at })).code).toBe(10001)
  expect((await client.answer(org.create, { orgName: '太深', prtNo: at })).message).toBe('部门最多 15 级，移到这里会有 16 级')
  const other = await department(school, '总务处')
  expect((await client.answer(org.updateprtorg, { orgNos: [school.orgNo], prtNo: other })).message).toMatch('会有 16 级')
})

test('of two moves at once that together would make a cycle one is refused', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [a, b] = [await department(school, '甲处'), await department(school, '乙处')]
  const answers = await Promise.all([
    client.answer(org.updateprtorg, { orgNos: [a], prtNo: b }),
    client.answer(org.updateprtorg, { orgNos: [b], prtNo: a }),
  ])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 10001]))
})

test('moved departments come last among their new siblings, and siblings are put in order', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [a, b] = [await department(school, '甲处'), await department(school, '乙处', school.orgNo)]
  await client.call(org.updateprtorg, { orgNos: [a], prtNo: school.orgNo })
  expect(await drawnTree(school)).toBe('教务处 1/1(乙处 0/0 甲处 0/0)')
  const orgOrds = [a, b].map((orgNo, i) => ({ orgNo, showOrd: i + 1 }))
  await client.call(org.setorgord, { orgOrds })
  expect(await drawnTree(school)).toBe('教务处 1/1(甲处 0/0 乙处 0/0)')
  expect((await client.answer(org.setorgord, { orgOrds: orgOrds.slice(1) })).code).toBe(10005)
})

test('a department that is dropped between others comes to that place in one step', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [a, b] = [await department(school, '甲处', school.orgNo), await department(school, '乙处', school.orgNo)]
  const moved = await department(school, '丙处')
  await client.call(org.updateprtorg, { orgNos: [moved], prtNo: school.orgNo, befNo: b })
  expect(await drawnTree(school)).toBe('教务处 1/1(甲处 0/0 丙处 0/0 乙处 0/0)')
  expect((await client.answer(org.updateprtorg, { orgNos: [a], prtNo: null, befNo: b })).code).toBe(10005)
})

test('leaders are named, and who leads a department belongs to it', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const person = await makePerson(school, { name: '高明' })
  const orgNo = await department(school, '总务处')
  await client.call(org.updateandleademp, { orgNo, leadEmpNos: [person.empNo], tel: '010-8888 6666' })
  const [, second] = await client.call(org.getwithleademp)
  expect(second?.leadEmps).toEqual([{ empNo: person.empNo, empName: '高明' }])
  expect(await membersOf(school, orgNo)).toEqual(['高明领'])
  expect((await client.call(org.getlist, { keyWord: 'zwc' })).map(({ tel }) => tel)).toEqual(['010-88886666'])
  await client.call(org.updateandleademp, { orgNo, leadEmpNos: [] })
  expect(await membersOf(school, orgNo)).toEqual(['高明'])
})

test('everybody has exactly one main department, whatever is done', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo } = await makePerson(school, { name: '高明' })
  const [a, b] = [await department(school, '甲处'), await department(school, '乙处')]
  await client.call(org.createorgemp, { orgNo: a, orgEmps: [{ empNo, mstFlag: '1', leadFlag: '1' }] })
  expect([await membersOf(school, a), (await membersOf(school, school.orgNo)).at(-1)]).toEqual([['高明主领'], '高明'])
  expect((await client.answer(org.updateorgemp, { orgNo: a, empNo, mstFlag: '0' })).message).toMatch('须有一个主部门')
  await client.call(org.updateorgemp, { orgNo: school.orgNo, empNo, mstFlag: '1' })
  expect(await membersOf(school, a)).toEqual(['高明领'])
  await client.call(org.updateemporg, { orgNo: b, empNos: [empNo], keepFlag: '1' })
  expect([await membersOf(school, b), (await membersOf(school, school.orgNo)).at(-1)]).toEqual([['高明主'], '高明'])
  await client.call(org.updateemporg, { orgNo: a, empNos: [empNo] })
  expect([await membersOf(school, a), await membersOf(school, b)]).toEqual([['高明主领'], []])
  await client.call(org.deleteorgemp, { orgNo: a, empNos: [empNo] })
  expect((await membersOf(school, school.orgNo)).at(-1)).toBe('高明主')
  expect((await client.answer(org.deleteorgemp, { orgNo: school.orgNo, empNos: [empNo] })).message).toBe(
    '高明只属于这个部门，请改用调整部门',
  )
})

test('members have an order of their own in each department', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const people = [school.admin, await makePerson(school, { name: '高明' }), await makePerson(school, { name: '郭慧' })]
  const orgNo = await department(school, '总务处')
  await client.call(org.createorgemp, { orgNo, orgEmps: people.map(({ empNo }) => ({ empNo })) })
  const empOrds = people.toReversed().map(({ empNo }, i) => ({ empNo, showOrd: i + 1 }))
  await client.call(org.setorgempord, { orgNo, empOrds })
  expect(await membersOf(school, orgNo)).toEqual(['郭慧', '高明', '陈晓雯'])
  expect((await membersOf(school, school.orgNo))[0]).toBe('陈晓雯主')
  expect((await client.answer(org.setorgempord, { orgNo, empOrds: empOrds.slice(1) })).code).toBe(10005)
})

test('a deleted employee is in no department any more, and no longer hinders its deletion', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const orgNo = await department(school, '总务处')
  const { empNo } = await makePerson({ ...school, orgNo }, { name: '高明' })
  await client.call(emp.delete, { empNo })
  expect(await membersOf(school, orgNo)).toEqual([])
  await client.call(org.delete, { orgNo })
})

test('bad names and telephones are refused in a sentence that names the field', async () => {
  const { admin } = await makeSchool(server)
  const refusal = async (input: Record<string, unknown>) => (await admin.client.answer(org.create, input)).message
  expect(await refusal({ orgName: '总务/处?' })).toBe('部门名称不能含有 \\ : ? " < > |')
  expect(await refusal({ orgName: '总务处', tel: '12' })).toBe('部门电话应为座机（可带区号、分机）或手机号码')
  expect(await refusal({ orgName: '长'.repeat(41) })).toBe('部门名称最多 40 个字')
  expect(await refusal({ orgName: '总\u0000务' })).toBe('部门名称含有不允许的字符')
})
