import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { beginNow, callMeeting, type Hall, makeHall, minutes } from '../../../../../test/support/meetings.ts'
import { mtg } from '../mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

type Client = Person['client']
const waitingIn = async (client: Client, mtgNo: string) =>
  (await client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })).datas.map(({ manNo }) => manNo)
const pass = async (client: Client, mtgNo: string) => client.call(mtg.setpass, { mtgNo, manNos: await waitingIn(client, mtgNo) })
const namesIn = async (client: Client, mtgNo: string) =>
  (await client.call(mtg.getmtgmanpage, { mtgNo })).datas.map(({ manName, manType }) => `${manName} ${manType}`).sort()
const stateOf = async ({ client }: Person, mtgNo: string) => (await client.call(mtg.getmtginfo, { mtgNo })).mine?.stt
const setState = (hall: Hall, { empNo }: Person, stt: string) =>
  asOwner(server, hall.school.entNo, (db) => db.updateTable('emp').set({ stt }).where('empNo', '=', empNo).execute())

test('who joined by asking stays, also after taking leave and coming back', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const joining = await makePerson(hall.school, { name: '李旁听', roles: ['P030STAFF'] })
  await joining.client.call(mtg.apply, { mtgNo })
  await pass(client, mtgNo)
  await joining.client.call(mtg.applyleave, { mtgNo, rsn: '外出' })
  await joining.client.call(mtg.withdraw, { mtgNo })
  expect(await stateOf(joining, mtgNo)).toBe('4')
  await client.call(mtg.creatorupdatemtg, { mtgNo, mans: [{ empNo: hall.people[0]?.empNo as string }] })
  expect(await namesIn(client, mtgNo)).toEqual(['员工甲 2', '李旁听 2', '陈晓雯 1'])
})

test('an employee who left neither hinders a copy nor another host, and how many stay behind is told', async () => {
  const hall = await makeHall(server, 3)
  const { client } = hall.admin
  const [first, second, third] = hall.people as [Person, Person, Person]
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, {
    mtgName: '例会',
    mans: hall.people.map(({ empNo }) => ({ empNo })),
    schds: [{ rdx: 1, sDt: minutes(60), eDt: minutes(90) }],
  })
  await setState(hall, second, '0')
  await setState(hall, third, '2')
  await client.call(mtg.creatorupdatemtg, { mtgNo, hostEmpNo: first.empNo })
  expect(await namesIn(client, mtgNo)).toEqual(['员工丙 2', '员工乙 2', '员工甲 1', '陈晓雯 2'])
  const copy = await client.call(mtg.creatorupdatemtg, { mtgName: '下次例会', fromNo: mtgNo })
  expect(copy.leftCnt).toBe(2)
  expect(await namesIn(client, copy.mtgNo)).toEqual(['员工甲 2', '陈晓雯 1'])
})

test('asking and withdrawing again and again leaves one line, and nobody asks after the last session', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const one = await makePerson(hall.school, { roles: ['P030STAFF'] })
  for (let i = 0; i < 3; i++) {
    await one.client.call(mtg.apply, { mtgNo, rsn: `第 ${i} 次` })
    await one.client.call(mtg.withdraw, { mtgNo })
  }
  const { rows } = await server.owner.query('select count(*)::int as cnt from mtgman where emp_no = $1', [one.empNo])
  expect(rows[0].cnt).toBe(1)
  await beginNow(hall.school, mtgNo, 90)
  expect(await one.client.answer(mtg.apply, { mtgNo })).toMatchObject({ message: '会议的场次都已结束，不能再申请' })
})

test('who is on leave or was refused is asked again by being added', async () => {
  const hall = await makeHall(server, 2)
  const { client } = hall.admin
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const [away, stays] = hall.people as [Person, Person]
  const refused = await makePerson(hall.school, { roles: ['P030STAFF'] })
  await away.client.call(mtg.applyleave, { mtgNo, rsn: '外出' })
  await pass(client, mtgNo)
  await refused.client.call(mtg.apply, { mtgNo })
  await client.call(mtg.setreject, { mtgNo, manNos: await waitingIn(client, mtgNo), answer: '人满了' })
  const mans = [away, stays, refused].map(({ empNo }) => ({ empNo }))
  expect(await client.call(mtg.importmtgman, { mtgNo, mans })).toEqual({ addCnt: 2 })
  expect([await stateOf(away, mtgNo), await stateOf(stays, mtgNo), await stateOf(refused, mtgNo)]).toEqual(['1', '1', '1'])
})
