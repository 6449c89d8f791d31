import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { beginNow, callMeeting, type Hall, makeHall, minutes } from '../../../../test/support/meetings.ts'
import { history } from '#contract/shell/history.contract.ts'
import { mtg } from './mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

type Client = Hall['admin']['client']
const undo = (client: Client, op = client.lastOp) => client.answer(history.undo, { op })
const told = (message: string) => ({ code: 10015, message })

/** Makes a meeting that has just been published, with the operation that did it. */
async function published(facts: Parameters<typeof callMeeting>[1] = {}) {
  const hall = await makeHall(server, 2)
  const mtgNo = await callMeeting(hall, facts)
  const { client } = hall.admin
  return { hall, mtgNo, client, first: hall.people[0] as Hall['admin'], op: client.lastOp }
}
const stateOf = async (client: Client, mtgNo: string) => (await client.call(mtg.getmtginfo, { mtgNo })).stt

test('a publication is taken back until somebody has answered, asked or signed in', async () => {
  const fresh = await published()
  expect(await undo(fresh.client, fresh.op)).toMatchObject({ code: 0 })
  expect(await stateOf(fresh.client, fresh.mtgNo)).toBe('1')
  const tooLate = told('已有人回执、申请或签到，不能再改回草稿；不开了可以取消会议')
  const done: ((one: Awaited<ReturnType<typeof published>>) => Promise<unknown>)[] = [
    ({ first, mtgNo }) => first.client.call(mtg.reply, { mtgNo }),
    ({ first, mtgNo }) => first.client.call(mtg.applyleave, { mtgNo, rsn: '外出' }),
    async ({ hall, client, mtgNo }) => {
      await beginNow(hall.school, mtgNo)
      const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo })
      await client.call(mtg.setsign, { mtgNo, rdx: 1, manNos: datas.map(({ manNo }) => manNo) })
    },
  ]
  for (const happens of done) {
    const one = await published()
    await happens(one)
    expect(await undo(one.client, one.op)).toMatchObject(tooLate)
    expect(await stateOf(one.client, one.mtgNo)).not.toBe('1')
  }
})

test('an edit and what an attendee answered are not taken back once the meeting has ended', async () => {
  const { hall, client, mtgNo, first } = await published()
  await client.call(mtg.creatorupdatemtg, { mtgNo, cntnt: '带上教案' })
  const edited = client.lastOp
  await first.client.call(mtg.reply, { mtgNo })
  await beginNow(hall.school, mtgNo)
  await client.call(mtg.endmtg, { mtgNo })
  expect(await undo(client, edited)).toMatchObject(told('会议已结束，不能撤销'))
  expect(await undo(first.client)).toMatchObject(told('会议已结束，不能撤销'))
})

test('what was settled by publishing is not set back by taking an earlier edit back', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const mans = hall.people.map(({ empNo }) => ({ empNo }))
  const schds = [{ rdx: 1, sDt: minutes(60), eDt: minutes(90) }]
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName: '旧名字', mans, schds })
  await client.call(mtg.creatorupdatemtg, { mtgNo, mtgName: '新名字' })
  const renamed = client.lastOp
  await client.call(mtg.setmtgpub, { mtgNo })
  expect(await undo(client, renamed)).toMatchObject(told('会议已发布，不能再改回原来的名称、主持人或签到方式'))
})

test('who no longer sees to a meeting takes nothing of it back, but everybody their own answer', async () => {
  const hall = await makeHall(server, 1)
  const [staff] = hall.people as [Hall['admin']]
  const teacher = await makePerson(hall.school, { name: '周班主任', roles: ['P030CLASS'] })
  const { mtgNo } = await hall.admin.client.call(mtg.creatorupdatemtg, {
    mtgName: '家长会',
    hostEmpNo: teacher.empNo,
    mans: [{ empNo: staff.empNo }],
    schds: [{ rdx: 1, sDt: minutes(60), eDt: minutes(90) }],
  })
  await teacher.client.call(mtg.importmtgman, { mtgNo, mans: [{ manName: '赵来宾', manTel: '13900001234' }] })
  const added = teacher.client.lastOp
  await hall.admin.client.call(mtg.creatorupdatemtg, { mtgNo, hostEmpNo: hall.admin.empNo })
  expect(await undo(teacher.client, added)).toMatchObject(told('会议已不由你负责，不能撤销'))
  await hall.admin.client.call(mtg.setmtgpub, { mtgNo })
  await staff.client.call(mtg.reply, { mtgNo })
  expect(await undo(staff.client)).toMatchObject({ code: 0 })
  expect((await staff.client.call(mtg.getmtginfo, { mtgNo })).mine?.stt).toBe('1')
})

test('who was let in and has signed in is not sent back to waiting by an undo', async () => {
  const { hall, client, mtgNo } = await published({ applFlag: '1' })
  const joining = await makePerson(hall.school, { name: '李旁听', roles: ['P030STAFF'] })
  await joining.client.call(mtg.apply, { mtgNo })
  const manNos = (await client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })).datas.map(({ manNo }) => manNo)
  await client.call(mtg.setpass, { mtgNo, manNos })
  const agreed = client.lastOp
  await beginNow(hall.school, mtgNo)
  await client.call(mtg.setsign, { mtgNo, rdx: 1, manNos })
  expect(await undo(client, agreed)).toMatchObject(told('李旁听已签到，不能撤销'))
})

test('a cancellation is taken back as long as nobody has taken note of it', async () => {
  const { client, mtgNo, first } = await published()
  await client.call(mtg.cancelmtg, { mtgNo })
  await undo(client)
  expect((await first.client.call(mtg.getmtginfo, { mtgNo })).mine?.chgTm).toBe(null)
  await client.call(mtg.cancelmtg, { mtgNo })
  const cancelled = client.lastOp
  await first.client.call(mtg.setseen, { mtgNo })
  expect(await undo(client, cancelled)).toMatchObject({ code: 10015 })
})
