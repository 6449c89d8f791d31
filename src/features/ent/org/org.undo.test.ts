import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, makeSchool, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { emp } from '../emp/emp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { org } from './org.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Reads everything about departments and their members, without the stamps. */
const stateOf = ({ entNo }: School) =>
  asOwner(server, entNo, async (db) => ({
    departments: await db
      .selectFrom('org')
      .select(['orgNo', 'orgName', 'prtNo', 'showOrd', 'helpCode', 'tel'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', '0')
      .orderBy('orgNo')
      .execute(),
    members: await db
      .selectFrom('orgemp')
      .select(['orgNo', 'empNo', 'mstFlag', 'leadFlag', 'showOrd'])
      .where('entNo', '=', entNo)
      .orderBy('orgNo')
      .orderBy('empNo')
      .execute(),
    people: await db
      .selectFrom('emp')
      .select(['empNo', 'empName', 'authTel', 'authFlag', 'stt', 'searchText'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', '0')
      .orderBy('empNo')
      .execute(),
  }))

async function seed() {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [a, b] = [
    (await client.call(org.create, { orgName: '甲处' })).orgNo,
    (await client.call(org.create, { orgName: '乙处', prtNo: school.orgNo })).orgNo,
  ]
  const empNos: string[] = []
  for (let i = 0; i < 60; i++) {
    const authTel = `1880000${String(i).padStart(4, '0')}`
    empNos.push((await client.call(emp.create, { empName: '高明', sex: 'M', authTel, orgNos: [a, b] })).empNo)
  }
  return { school, client, a, b, empNos }
}

test('whatever is done to departments and their members is taken back exactly', async () => {
  const { school, client, a, b, empNos } = await seed()
  const [first = ''] = empNos
  const deeds: [string, () => Promise<unknown>][] = [
    ['main departments changed by hand', () => client.call(org.updateorgemp, { orgNo: b, empNo: first, mstFlag: '1' })],
    ['moved, the old kept', () => client.call(org.updateemporg, { orgNo: b, empNos, keepFlag: '1' })],
    ['moved', () => client.call(org.updateemporg, { orgNo: school.orgNo, empNos })],
    [
      'added as main',
      () =>
        client.call(org.createorgemp, {
          orgNo: school.orgNo,
          orgEmps: empNos.map((empNo) => ({ empNo, mstFlag: '1' as const })),
        }),
    ],
    ['taken out', () => client.call(org.deleteorgemp, { orgNo: a, empNos })],
    [
      'leaders set',
      () => client.call(org.updateandleademp, { orgNo: a, leadEmpNos: [school.admin.empNo, first], orgName: '丙处' }),
    ],
    ['a department moved', () => client.call(org.updateprtorg, { orgNos: [b], prtNo: null, befNo: a })],
    [
      'departments put in order',
      () => client.call(org.setorgord, { orgOrds: [school.orgNo, a].map((orgNo, i) => ({ orgNo, showOrd: 90 - i })) }),
    ],
    ['people disabled', () => client.call(emp.disable, { datas: empNos })],
    ['somebody changed', () => client.call(emp.update, { empNo: first, empName: '高晓明', orgNos: [b], rem: '新' })],
    ['a phone changed', () => client.call(emp.updatephone, { empNo: first, authTel: '18899998888' })],
    ['somebody deleted', () => client.call(emp.delete, { empNo: first })],
  ]
  for (const [name, act] of deeds) {
    const before = await stateOf(school)
    await act()
    expect([name, await stateOf(school)]).not.toEqual([name, before])
    await client.call(history.undo, { op: client.lastOp })
    expect([name, await stateOf(school)]).toEqual([name, before])
  }
})

test('however often the main department changed hands, each change is taken back', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const a = (await client.call(org.create, { orgName: '甲处' })).orgNo
  const b = (await client.call(org.create, { orgName: '乙处' })).orgNo
  const { empNo } = await client.call(emp.create, { empName: '高明', sex: 'M', authTel: '18877775555', orgNos: [a] })
  const steps: [string, Awaited<ReturnType<typeof stateOf>>][] = []
  for (const orgNo of [b, a, b, school.orgNo, b, a, school.orgNo, a, b, a]) {
    const before = await stateOf(school)
    await client.call(org.updateemporg, { orgNo, empNos: [empNo], keepFlag: '1' })
    steps.push([client.lastOp, before])
  }
  for (const [op, before] of steps.toReversed()) {
    await client.call(history.undo, { op })
    expect(await stateOf(school)).toEqual(before)
  }
})

test('a new employee is taken back until somebody counts on them', async () => {
  const { school, client, a, b } = await seed()
  const before = await stateOf(school)
  const facts = { empName: '郭慧', sex: 'N' as const, authTel: '18877776666', orgNos: [a] }
  await client.call(emp.create, facts)
  await client.call(history.undo, { op: client.lastOp })
  expect((await stateOf(school)).people).toEqual(before.people)
  const { empNo } = await client.call(emp.create, facts)
  const op = client.lastOp
  await client.call(org.createorgemp, { orgNo: b, orgEmps: [{ empNo }] })
  expect((await client.answer(history.undo, { op })).message).toBe('员工“郭慧”已加入部门，不能撤销')
})

test('certifying is taken back with the account that it made', async () => {
  const { client, empNos } = await seed()
  const [empNo = ''] = empNos
  await client.call(emp.auth, { empNo })
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(emp.getex, { empNo })).toMatchObject({ authFlag: '0' })
  expect(await client.call(emp.auth, { empNo })).not.toBeNull()
})

test('a look at a masked value and an export cannot be taken back', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const person = await makePerson(school)
  const before = client.lastOp
  await client.call(emp.reveal, { empNo: person.empNo, field: 'authTel' })
  await client.answer(emp.export)
  expect(client.lastOp).toBe(before)
})
