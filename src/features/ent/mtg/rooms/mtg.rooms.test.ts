import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { beginNow, type Hall, makeHall, minutes } from '../../../../../test/support/meetings.ts'
import { history } from '#contract/shell/history.contract.ts'
import { mtg } from '../mtg.contract.ts'
import { meetingRooms } from './mtg.rooms.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

type Client = Hall['admin']['client']
const hallRoom = { roomName: '报告厅', place: '图书楼一层', seats: 2 }

/** Makes a school with a room of two seats. */
async function withRoom(count = 2) {
  const hall = await makeHall(server, count)
  const { client } = hall.admin
  const { roomNo } = await client.call(meetingRooms.createroom, hallRoom)
  return { hall, client, roomNo }
}

/** Drafts and publishes a meeting of all people of the hall in a room, in an hour. */
async function meetIn({ admin: { client }, people }: Hall, roomNo: string, mtgName = '校务会') {
  const mans = people.map(({ empNo }) => ({ empNo }))
  const schds = [{ rdx: 1, roomNo, place: '随便写的', sDt: minutes(60), eDt: minutes(120) }]
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName, mans, schds })
  await client.call(mtg.setmtgpub, { mtgNo })
  return mtgNo
}

const undo = (client: Client, op = client.lastOp) => client.answer(history.undo, { op })
const roomOf = async (client: Client, roomNo: string) =>
  (await client.call(meetingRooms.getrooms, {})).rooms.find((room) => room.roomNo === roomNo)
const placeOf = async (client: Client, mtgNo: string) => (await client.call(mtg.getmtginfo, { mtgNo })).schds[0]?.place

test('a room is kept with its place and seats, under a name of its own, and changed, stopped, deleted and brought back', async () => {
  const { client, roomNo } = await withRoom(0)
  expect(await roomOf(client, roomNo)).toMatchObject({ ...hallRoom, rem: null, stt: '1', ver: 1 })
  expect(await client.answer(meetingRooms.createroom, hallRoom)).toMatchObject({
    code: 10003,
    message: '已有会议室“报告厅”，请换一个名称',
  })
  const other = await client.call(meetingRooms.createroom, { roomName: '第一会议室' })
  expect((await client.answer(meetingRooms.updateroom, { ...other, roomName: '报告厅' })).code).toBe(10003)
  expect((await client.answer(meetingRooms.createroom, { roomName: '大厅', seats: 0 })).message).toContain('座位数')
  await client.call(meetingRooms.updateroom, { roomNo, seats: 300, ver: 1 })
  expect((await client.answer(meetingRooms.updateroom, { roomNo, seats: 200, ver: 1 })).code).toBe(10004)
  await client.call(meetingRooms.updateroom, { roomNo, stt: '2' })
  expect(await roomOf(client, roomNo)).toMatchObject({ seats: 300, stt: '2' })
  await client.call(meetingRooms.deleteroom, { roomNo })
  const deleted = client.lastOp
  expect(await roomOf(client, roomNo)).toBe(undefined)
  await undo(client, deleted)
  expect(await roomOf(client, roomNo)).toMatchObject({ seats: 300, stt: '2' })
  await client.call(meetingRooms.deleteroom, { roomNo })
  const again = client.lastOp
  await client.call(meetingRooms.createroom, hallRoom)
  expect((await undo(client, again)).code).not.toBe(0)
})

test('a session in a room has the room’s name as its place, follows its new name, and shows where it is', async () => {
  const { hall, client, roomNo } = await withRoom()
  const mtgNo = await meetIn(hall, roomNo)
  const first = hall.people[0] as Hall['admin']
  expect((await first.client.call(mtg.getmtginfo, { mtgNo })).schds[0]).toMatchObject({
    roomNo,
    place: '报告厅',
    roomPlace: '图书楼一层',
  })
  const { rows } = await server.owner.query('select body from msg where abt_no = $1 and ent_no = $2', [mtgNo, hall.school.entNo])
  expect(rows[0].body).toContain('报告厅（图书楼一层）')
  await client.call(meetingRooms.updateroom, { roomNo, roomName: '学术报告厅' })
  const renamed = client.lastOp
  expect(await placeOf(client, mtgNo)).toBe('学术报告厅')
  await undo(client, renamed)
  expect(await placeOf(client, mtgNo)).toBe('报告厅')
  const schds = [{ rdx: 1, place: '操场', sDt: minutes(60), eDt: minutes(120) }]
  await client.call(mtg.creatorupdatemtg, { mtgNo, schds })
  expect((await client.call(mtg.getmtginfo, { mtgNo })).schds[0]).toMatchObject({ roomNo: null, place: '操场', roomPlace: null })
})

test('two meetings in one room at a time are told by the room, by the written place where one has no room', async () => {
  const { hall, client, roomNo } = await withRoom()
  const { roomNo: otherNo } = await client.call(meetingRooms.createroom, { roomName: '第一会议室' })
  const mtgNo = await meetIn(hall, roomNo)
  const between = { schdSDt: minutes(90), schdEDt: minutes(150) }
  const ask = (facts: object) => client.call(mtg.getclash, { ...between, ...facts })
  const taken = { kind: 'place', name: '报告厅', mtgName: '校务会' }
  expect(await ask({ roomNo })).toMatchObject([taken])
  expect(await ask({ place: '报告厅' })).toMatchObject([taken])
  expect(await ask({ roomNo: otherNo })).toEqual([])
  expect(await ask({ roomNo, schdSDt: minutes(120) })).toEqual([])
  expect((await ask({ roomNo, mtgNo })).filter(({ kind }) => kind === 'place')).toEqual([])
  const schds = [{ rdx: 1, place: '第一会议室', sDt: minutes(60), eDt: minutes(120) }]
  const mans = hall.people.map(({ empNo }) => ({ empNo }))
  const free = await client.call(mtg.creatorupdatemtg, { mtgName: '备课', mans, schds })
  await client.call(mtg.setmtgpub, { mtgNo: free.mtgNo })
  expect(await ask({ roomNo: otherNo })).toMatchObject([{ kind: 'place', name: '第一会议室', mtgName: '备课' }])
})

test('the people of a meeting are counted beside the seats of its room, with its guests, and too few seats hinder nothing', async () => {
  const { hall, client, roomNo } = await withRoom()
  const empNos = hall.people.map(({ empNo }) => empNo)
  const ask = (facts: object) => client.call(meetingRooms.getroomseats, { roomNo, ...facts })
  expect(await ask({ empNos })).toEqual({ roomName: '报告厅', seats: 2, manCnt: 2 })
  expect(await ask({ empNos, moreCnt: 1 })).toMatchObject({ seats: 2, manCnt: 3 })
  const mtgNo = await meetIn(hall, roomNo)
  expect(await ask({ mtgNo })).toMatchObject({ manCnt: 3 })
  const guest = { manName: '赵来宾', manTel: '13900001234' }
  await client.call(mtg.importmtgman, { mtgNo, mans: [guest] })
  expect(await ask({ fromNo: mtgNo, empNos, moreCnt: 2 })).toMatchObject({ manCnt: 6 })
  await client.call(meetingRooms.updateroom, { roomNo, seats: null })
  expect(await ask({ mtgNo })).toMatchObject({ seats: null })
  const teacher = await makePerson(hall.school, { roles: ['P030CLASS'] })
  expect((await teacher.client.answer(meetingRooms.getroomseats, { roomNo, mtgNo })).code).toBe(10002)
})

test('a room that a coming meeting needs is neither stopped nor deleted, and the meeting is named', async () => {
  const { hall, client, roomNo } = await withRoom()
  const made = client.lastOp
  const mtgNo = await meetIn(hall, roomNo)
  const stopped = await client.answer(meetingRooms.updateroom, { roomNo, stt: '2' })
  expect(stopped).toMatchObject({ code: 10001 })
  expect(stopped.message).toMatch(/^会议室“报告厅”不能停用：“校务会”（\d{4}-\d\d-\d\d \d\d:\d\d）要用，请先给会议换会议室$/)
  expect((await client.answer(meetingRooms.deleteroom, { roomNo })).message).toContain('会议室“报告厅”不能删除：“校务会”（')
  expect(await roomOf(client, roomNo)).toMatchObject({ stt: '1', ver: 1 })
  expect((await undo(client, made)).code).not.toBe(0)
  expect(await roomOf(client, roomNo)).toMatchObject({ stt: '1' })
  await beginNow(hall.school, mtgNo, 70)
  await client.call(meetingRooms.deleteroom, { roomNo })
  expect(await placeOf(client, mtgNo)).toBe('报告厅')
})

test('a room out of use is not chosen, nor does a meeting come back into it', async () => {
  const { hall, client, roomNo } = await withRoom()
  const mtgNo = await meetIn(hall, roomNo)
  await client.call(mtg.cancelmtg, { mtgNo })
  const cancelled = client.lastOp
  await client.call(meetingRooms.updateroom, { roomNo, stt: '2' })
  expect(await undo(client, cancelled)).toMatchObject({ code: 10015, message: '会议室“报告厅”已停用或删除，不能撤销' })
  const schds = [{ rdx: 1, roomNo, sDt: minutes(60), eDt: minutes(120) }]
  expect(await client.answer(mtg.creatorupdatemtg, { mtgName: '例会', schds })).toMatchObject({
    code: 10001,
    message: '第 1 场的会议室不存在或已停用，请重新选择',
  })
})

test('what takes place in the rooms this week is there for all, without the names of meetings that they do not find', async () => {
  const { hall, client, roomNo } = await withRoom(1)
  const mtgNo = await meetIn(hall, roomNo)
  await beginNow(hall.school, mtgNo)
  const stranger = await makePerson(hall.school, { roles: ['P030STAFF'] })
  expect(await client.call(meetingRooms.getroomuse, {})).toMatchObject([{ roomNo, mtgNo, mtgName: '校务会' }])
  expect(await stranger.client.call(meetingRooms.getroomuse, {})).toMatchObject([{ roomNo, mtgNo: null, mtgName: '另有会议' }])
})

test('who changes their own meetings alone chooses rooms, and does not keep them', async () => {
  const { hall, client, roomNo } = await withRoom(0)
  const teacher = await makePerson(hall.school, { roles: ['P030CLASS'] })
  const said = { code: 30001, message: '会议室由管理全单位会议的人维护，你可以在会议里选用' }
  expect(await teacher.client.answer(meetingRooms.createroom, { roomName: '心理室' })).toMatchObject(said)
  expect(await teacher.client.answer(meetingRooms.updateroom, { roomNo, seats: 1 })).toMatchObject(said)
  expect(await teacher.client.answer(meetingRooms.deleteroom, { roomNo })).toMatchObject(said)
  expect(await teacher.client.call(meetingRooms.getrooms, {})).toMatchObject({ editFlag: '0', rooms: [{ roomNo }] })
  expect(await client.call(meetingRooms.getrooms, {})).toMatchObject({ editFlag: '1' })
})
