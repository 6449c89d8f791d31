import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindOfLateVisitors } from '#domain/visits/visitReminder.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { remindToConfirm } from '#features/ent/mtg/mtg.remind.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { remindOfYearEnd } from '#features/ent/rollover/rollover.remind.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { res } from '#features/res/res/res.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { toRequest } from '#contract/wire.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { makeField, opening, openActivity } from '../../../../test/support/activities.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  sharedServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { callMeeting, makeHall, minutes } from '../../../../test/support/meetings.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { makeDistricts, putIn } from '../../../../test/support/resources.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { unstamped } from '../../../../test/support/unstamped.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { enter, makeGate } from '../../../../test/support/visits.ts'
import { msg } from './msg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Lists what stands in an inbox: kind, title and the page it opens. */
async function inboxOf({ client }: Person) {
  const lists = [await client.call(box.getpage, { tab: 'todo' }), await client.call(box.getpage, { tab: 'notice' })]
  return lists.flatMap(({ datas }) => datas)
}
const titlesOf = async (person: Person) => (await inboxOf(person)).map(({ title }) => title)
const send = async ({ client }: Person) => (await client.call(upload.upload, { file: await portrait() })).fileNo

test('who applied to join a meeting, or for leave, is told what was decided, and opens the meeting from it', async () => {
  const hall = await makeHall(server, 2)
  const [away, stays] = hall.people as [Person, Person]
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const guest = await makePerson(hall.school, { roles: ['P030STAFF'] })
  await away.client.call(mtg.applyleave, { mtgNo, rsn: '外出' })
  await guest.client.call(mtg.apply, { mtgNo })
  const { datas } = await hall.admin.client.call(mtg.getmtgmanpage, { mtgNo })
  const manOf = (empNo: string) => datas.find((one) => one.empNo === empNo)?.manNo ?? ''
  await hall.admin.client.call(mtg.setpass, { mtgNo, manNos: [manOf(away.empNo)] })
  await hall.admin.client.call(mtg.setreject, { mtgNo, manNos: [manOf(guest.empNo)], answer: '座位已满' })
  expect((await inboxOf(away))[0]).toMatchObject({
    title: '请假已同意：教学例会',
    sndName: '请假结果',
    path: `/ent/mtg/${mtgNo}`,
  })
  const [told] = await inboxOf(guest)
  expect(told).toMatchObject({ title: '参会申请没有通过：教学例会' })
  expect(await guest.client.call(box.open, { rcvNo: told?.rcvNo ?? '' })).toMatchObject({ body: '说明：座位已满' })
  expect(await titlesOf(stays)).toEqual(['会议通知：教学例会'])
})

test('within a day of a meeting those who have not answered are asked once', async () => {
  const hall = await makeHall(server, 2)
  const [silent, answered] = hall.people as [Person, Person]
  const mtgNo = await callMeeting(hall)
  await answered.client.call(mtg.reply, { mtgNo, vals: {} })
  for (let hour = 0; hour < 2; hour++) await remindToConfirm(server.services, hall.school.entNo)
  const asked = (await inboxOf(silent)).filter(({ title }) => title === '请确认是否参会：教学例会')
  expect(asked).toMatchObject([{ msgCls: '2', path: `/ent/mtg/${mtgNo}` }])
  expect(await titlesOf(answered)).toEqual(['会议通知：教学例会'])
})

test('a host is told once of a visitor who is still inside after the time that was announced', async () => {
  const gate = await makeGate(server)
  const { entNo } = gate.school
  const vstNo = await enter(gate)
  await gate.host.client.call(vst.pass, { vstNo })
  await gate.admin.client.call(vst.arrive, { vstNo })
  await remindOfLateVisitors(server.services, entNo)
  expect(await titlesOf(gate.host)).not.toContain('欧阳访客超过预计时间还没有离开')
  await server.owner.query(
    "update vst set plan_s_dt = now() - interval '3 hours', plan_e_dt = now() - interval '1 hour' where ent_no = $1",
    [entNo],
  )
  for (let hour = 0; hour < 2; hour++) await remindOfLateVisitors(server.services, entNo)
  expect((await titlesOf(gate.host)).filter((title) => title.includes('还没有离开'))).toHaveLength(1)
})

test('those who review photos are told of one of a person they reach, and the employee of the result', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { name: '高明', roles: ['P030STAFF'] })
  const bystander = await makePerson(school, { roles: ['P030STAFF'] })
  for (const rsn of ['光线太暗', undefined]) {
    await person.client.call(emp.applyforempcardpht, { empNo: person.empNo, cardPht: await send(person) })
    const [waiting] = (await school.admin.client.call(photo.getpage)).datas
    const applyNos = [waiting?.applyNo ?? '']
    if (rsn) await school.admin.client.call(photo.reject, { applyNos, rsn })
    else await school.admin.client.call(photo.pass, { applyNos })
  }
  expect((await inboxOf(school.admin))[0]).toMatchObject({ title: '员工高明的证件照等你审核', path: '/ent/photo' })
  expect(await inboxOf(person)).toMatchObject([
    { title: '你的证件照已通过审核', path: '/profile/index' },
    { title: '你的证件照没有通过审核' },
  ])
  expect(await titlesOf(bystander)).toEqual([])
})

test('of a pupil’s photo nobody is told the result, and whoever receives the messages of the class hears that it waits', async () => {
  const school = await makePupilSchool(server)
  const { admin, classNo, gradeNo, otherNo, head } = school
  const teacher = await makePerson(school, { name: '梁老师', roles: ['P030GRADE'] })
  await admin.client.call(empdatapwr.set, {
    empNo: teacher.empNo,
    roleNo: 'P030GRADE',
    dataPwrs: [{ dataVal: gradeNo, dataType: 'unit' }],
  })
  const scope = { empNo: head.empNo, roleNo: 'P030CLASS' }
  await admin.client.call(empdatapwr.setempmsgpwr, { ...scope, dataPwrs: [{ dataVal: classNo, dataType: 'unit' }] })
  const [near, far] = [await enrol(school), await enrol(school, { stuName: '王二', unitNo: otherNo })]
  for (const stuNo of [near, far]) await teacher.client.call(stu.applyforstucardpht, { stuNo, cardPht: await send(teacher) })
  expect(await titlesOf(head)).toEqual(['学生王小明的证件照已提交，等待审核'])
  expect((await titlesOf(admin)).toSorted()).toEqual(['学生王二的证件照等你审核', '学生王小明的证件照等你审核'].toSorted())
  const { datas } = await admin.client.call(photo.getpage)
  await admin.client.call(photo.pass, { applyNos: datas.map(({ applyNo }) => applyNo) })
  expect(await titlesOf(teacher)).toEqual([])
})

test('who receives the messages of a department is told of its visitors, those of others are not', async () => {
  const gate = await makeGate(server)
  const { admin, school } = gate
  const secretary = await makePerson(school, { name: '文秘', roles: ['P030STAFF'] })
  const at = { dataVal: school.orgNo, dataType: 'org' } as const
  expect(await admin.client.call(empdatapwr.getmsgpeople, at)).toEqual([])
  await enter(gate)
  expect(await titlesOf(secretary)).toEqual([])
  await admin.client.call(empdatapwr.setempmsgpwr, { empNo: secretary.empNo, roleNo: 'P030STAFF', dataPwrs: [at] })
  expect(await admin.client.call(empdatapwr.getmsgpeople, at)).toEqual([{ empNo: secretary.empNo, empName: '文秘' }])
  await enter(gate)
  expect(await inboxOf(secretary)).toMatchObject([{ title: '访客欧阳访客预约来访', sndName: '接收消息的范围里的事' }])
})

test('an activity that waits is told to those who publish, and what they did to whoever made it', async () => {
  const { admin, staff, head } = await makeField(server)
  const { actNo } = await staff.client.call(act.create, opening)
  await staff.client.call(act.submit, { actNo })
  expect((await inboxOf(admin))[0]).toMatchObject({ title: '活动“春季运动会”等你发布', path: `/vam/act/${actNo}` })
  await admin.client.call(act.sendback, { actNo, answer: '请写明集合地点' })
  await staff.client.call(act.submit, { actNo })
  await admin.client.call(act.publish, { actNo })
  expect(await titlesOf(staff)).toEqual(['活动“春季运动会”已发布', '活动“春季运动会”被退回'])
  expect(await titlesOf(head)).toEqual([])
})

test('a work that waits is told to those who review it, and the decision to the teacher who handed it in', async () => {
  const { admin, head, staff, pupils } = await makeField(server)
  const actNo = await openActivity(admin, { wrkFlag: '1', wrkSDt: minutes(-60), wrkEDt: minutes(60), wrkMax: 1 })
  const [one] = await head.client.call(reg.enroll, { actNo, stuNos: [pupils.stuNos[0] as string] })
  const { wrkNo } = await head.client.call(wrk.create, {
    regNo: one?.regNo as string,
    title: '秋天的树',
    fileNos: [await send(head)],
    agreeFlag: '1',
  })
  expect((await inboxOf(admin))[0]).toMatchObject({ title: '作品“秋天的树”等你审核', path: `/vam/act/${actNo}?tab=wrk` })
  await admin.client.call(wrk.setreject, { wrkNos: [wrkNo], answer: '请交自己的作品' })
  await admin.client.call(wrk.setpass, { wrkNos: [wrkNo] })
  expect(await titlesOf(head)).toEqual(['作品“秋天的树”已通过审核', '作品“秋天的树”没有通过审核'])
  expect(await titlesOf(staff)).toEqual([])
})

test('a resource that is offered is told at the bureau that reviews it, and the answer to whoever put it in', async () => {
  const { bureau, school, neighbour } = await makeDistricts(server)
  const resNo = await putIn(school.admin, school.clsNo, { scope: '2' })
  const [told] = await inboxOf(bureau.admin)
  expect(told).toMatchObject({ title: `学校${school.entNo}的资源“古诗三首”等你审核`, path: '/res/res?tab=review' })
  await bureau.admin.client.call(res.setreject, { resNos: [resNo], answer: '有错别字' })
  await school.admin.client.call(res.setscope, { resNo, scope: '2' })
  const { lastOp } = school.admin.client
  await school.admin.client.call(history.undo, { op: lastOp })
  await school.admin.client.call(res.setscope, { resNo, scope: '2' })
  await bureau.admin.client.call(res.setpass, { resNos: [resNo], clsNo: bureau.clsNo })
  expect(await titlesOf(school.admin)).toEqual(['资源“古诗三首”已共享', '资源“古诗三首”没有共享'])
  expect(await titlesOf(neighbour.admin)).toEqual([])
})

test('who signs in with another browser than before is told, at the first sign-in of all nobody is', async () => {
  const pwd = 'Campus2026'
  const person = await makePerson(await makeSchool(server), { pwdHash: await hashPassword(pwd) })
  const enterAgain = () => clientOf(server).call(signin.login, { name: person.name, pwd })
  await enterAgain()
  await enterAgain()
  expect(await titlesOf(person)).toEqual([])
  await server.owner.query("update login_log set client = 'Netscape 4' where user_no = $1", [person.userNo])
  await enterAgain()
  expect(await inboxOf(person)).toMatchObject([
    { title: expect.stringMatching(/^你的账号在新的设备上登录：/), path: '/profile/index?tab=signins' },
  ])
})

test('a browser that was updated is no new one', async () => {
  const pwd = 'Campus2026'
  const person = await makePerson(await makeSchool(server), { pwdHash: await hashPassword(pwd) })
  const enterBy = async (version: number) => {
    const { url, body } = toRequest(signin.login, { name: person.name, pwd })
    const agent = `Mozilla/5.0 (Windows NT 10.0) Chrome/${version}.0.0.0 Safari/537.36`
    const headers = { 'content-type': 'application/json', 'user-agent': agent }
    const answer = await fetch(server.url + url, { method: 'POST', headers, body: body as string })
    expect(await answer.json()).toMatchObject({ code: 0 })
  }
  await enterBy(140)
  await enterBy(141)
  expect(await titlesOf(person)).toEqual([])
})

test('who is given a new password or identity is told wherever they work', async () => {
  const [school, other] = [await makeSchool(server), await makeSchool(server)]
  const person = await makePerson(school)
  const { empNo } = await makePerson(other)
  await asOwner(server, other.entNo, (db) => db.deleteFrom('identity').where('idntVal', '=', empNo).execute())
  const operator = await makeOperator(server)
  const idnts = [
    { entNo: school.entNo, idntVal: person.empNo },
    { entNo: other.entNo, idntVal: empNo },
  ]
  await operator.client.call(account.setidnts, { userNo: person.userNo, idnts })
  expect(await titlesOf(person)).toEqual([`你的账号有了“学校${other.entNo}”的身份`])
  await operator.client.call(account.resetpwd, { userNo: person.userNo })
  const { rows } = await server.owner.query(
    "select ent_no from msg m join msgto t using (ent_no, msg_no) where evt = 'pwdreset' and t.emp_no = any($1) order by 1",
    [[person.empNo, empNo]],
  )
  expect(rows.map(({ ent_no }) => ent_no)).toEqual([school.entNo, other.entNo].toSorted())
})

test('the enterprise switches an event off for everybody, also an urgent one, and on again', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const [one] = hall.people as [Person]
  const setEvent = (evt: 'mtgpub' | 'mtgchange', useFlag: '0' | '1') => client.call(msg.setevent, { evt, useFlag })
  await setEvent('mtgpub', '0')
  await setEvent('mtgchange', '0')
  const listed = await client.call(msg.getevents)
  expect(listed.find(({ evt }) => evt === 'mtgpub')).toEqual({ evt: 'mtgpub', name: '会议通知', cls: '1', useFlag: '0' })
  await client.call(mtg.cancelmtg, { mtgNo: await callMeeting(hall) })
  expect(await titlesOf(one)).toEqual([])
  await setEvent('mtgpub', '1')
  await callMeeting(hall)
  expect(await titlesOf(one)).toEqual(['会议通知：教学例会'])
  expect(await one.client.answer(msg.setevent, { evt: 'mtgpub', useFlag: '0' })).toMatchObject({ code: 30001 })
})

test('switching an event off stands in the history, and is taken back', async () => {
  const { admin } = await makeSchool(server)
  await admin.client.call(msg.setevent, { evt: 'vstin', useFlag: '0' })
  await admin.client.call(msg.setevent, { evt: 'vstin', useFlag: '1' })
  await admin.client.call(history.undo, { op: admin.client.lastOp })
  const found = (await admin.client.call(msg.getevents)).find(({ evt }) => evt === 'vstin')
  expect(found?.useFlag).toBe('0')
})

test('who runs a meeting is told that somebody applies to join it, or for leave', async () => {
  const hall = await makeHall(server, 1)
  const [away] = hall.people as [Person]
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const guest = await makePerson(hall.school, { name: '高明', roles: ['P030STAFF'] })
  await away.client.call(mtg.applyleave, { mtgNo, rsn: '外出' })
  await guest.client.call(mtg.apply, { mtgNo })
  const told = (await inboxOf(hall.admin)).filter(({ sndName }) => sndName === '参会和请假待我审批')
  expect(told.every(({ path }) => path === `/ent/mtg/${mtgNo}`)).toBe(true)
  expect(told.map(({ title }) => title.replace(/^.*请假/, '请假')).toSorted()).toEqual([
    '请假：教学例会',
    '高明申请参加：教学例会',
  ])
})

test('who waited for a place in an activity is told when one becomes free', async () => {
  const { admin, head, staff, pupils } = await makeField(server)
  const actNo = await openActivity(admin, { quota: 1, quotaMode: '1', waitFlag: '1', who: '3' })
  const [one] = await staff.client.call(reg.enroll, { actNo })
  await head.client.call(reg.enroll, { actNo, stuNos: [pupils.stuNos[0] as string] })
  expect(await titlesOf(head)).toEqual([])
  await staff.client.call(reg.cancel, { regNo: one?.regNo ?? '' })
  expect(await inboxOf(head)).toMatchObject([
    { title: expect.stringContaining('候补到了名额：春季运动会'), path: `/vam/act/${actNo}` },
  ])
})

test('those who do the year-end are told once that it is due', async () => {
  const school = await makePupilSchool(server)
  const { entNo, admin } = school
  const before = await titlesOf(admin)
  await server.owner.query(
    "update edcunit set cur_sch_year = extract(year from now())::int - 2 where ent_no = $1 and unit_type = '1'",
    [entNo],
  )
  await unstamped(server, "update edcunit set crt_tm = now() - interval '2 months' where ent_no = $1", [entNo])
  for (let hour = 0; hour < 2; hour++) await remindOfYearEnd(server.services, entNo)
  const told = (await inboxOf(admin)).filter(({ title }) => !before.includes(title))
  expect(told).toMatchObject([{ title: expect.stringContaining('学年就要结束'), path: '/ent/rollover', msgCls: '2' }])
})
