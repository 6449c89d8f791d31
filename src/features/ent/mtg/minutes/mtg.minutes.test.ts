import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { beginNow, callMeeting, makeHall } from '../../../../../test/support/meetings.ts'
import { replaceDecisionLeavers } from '#domain/decisions/decisions.ts'
import { today } from '#contract/values/day.ts'
import { box } from '#features/user/box/box.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { mtg } from '../mtg.contract.ts'
import { meetingMinutes } from './mtg.minutes.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const day = (ahead: number) => today(ahead).replaceAll('-', '')
const sections = [{ title: '期中质量分析', body: '三年级数学偏弱。\n\n- 补口算\n- 家校沟通' }]

/** Holds a meeting that has begun, of two people of whom 员工甲 keeps the record. */
async function begun() {
  const hall = await makeHall(server, 2)
  const [one, two] = hall.people as [Person, Person]
  const mtgNo = await callMeeting({ ...hall, people: [two] })
  const mans = [{ empNo: one.empNo, manType: '4' }]
  await hall.admin.client.call(mtg.importmtgman, { mtgNo, mans })
  await beginNow(hall.school, mtgNo)
  return { ...hall, one, two, mtgNo, entNo: hall.school.entNo }
}

const read = (person: Person, mtgNo: string) => person.client.call(meetingMinutes.getminutes, { mtgNo })
const todo = (person: Person) => person.client.call(tsk.getpage, { tab: 'todo' })
const decide = (empNo: string, what = '发新课表', dueDt = day(3)) => ({ what, empNo, dueDt })
const inboxOf = (person: Person, tab: 'todo' | 'notice') => person.client.call(box.getpage, { tab, openFlag: '1' })

/** Writes and sends minutes as the recorder; answers their version. */
async function sendOut(one: Person, mtgNo: string, decisions: ReturnType<typeof decide>[] = []) {
  const { ver } = await read(one, mtgNo)
  const saved = await one.client.call(meetingMinutes.saveminutes, { mtgNo, ver, sections, decisions })
  return one.client.call(meetingMinutes.sendminutes, { mtgNo, ver: saved.ver })
}

test('whoever keeps the record writes the minutes; nobody else sees them until they are sent, then all who belong to the meeting do', async () => {
  const { one, two, admin, mtgNo } = await begun()
  expect(await read(one, mtgNo)).toMatchObject({ draft: null, sent: null, writeFlag: '1', ver: 0 })
  const { ver } = await one.client.call(meetingMinutes.saveminutes, { mtgNo, ver: 0, sections })
  expect(await read(admin, mtgNo)).toMatchObject({ draft: { sections }, sent: null, writeFlag: '1' })
  expect(await read(two, mtgNo)).toMatchObject({ draft: null, sent: null, writeFlag: '0', titles: [], people: [] })
  expect((await two.client.answer(meetingMinutes.saveminutes, { mtgNo, ver, sections })).code).not.toBe(0)
  expect(await one.client.call(meetingMinutes.sendminutes, { mtgNo, ver })).toMatchObject({ toldCnt: 2 })
  expect(await read(two, mtgNo)).toMatchObject({ sent: sections, sentCnt: 1, toldCnt: 2, readCnt: 0, empName: '员工甲' })
  const told = (await inboxOf(two, 'notice')).datas.find(({ title }) => title === '会议纪要：教学例会')
  const opened = await two.client.call(box.open, { rcvNo: told?.rcvNo ?? '' })
  expect(opened.body).toContain('**期中质量分析**')
  expect(opened.path).toBe(`/ent/mtg/${mtgNo}`)
  expect(await read(admin, mtgNo)).toMatchObject({ readCnt: 1 })
})

test('a decision is a task of whoever does it, with its day, until they say that it is done', async () => {
  const { one, two, admin, mtgNo } = await begun()
  await sendOut(one, mtgNo, [decide(two.empNo)])
  const { datas, recordCount } = await todo(two)
  expect(recordCount).toBe(1)
  expect(datas[0]).toMatchObject({
    title: '发新课表',
    kind: '4',
    mtgNo,
    flowName: '教学例会',
    dueTm: `${day(3)}235959`,
    lateFlag: '0',
  })
  const asked = (await inboxOf(two, 'todo')).datas[0]
  expect(asked).toMatchObject({ title: '会议决定：发新课表', need: '7' })
  const decNo = datas[0]?.tskNo ?? ''
  expect((await one.client.answer(tsk.finish, { decNo })).code).not.toBe(0)
  await two.client.call(tsk.finish, { decNo, word: '已发到各班' })
  expect((await todo(two)).recordCount).toBe(0)
  expect((await inboxOf(two, 'todo')).recordCount).toBe(0)
  expect((await two.client.call(tsk.getpage, { tab: 'done' })).datas[0]).toMatchObject({ title: '发新课表', stt: '7' })
  expect((await read(admin, mtgNo)).decisions[0]).toMatchObject({ stt: '2', word: '已发到各班', empName: '员工乙' })
  expect((await inboxOf(admin, 'notice')).datas.map(({ title }) => title)).toContain('会议决定已完成：发新课表')
  expect(await two.client.answer(tsk.finish, { decNo })).toMatchObject({ message: '这项决定已经完成，不用再填' })
})

test('whoever runs the meeting marks a decision as done, and opens it again, which brings the task back', async () => {
  const { one, two, admin, mtgNo } = await begun()
  await sendOut(one, mtgNo, [decide(two.empNo)])
  const decNo = (await todo(two)).datas[0]?.tskNo ?? ''
  await admin.client.call(meetingMinutes.setdecision, { mtgNo, decNo, stt: '2', word: '电话里说的' })
  expect((await todo(two)).recordCount).toBe(0)
  await admin.client.call(meetingMinutes.setdecision, { mtgNo, decNo, stt: '1' })
  expect((await todo(two)).recordCount).toBe(1)
  expect((await inboxOf(two, 'todo')).recordCount).toBe(1)
  expect((await one.client.answer(meetingMinutes.setdecision, { mtgNo, decNo, stt: '2' })).code).not.toBe(0)
})

test('a revision is sent anew; what stays as it was asks nobody twice, what changed asks again, what is left out no more', async () => {
  const { one, two, admin, mtgNo } = await begun()
  const { ver } = await sendOut(one, mtgNo, [decide(two.empNo), decide(two.empNo, '订教材'), decide(admin.empNo, '修投影')])
  const [first, second] = (await read(one, mtgNo)).decisions
  const again = {
    mtgNo,
    ver,
    decisions: [
      { ...decide(two.empNo), decNo: first?.decNo },
      { ...decide(one.empNo, '订教材'), decNo: second?.decNo },
    ],
  }
  const saved = await one.client.call(meetingMinutes.saveminutes, again)
  expect((await todo(two)).recordCount).toBe(2)
  await one.client.call(meetingMinutes.sendminutes, { mtgNo, ver: saved.ver })
  expect((await todo(two)).datas.map(({ title }) => title)).toEqual(['发新课表'])
  expect((await todo(one)).datas.map(({ title }) => title)).toEqual(['订教材'])
  expect((await todo(admin)).recordCount).toBe(0)
  expect((await inboxOf(two, 'notice')).datas.map(({ title }) => title)).toContain('会议纪要有修订：教学例会')
  expect(await read(two, mtgNo)).toMatchObject({ sent: sections, sentCnt: 2 })
})

test('two who write at once lose nothing: the later one is told, with what stands there now', async () => {
  const { one, admin, mtgNo } = await begun()
  await one.client.call(meetingMinutes.saveminutes, { mtgNo, ver: 0, sections })
  const late = await admin.client.answer(meetingMinutes.saveminutes, { mtgNo, ver: 0, sections: [{ title: '别的' }] })
  expect(late).toMatchObject({ code: 10004, result: { sections } })
  expect((await read(one, mtgNo)).draft?.sections).toEqual(sections)
})

test('what cannot be sent is told: too early, empty, too long, a day that has passed, somebody who is not there', async () => {
  const hall = await makeHall(server, 1)
  const early = await callMeeting(hall)
  const { client, empNo } = hall.admin
  const save = (given: object, ver = 0) => client.answer(meetingMinutes.saveminutes, { mtgNo: early, ver, ...given })
  expect(await save({ sections: [{ title: '', body: '一' }] })).toMatchObject({ code: 10001 })
  expect(await save({ sections: Array.from({ length: 3 }, () => ({ title: '长', body: '字'.repeat(9000) })) })).toMatchObject({
    message: expect.stringContaining('最多 20000 字') as string,
  })
  expect(await save({ decisions: [decide('EMP-NOBODY')] })).toMatchObject({
    message: '第 1 项决定的负责人不存在或已不在职，请重新选择',
  })
  expect((await client.answer(meetingMinutes.sendminutes, { mtgNo: early, ver: 0 })).message).toBe('还没有写好的草稿，请先写纪要')
  const saved = await client.call(meetingMinutes.saveminutes, {
    mtgNo: early,
    ver: 0,
    decisions: [decide(empNo, '补写', day(-1))],
  })
  const send = () => client.answer(meetingMinutes.sendminutes, { mtgNo: early, ver: saved.ver })
  expect((await send()).message).toBe('会议还没有开始，不能发出纪要')
  await beginNow(hall.school, early)
  expect((await send()).message).toBe('第 1 项决定的完成日期已经过去，请改为今天或以后')
  const emptied = await client.call(meetingMinutes.saveminutes, { mtgNo: early, ver: saved.ver, decisions: [] })
  expect(await client.answer(meetingMinutes.sendminutes, { mtgNo: early, ver: emptied.ver })).toMatchObject({
    message: '纪要还没有内容，请先写正文或决定',
  })
  const { ver } = await client.call(meetingMinutes.dropminutes, { mtgNo: early, ver: emptied.ver })
  expect(await client.answer(meetingMinutes.dropminutes, { mtgNo: early, ver })).toMatchObject({ message: '没有可以放弃的草稿' })
})

test('headings are proposed from the agenda, else from the last minutes of the kind', async () => {
  const { one, admin, mtgNo, people, school } = await begun()
  await sendOut(one, mtgNo)
  const next = await callMeeting({ school, admin, people })
  expect((await read(admin, next)).titles).toEqual(['期中质量分析'])
  await admin.client.call(mtg.creatorupdatemtg, { mtgNo: next, agenda: [{ title: '校服招标' }] })
  expect((await read(admin, next)).titles).toEqual(['校服招标'])
})

test('what somebody should do who has left goes to whoever runs the meeting', async () => {
  const { one, two, admin, mtgNo, entNo, school } = await begun()
  const outside = await makePerson(school, { name: '员工己', roles: ['P030STAFF'] })
  const { ver } = await admin.client.call(meetingMinutes.saveminutes, {
    mtgNo,
    ver: 0,
    sections,
    decisions: [decide(outside.empNo), decide(two.empNo, '别的')],
  })
  await admin.client.call(meetingMinutes.sendminutes, { mtgNo, ver })
  const decNo = (await todo(outside)).datas[0]?.tskNo ?? ''
  expect(await outside.client.call(tsk.getdecision, { decNo })).toMatchObject({ what: '发新课表', seeFlag: '0', mineFlag: '1' })
  expect((await outside.client.answer(meetingMinutes.getminutes, { mtgNo })).code).not.toBe(0)
  expect((await one.client.answer(tsk.getdecision, { decNo })).code).not.toBe(0)
  await server.owner.query("update emp set stt = '2' where ent_no = $1 and emp_no = $2", [entNo, outside.empNo])
  expect((await read(admin, mtgNo)).decisions[0]).toMatchObject({ goneFlag: '1' })
  for (const _ of [1, 2]) await replaceDecisionLeavers(server.services, entNo)
  expect((await todo(admin)).datas.map(({ title }) => title)).toEqual(['发新课表'])
  expect((await todo(two)).datas.map(({ title }) => title)).toEqual(['别的'])
})

test('the list of readers is for whoever runs the meeting, and its numbers are those of the minutes', async () => {
  const { one, two, admin, mtgNo } = await begun()
  await sendOut(one, mtgNo)
  const told = (await inboxOf(two, 'notice')).datas[0]
  await two.client.call(box.open, { rcvNo: told?.rcvNo ?? '' })
  const { toldCnt, readCnt } = await read(admin, mtgNo)
  const list = (readFlag?: '0' | '1') =>
    admin.client.call(meetingMinutes.getminutesreadpage, { mtgNo, ...(readFlag && { readFlag }) })
  expect((await list()).recordCount).toBe(toldCnt)
  expect((await list('1')).datas.map(({ empName }) => empName)).toEqual(['员工乙'])
  expect((await list('1')).recordCount).toBe(readCnt)
  expect((await list('0')).recordCount).toBe(toldCnt - readCnt)
  expect((await two.client.answer(meetingMinutes.getminutesreadpage, { mtgNo })).code).not.toBe(0)
})
