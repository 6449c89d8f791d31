import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { beginNow, callMeeting, type Hall, makeHall, minutes } from '../../../../../test/support/meetings.ts'
import { home } from '#features/user/home/home.contract.ts'
import { mtg } from '../mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const noteOf = async ({ client }: Hall['admin'], mtgNo: string) =>
  (await client.call(mtg.getmtginfo, { mtgNo })).mine?.chgTm ?? null
const taskOf = async ({ client }: Hall['admin']) => (await client.call(home.get)).tasks.find(({ code }) => code === 'meeting')

test('a new time or place of a published meeting is told to all who come but whoever changed it, until they have seen it', async () => {
  const hall = await makeHall(server, 2)
  const [first, second] = hall.people as [Hall['admin'], Hall['admin']]
  const { client } = hall.admin
  const mtgNo = await callMeeting(hall, { mtgName: '教学例会', place: '报告厅' })
  const change = (facts: object) => client.call(mtg.creatorupdatemtg, { mtgNo, ...facts })
  const at = { rdx: 1, sDt: minutes(60), eDt: minutes(120) }
  await change({ cntnt: '带上教案' })
  await change({ schds: [{ ...at, place: '报告厅', schdName: '上午' }] })
  expect(await noteOf(first, mtgNo)).toBe(null)
  await change({ schds: [{ ...at, place: '二楼会议室' }] })
  expect([await noteOf(first, mtgNo), await noteOf(hall.admin, mtgNo)]).toEqual([expect.stringMatching(/^\d{14}$/), null])
  expect(await taskOf(first)).toMatchObject({ cnt: 1, text: '“教学例会”的时间或地点有变', path: `/ent/mtg/${mtgNo}` })
  expect(await taskOf(hall.admin)).toBe(undefined)
  await first.client.call(mtg.setseen, { mtgNo })
  expect([await noteOf(first, mtgNo), await taskOf(first)]).toEqual([null, undefined])
  expect(await noteOf(second, mtgNo)).not.toBe(null)
})

test('a draft that changes is told to nobody', async () => {
  const hall = await makeHall(server, 1)
  const mans = hall.people.map(({ empNo }) => ({ empNo }))
  const schds = [{ rdx: 1, sDt: minutes(60), eDt: minutes(90) }]
  const { mtgNo } = await hall.admin.client.call(mtg.creatorupdatemtg, { mtgName: '例会', mans, schds })
  await hall.admin.client.call(mtg.creatorupdatemtg, { mtgNo, schds: [{ ...schds[0], rdx: 1, place: '报告厅' }] })
  await hall.admin.client.call(mtg.setmtgpub, { mtgNo })
  expect(await noteOf(hall.people[0] as Hall['admin'], mtgNo)).toBe(null)
})

test('a cancelled meeting is told until its time has passed', async () => {
  const hall = await makeHall(server, 1)
  const [first] = hall.people as [Hall['admin']]
  const mtgNos = [await callMeeting(hall, { mtgName: '教研会' }), await callMeeting(hall)]
  await hall.admin.client.call(mtg.cancelmtg, { mtgNo: mtgNos[0] as string })
  expect(await taskOf(first)).toMatchObject({ text: '“教研会”已取消', path: `/ent/mtg/${mtgNos[0]}` })
  await hall.admin.client.call(mtg.cancelmtg, { mtgNo: mtgNos[1] as string })
  expect(await taskOf(first)).toMatchObject({ cnt: 2, text: '2 个会议有变动或已取消', path: '/ent/mtg?mine=attend' })
  for (const mtgNo of mtgNos) await beginNow(hall.school, mtgNo, 90)
  expect(await taskOf(first)).toBe(undefined)
})

test('nobody takes note of a meeting that they do not find', async () => {
  const [here, there] = [await makeHall(server, 1), await makeHall(server, 1)]
  const mtgNo = await callMeeting(here)
  expect(await (there.people[0] as Hall['admin']).client.answer(mtg.setseen, { mtgNo })).toMatchObject({ code: 10002 })
})
