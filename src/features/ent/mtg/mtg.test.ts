import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { beginNow, callMeeting, type Hall, makeHall, minutes } from '../../../../test/support/meetings.ts'
import { asOwner, makePerson } from '../../../../test/support/harness.ts'
import { fetchFile } from '../../../../test/support/uploads.ts'
import { cellsOf } from '../../../../test/support/seedSchool.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { mtg } from './mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a meeting goes from draft to attendance sheet', async () => {
  const { school, people, admin } = await makeHall(server, 3)
  const { client } = admin
  const mans = people.map(({ empNo }) => ({ empNo }))
  const guest = { manName: '赵来宾', manTel: '13900001234', manType: '5', workUnit: '家长委员会' }
  const drafted = await client.answer(mtg.creatorupdatemtg, {
    mtgName: '期中教学分析会',
    mtgType: '2',
    cntnt: '各组准备材料',
    mans: [...mans, guest],
    schds: [{ rdx: 1, place: '二楼会议室', sDt: minutes(60), eDt: minutes(120) }],
  })
  expect(drafted).toMatchObject({ code: 0, message: '起草会议成功' })
  const { mtgNo } = drafted.result as { mtgNo: string }
  expect(mtgNo).toMatch(/^M\d{12}$/)
  expect((await client.call(mtg.getmtgschdtime, { mtgNo }))[0]).toMatchObject({
    signSDt: minutes(30),
    signEDt: minutes(75),
  })
  expect((await people[0]!.client.call(mtg.getpage, {})).recordCount).toBe(0)
  expect(await client.answer(mtg.setmtgpub, { mtgNo })).toMatchObject({ code: 0, message: '会议发布成功' })
  expect((await people[0]!.client.call(mtg.getpage, {})).datas[0]).toMatchObject({
    mtgNo,
    place: '二楼会议室',
    hostName: '陈晓雯',
    manCnt: 5,
    comeCnt: 0,
    stt: '2',
    myStt: '1',
    editFlag: '0',
  })
  const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo, keyWord: '1234' })
  expect(datas).toMatchObject([{ manName: '赵来宾', manTel: '139****1234', workUnit: '家长委员会', manType: '5', stt: '1' }])
  await beginNow(school, mtgNo)
  expect((await client.call(mtg.getmtginfo, { mtgNo })).stt).toBe('3')
  await client.call(mtg.setsign, { mtgNo, rdx: 1, manNos: [datas[0]?.manNo as string], rem: '没带手机' })
  expect(await client.answer(mtg.endmtg, { mtgNo })).toMatchObject({ code: 0, message: '设置成功' })
  const sheet = await client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1 })
  expect(sheet.datas.map(({ stt }) => stt).sort()).toEqual(['4', '4', '4', '4', '5'])
  expect((await client.call(mtg.getpage, { stt: '4' })).datas[0]).toMatchObject({ mtgNo, comeCnt: 1, manCnt: 5 })
  expect(await client.answer(mtg.deletemtg, { mtgNo })).toMatchObject({ code: 0, message: '删除成功' })
  expect((await client.call(mtg.getpage, {})).recordCount).toBe(0)
  await client.call(history.undo, { op: client.lastOp })
  expect((await client.call(mtg.getpage, {})).recordCount).toBe(1)
})

test('times that are missing or run backwards are refused in the words of the specification', async () => {
  const { admin } = await makeHall(server, 0)
  const tell = async (schd: Record<string, unknown>) =>
    (await admin.client.answer(mtg.creatorupdatemtg, { mtgName: '例会', schds: [{ rdx: 1, ...schd }] })).message
  expect(await tell({})).toBe('请先选择时间')
  expect(await tell({ sDt: minutes(60), eDt: minutes(60) })).toBe('截止时间必须大于开始时间')
  expect(await tell({ sDt: '20260230250000', eDt: minutes(60) })).toBe('开始时间不是存在的时间')
  expect(await tell({ sDt: minutes(60), eDt: minutes(90), signSDt: minutes(61) })).toBe('签到开始不能晚于会议开始')
})

test('what people were told stays once it is published; times, places, content and people still change', async () => {
  const hall = await makeHall(server, 2)
  const { client } = hall.admin
  const mtgNo = await callMeeting(hall)
  const { ver } = await client.call(mtg.getmtginfo, { mtgNo })
  expect(await client.answer(mtg.creatorupdatemtg, { mtgNo, mtgName: '换个名字', outFlag: '1' })).toMatchObject({
    code: 10001,
    message: '会议已发布，不能再改会议名称、签退',
  })
  const [first] = hall.people
  await client.call(mtg.creatorupdatemtg, {
    mtgNo,
    ver,
    cntnt: '带上教案',
    mans: [{ empNo: first?.empNo as string }],
    schds: [{ rdx: 1, place: '报告厅', sDt: minutes(200), eDt: minutes(260) }],
  })
  expect(await client.call(mtg.getmtginfo, { mtgNo })).toMatchObject({ cntnt: '带上教案', place: '报告厅', manCnt: 2 })
  expect(await client.answer(mtg.creatorupdatemtg, { mtgNo, ver, cntnt: '旧的' })).toMatchObject({ code: 10004 })
})

test('a session that is over is not planned any more; one that took place keeps its time, and what else is changed is kept', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const past = { rdx: 1, sDt: minutes(-120), eDt: minutes(-60) }
  const message = '第 1 场的时间已经过去，请改为以后的时间'
  expect(await client.answer(mtg.creatorupdatemtg, { mtgName: '例会', schds: [past] })).toMatchObject({ code: 10001, message })
  const mtgNo = await callMeeting(hall)
  await beginNow(hall.school, mtgNo, 70)
  const [held] = (await client.call(mtg.getmtginfo, { mtgNo })).schds
  const { sDt = '', eDt = '' } = held ?? {}
  await client.call(mtg.creatorupdatemtg, { mtgNo, schds: [{ rdx: 1, place: '报告厅', sDt, eDt }] })
  expect(await client.call(mtg.getmtginfo, { mtgNo })).toMatchObject({ place: '报告厅', sDt })
  expect(await client.answer(mtg.creatorupdatemtg, { mtgNo, schds: [past] })).toMatchObject({ message })
})

test('it cannot be published without a time ahead, nor for the host alone', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const draft = async (facts: object) => (await client.call(mtg.creatorupdatemtg, { mtgName: '例会', ...facts })).mtgNo
  const tell = async (mtgNo: string) => (await client.answer(mtg.setmtgpub, { mtgNo })).message
  const mans = hall.people.map(({ empNo }) => ({ empNo }))
  const ahead = [{ rdx: 1, sDt: minutes(60), eDt: minutes(90) }]
  expect(await tell(await draft({ mans }))).toBe('没有还没结束的场次，请先安排会议时间')
  const over = await draft({ mans, schds: ahead })
  await beginNow(hall.school, over, 70)
  expect(await tell(over)).toBe('没有还没结束的场次，请先安排会议时间')
  expect(await tell(await draft({ schds: ahead }))).toBe('除主持人外还没有参会人员，请先添加')
})

test('a room and people that are taken at that time are told by name, and hinder nothing', async () => {
  const hall = await makeHall(server, 2)
  const { client } = hall.admin
  await callMeeting(hall, { mtgName: '校务会', place: '报告厅' })
  const empNos = hall.people.map(({ empNo }) => empNo)
  const ask = (facts: object) => client.call(mtg.getclash, { schdSDt: minutes(90), schdEDt: minutes(150), ...facts })
  expect(await ask({ place: '报告厅', empNos })).toMatchObject([
    { kind: 'place', name: '报告厅', mtgName: '校务会' },
    { kind: 'man', name: '员工乙', mtgName: '校务会' },
    { kind: 'man', name: '员工甲', mtgName: '校务会' },
  ])
  expect(await ask({ schdSDt: minutes(120), schdEDt: minutes(150), place: '报告厅', empNos })).toEqual([])
})

test('an agenda stands in the notice, in the meeting and after signing in, and a change of it is told', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const first = hall.people[0] as Hall['admin']
  const agenda = [
    { title: '期中分析', empNo: first.empNo, mins: 20 },
    { title: '家长会', speaker: '德育处', rem: '带上名单' },
  ]
  const mans = [{ empNo: first.empNo }]
  const schds = [{ rdx: 1, place: '报告厅', sDt: minutes(60), eDt: minutes(120) }]
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName: '例会', agenda, mans, schds })
  await client.call(mtg.setmtgpub, { mtgNo })
  const read = async () => (await first.client.call(mtg.getmtginfo, { mtgNo })).agenda
  expect(await read()).toEqual([
    { title: '期中分析', empNo: first.empNo, speaker: '员工甲', mins: 20, rem: null },
    { title: '家长会', empNo: null, speaker: '德育处', mins: null, rem: '带上名单' },
  ])
  const told = async () => {
    const { rows } = await server.owner.query('select title, body from msg where abt_no = $1 and ent_no = $2 order by msg_no', [
      mtgNo,
      hall.school.entNo,
    ])
    return rows as { title: string; body: string }[]
  }
  expect((await told())[0]?.body).toContain('议程：\n\n1. 期中分析（员工甲，20 分钟）\n2. 家长会（德育处）')
  await client.call(mtg.creatorupdatemtg, { mtgNo, agenda: [...agenda].reverse() })
  expect((await told()).map(({ title }) => title)).toEqual(['会议通知：例会', '会议议程有变：例会'])
  await client.call(mtg.creatorupdatemtg, { mtgNo, agenda: [...agenda].reverse() })
  expect((await told()).length).toBe(2)
  const gone = await client.answer(mtg.creatorupdatemtg, { mtgNo, agenda: [{ title: '总结', empNo: 'E404' }] })
  expect(gone.message).toBe('议程第 1 项的发言人不存在或已删除，请重新选择')
  expect((await client.answer(mtg.creatorupdatemtg, { mtgNo, agenda: [{ title: '' }] })).code).toBe(10001)
  await beginNow(hall.school, mtgNo)
  const { token } = await client.call(mtg.getmtgqrcode, { mtgNo, rdx: 1 })
  expect((await first.client.call(mtg.signin, { token })).agenda.map(({ title }) => title)).toEqual(['家长会', '期中分析'])
  const stranger = await makePerson(hall.school, { roles: ['P030STAFF'] })
  expect((await stranger.client.answer(mtg.getmtginfo, { mtgNo })).code).toBe(10002)
})

test('files of a meeting are the caller’s own, and open by a link that expires', async () => {
  const { admin, people } = await makeHall(server, 1)
  const file = new File(['议程'], '议程.txt')
  const { fileNo } = await admin.client.call(upload.upload, { file })
  const atchs = [{ fileNo, name: '议程.txt', size: 6, success: 2 as const }]
  const { mtgNo } = await admin.client.call(mtg.creatorupdatemtg, { mtgName: '例会', atchs })
  const { atchs: kept } = await admin.client.call(mtg.getmtginfo, { mtgNo })
  expect(kept).toMatchObject([{ fileNo, name: '议程.txt' }])
  expect((await fetchFile(server, kept[0]?.url ?? '')).body.toString()).toBe('议程')
  const strange = await (await makeHall(server, 0)).admin.client.answer(mtg.creatorupdatemtg, { mtgName: '别校', atchs })
  expect(strange).toMatchObject({ code: 10001, message: '附件有的已不存在，请重新上传' })
  expect(people.length).toBe(1)
})

test('sheets of people and of attendance hide phones, and formulas in them stay text', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall)
  const guest = { manName: '赵来宾', manTel: '13900001234', workUnit: '=1+1' }
  await hall.admin.client.call(mtg.importmtgman, { mtgNo, mans: [guest] })
  const sheet = async (call: typeof mtg.exportmtgman | typeof mtg.exportmtgsign, facts: object = {}) => {
    const { code, result } = await hall.admin.client.answer(call, { mtgNo, ...facts })
    expect(code).toBe(0)
    return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  }
  const people = await sheet(mtg.exportmtgman)
  expect(people).toContain('139****1234')
  expect(people).toContain(`'=1+1`)
  expect(people).not.toContain('13900001234')
  expect(await sheet(mtg.exportmtgman, { mask: '0' })).toContain('13900001234')
  expect(await sheet(mtg.exportmtgsign, { rdx: 1 })).toContain('未签到')
})

test('a person twice in a list is refused, and one who is no longer there', async () => {
  const hall = await makeHall(server, 1)
  const mans = [{ empNo: hall.people[0]?.empNo as string }, { empNo: hall.people[0]?.empNo as string }]
  expect(await hall.admin.client.answer(mtg.creatorupdatemtg, { mtgName: '例会', mans })).toMatchObject({
    message: '名单里有重复的人',
  })
  const gone = await makePerson(hall.school)
  await asOwner(server, hall.school.entNo, (db) =>
    db.updateTable('emp').set({ stt: '0' }).where('empNo', '=', gone.empNo).execute(),
  )
  expect(await hall.admin.client.answer(mtg.creatorupdatemtg, { mtgName: '例会', mans: [{ empNo: gone.empNo }] })).toMatchObject({
    code: 10006,
  })
})
