import { afterAll, beforeAll, expect, test } from 'vitest'
import { box } from '#features/user/box/box.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { asOwner, type Client, makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { callMeeting, makeHall } from '../../../../test/support/meetings.ts'
import { history } from '#contract/shell/history.contract.ts'
import { mtg } from '../mtg/mtg.contract.ts'
import { msg } from './msg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const to = (kind: 'org' | 'unit' | 'emp' | 'stu' | 'ptr' | 'grp' | 'role' | 'all', no: string, outFlag: '0' | '1' = '0') => ({
  kind,
  no,
  outFlag,
})
const words = { title: '周五放学提前', body: '本周五 **15:30** 放学。' }
const inboxOf = async (client: Client, tab: 'todo' | 'notice' = 'notice') => (await client.call(box.getpage, { tab })).datas
const namesOf = async (client: Client, msgNo: string) =>
  (await client.call(msg.getreaders, { msgNo })).datas.map(({ name }) => name).toSorted()

async function makeOffice() {
  const school = await makeSchool(server)
  const [one, other] = [await makePerson(school, { name: '李老师' }), await makePerson(school, { name: '赵老师' })]
  return { ...school, client: school.admin.client, one, other }
}

test('a message stands in the inbox of each receiver, once, and its sender sees who has opened it', async () => {
  const { client, orgNo, one, other } = await makeOffice()
  const { msgNo, toCnt } = await client.call(msg.send, { ...words, scope: [to('org', orgNo), to('emp', one.empNo)] })
  // Leaves out whoever writes it.
  expect(toCnt).toBe(2)
  expect(await one.client.call(box.getunread, {})).toEqual({ unreadCnt: 1, todoCnt: 0 })
  const [found] = await inboxOf(one.client)
  expect(found).toMatchObject({ title: '周五放学提前', sndName: '陈晓雯', readTm: null })
  expect(await one.client.call(box.open, { rcvNo: found?.rcvNo ?? '' })).toMatchObject({ body: words.body })
  expect(await one.client.call(box.getunread, {})).toEqual({ unreadCnt: 0, todoCnt: 0 })
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ stt: '3', toCnt: 2, readCnt: 1, mineFlag: '1' })
  const unread = await client.call(msg.getreaders, { msgNo, state: 'unread' })
  expect(unread.datas.map(({ name }) => name)).toEqual(['赵老师'])
  expect(await other.client.answer(box.open, { rcvNo: found?.rcvNo ?? '' })).toMatchObject({ code: 10002 })
  expect(await one.client.answer(msg.get, { msgNo })).toMatchObject({ code: 30001 })
})

test('a scope of guardians reaches those who receive messages about a pupil on the roll, once for each child', async () => {
  const school = await makePupilSchool(server)
  const { admin, classNo, head } = school
  const [ming, hong] = [await enrol(school), await enrol(school, { stuName: '李小红' })]
  const ptrNo = await giveGuardian(school, ming, { ptrName: '王建国' })
  const silent = await giveGuardian(school, ming, { ptrName: '赵敏', relt: '52', prior: 2 })
  await asOwner(server, school.entNo, async (db) => {
    await db.updateTable('stuptr').set({ msgFlag: '0' }).where('ptrNo', '=', silent).execute()
    await db.insertInto('stuptr').values({ entNo: school.entNo, stuNo: hong, ptrNo, relt: '51', prior: 1 }).execute()
  })
  const alone = await enrol(school, { stuName: '周没人' })
  const seen = await head.client.call(msg.preview, { scope: [to('unit', classNo)] })
  expect(seen).toMatchObject({ toCnt: 2, empCnt: 0, ptrCnt: 1, stuCnt: 2, offEmpCnt: 0, offPtrCnt: 1, weekCnt: 0 })
  expect(seen.unreached).toEqual([{ stuNo: alone, stuName: '周没人', unitName: '三年级（1）班' }])
  const { msgNo } = await head.client.call(msg.send, { ...words, scope: [to('unit', classNo)] })
  const readers = await head.client.call(msg.getreaders, { msgNo })
  const told = readers.datas.map(({ name, stuName, place, why }) => [name, stuName, place, why].join(' ')).toSorted()
  expect(told).toEqual(
    ['王建国 王小明 三年级（1）班 三年级（1）班的家长', '王建国 李小红 三年级（1）班 三年级（1）班的家长'].toSorted(),
  )
  expect((await admin.client.call(msg.preview, { scope: [to('unit', classNo), to('stu', hong, '1')] })).toCnt).toBe(1)
})

test('a head teacher writes to nobody beyond the own class', async () => {
  const { head, otherNo, gradeNo } = await makePupilSchool(server)
  for (const no of [otherNo, 'U-none'])
    expect(await head.client.answer(msg.send, { ...words, scope: [to('unit', no)] })).toMatchObject({
      code: 10006,
      message: '所选的接收人有的已不存在，或不在可访问的范围内，请移除后再发',
    })
  const above = await head.client.answer(msg.send, { ...words, scope: [to('unit', gradeNo)] })
  expect(above).toMatchObject({ code: 10001, message: '没有人会收到：所选范围里没有在职员工，也没有接收消息的家长' })
})

test('choices are answered until they are due, and are counted', async () => {
  const { client, one, other } = await makeOffice()
  const asks = { ...words, need: '3' as const, scope: [to('emp', one.empNo), to('emp', other.empNo)] }
  expect(await client.answer(msg.send, { ...asks, choices: ['参加'] })).toMatchObject({
    code: 10001,
    result: { errors: [{ field: 'choices', message: '请至少写两个回执选项' }] },
  })
  const { msgNo } = await client.call(msg.send, { ...asks, choices: ['参加', '不参加'] })
  const [asked] = await inboxOf(one.client, 'todo')
  const rcvNo = asked?.rcvNo ?? ''
  expect(await one.client.call(box.getunread, {})).toEqual({ unreadCnt: 1, todoCnt: 1 })
  expect(await one.client.answer(box.receipt, { rcvNo, rcpt: '也许' })).toMatchObject({ code: 10001 })
  await one.client.call(box.receipt, { rcvNo, rcpt: '参加', rcptNote: '晚到十分钟' })
  await one.client.call(box.receipt, { rcvNo, rcpt: '不参加' })
  expect(await one.client.call(box.getunread, {})).toEqual({ unreadCnt: 0, todoCnt: 0 })
  expect(await client.call(msg.get, { msgNo })).toMatchObject({
    doneCnt: 1,
    choiceCnts: [
      { choice: '参加', cnt: 0 },
      { choice: '不参加', cnt: 1 },
    ],
  })
  await server.owner.query("update msg set due_tm = now() - interval '1 hour' where msg_no = $1", [msgNo])
  expect(
    await other.client.answer(box.receipt, { rcvNo: (await inboxOf(other.client, 'todo'))[0]?.rcvNo ?? '', rcpt: '参加' }),
  ).toMatchObject({
    message: '已过回应期限，不能再回应，请联系发送人',
  })
})

test('only those who have not answered are reminded, and once a day', async () => {
  const { client, one, other } = await makeOffice()
  const { msgNo } = await client.call(msg.send, {
    ...words,
    need: '2',
    scope: [to('emp', one.empNo), to('emp', other.empNo)],
  })
  await one.client.call(box.receipt, { rcvNo: (await inboxOf(one.client, 'todo'))[0]?.rcvNo ?? '' })
  expect(await client.call(msg.remind, { msgNo })).toEqual({ remindCnt: 1 })
  expect(await inboxOf(other.client, 'todo')).toMatchObject([{ remindCnt: 1 }])
  expect(await client.answer(msg.remind, { msgNo })).toMatchObject({ message: '今天已经提醒过，明天才能再提醒' })
  await other.client.call(box.receipt, { rcvNo: (await inboxOf(other.client, 'todo'))[0]?.rcvNo ?? '' })
  expect(await client.answer(msg.remind, { msgNo })).toMatchObject({ message: '所有人都已回应，不用提醒' })
})

test('a recalled message is in no inbox any more, and who had read it stays known', async () => {
  const { client, one, other } = await makeOffice()
  const { msgNo } = await client.call(msg.send, { ...words, scope: [to('emp', one.empNo), to('emp', other.empNo)] })
  const rcvNo = (await inboxOf(one.client))[0]?.rcvNo ?? ''
  await one.client.call(box.open, { rcvNo })
  await client.call(msg.recall, { msgNo })
  expect([await inboxOf(one.client), await inboxOf(other.client)]).toEqual([[], []])
  expect(await one.client.answer(box.open, { rcvNo })).toMatchObject({ code: 10002 })
  expect(await client.call(msg.get, { msgNo })).toMatchObject({ stt: '4', toCnt: 2, readCnt: 1 })
  expect(await client.answer(msg.remind, { msgNo })).toMatchObject({ message: '这条消息已经撤回，不能提醒' })
})

test('a draft is nobody’s but its writer’s, and is sent as it was last kept', async () => {
  const school = await makeOffice()
  const { client, one } = school
  const deputy = await makePerson(school, { name: '副校长', roles: ['P030ADMIN'] })
  const { msgNo, ver } = await client.call(msg.save, { ...words })
  expect((await deputy.client.call(msg.getpage, { mineFlag: '0' })).recordCount).toBe(0)
  await client.call(msg.save, { msgNo, ver, ...words, title: '周四放学提前' })
  expect(await client.answer(msg.save, { msgNo, ver, ...words })).toMatchObject({ code: 10004 })
  await client.call(msg.send, { msgNo, ...words, title: '周四放学提前', scope: [to('emp', one.empNo)] })
  expect(await inboxOf(one.client)).toMatchObject([{ title: '周四放学提前' }])
  expect((await deputy.client.call(msg.getpage, { mineFlag: '0' })).datas).toMatchObject([{ msgNo, sndName: '陈晓雯' }])
  expect(await client.answer(msg.save, { msgNo, ...words })).toMatchObject({ message: '这条消息已经发送，不能再修改' })
  expect(await client.answer(msg.delete, { msgNo })).toMatchObject({ message: '这条消息已经发送，不能删除，只能撤回' })
})

test('somebody is added later, and nobody gets a message twice', async () => {
  const { client, one, other } = await makeOffice()
  const { msgNo } = await client.call(msg.send, { ...words, scope: [to('emp', one.empNo)] })
  expect(await client.call(msg.addto, { msgNo, scope: [to('emp', one.empNo), to('emp', other.empNo)] })).toEqual({ addCnt: 1 })
  expect(await namesOf(client, msgNo)).toEqual(['李老师', '赵老师'].toSorted())
  expect(await client.answer(msg.addto, { msgNo, scope: [to('emp', one.empNo)] })).toMatchObject({ code: 10001 })
})

test('a group and a role mean who is in them when it is sent; who has left gets nothing', async () => {
  const school = await makeOffice()
  const { client, one, other } = school
  const { grpNo } = await client.call(empgrp.create, { grpName: '值周组', grpType: '1' })
  await client.call(empgrp.creatembr, { grpNo, empNos: [one.empNo, other.empNo] })
  await server.owner.query("update emp set stt = '2' where emp_no = $1", [other.empNo])
  const ofGroup = await client.call(msg.send, { ...words, scope: [to('grp', grpNo)] })
  expect(await namesOf(client, ofGroup.msgNo)).toEqual(['李老师'])
  await makePerson(school, { name: '副校长', roles: ['P030ADMIN'] })
  const ofRole = await client.call(msg.send, { ...words, scope: [to('role', 'P030ADMIN')] })
  expect(await namesOf(client, ofRole.msgNo)).toEqual(['副校长'])
})

test('what asks for nothing is noted as read at once, what asks for an answer is not', async () => {
  const { client, one } = await makeOffice()
  const scope = [to('emp', one.empNo)]
  await client.call(msg.send, { ...words, scope })
  await client.call(msg.send, { ...words, need: '2', scope })
  expect(await one.client.call(box.getunread, {})).toEqual({ unreadCnt: 2, todoCnt: 1 })
  expect(await one.client.call(box.readall, {})).toEqual({ cnt: 1 })
  expect(await one.client.call(box.getunread, {})).toEqual({ unreadCnt: 1, todoCnt: 1 })
})

test('who is asked to a meeting is told when it is published and when it is cancelled, and not whoever did it', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const [guest] = hall.people
  const mtgNo = await callMeeting(hall, { mtgName: '教研会' })
  const titles = async (person: { client: Client }) => (await inboxOf(person.client)).map(({ title }) => title)
  expect(await titles(guest as { client: Client })).toEqual(['会议通知：教研会'])
  await client.call(mtg.cancelmtg, { mtgNo })
  expect(await titles(guest as { client: Client })).toEqual(['会议取消：教研会', '会议通知：教研会'])
  expect(await titles(hall.admin)).toEqual([])
  const [told] = await inboxOf((guest as { client: Client }).client)
  expect(told).toMatchObject({ msgCls: '3', sndName: '会议变动' })
})

test('what an undone publishing told is in no inbox any more', async () => {
  const hall = await makeHall(server, 1)
  const [guest] = hall.people as { client: Client }[]
  await callMeeting(hall, { mtgName: '备课会' })
  expect((await inboxOf((guest as { client: Client }).client)).length).toBe(1)
  await hall.admin.client.call(history.undo, { op: hall.admin.client.lastOp })
  expect(await inboxOf((guest as { client: Client }).client)).toEqual([])
})
