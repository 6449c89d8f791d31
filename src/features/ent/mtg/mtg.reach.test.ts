import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { callMeeting, type Hall, makeHall, minutes } from '../../../../test/support/meetings.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { mtg } from './mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const times = [{ rdx: 1, sDt: minutes(60), eDt: minutes(120) }]
const phoneOf = async (empNo: string | undefined) =>
  (await server.owner.query('select auth_tel from emp where emp_no = $1', [empNo])).rows[0].auth_tel as string

test('asking to join a meeting shows neither its people nor what it is about, until somebody agrees', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  await client.call(mtg.creatorupdatemtg, { mtgNo, cntnt: '人事安排' })
  const outsider = await makePerson(hall.school, { name: '李旁听', roles: ['P030STAFF'] })
  const people = async () => [
    (await outsider.client.answer(mtg.getmtgmanpage, { mtgNo })).code,
    (await outsider.client.answer(mtg.getmtgsignpage, { mtgNo, rdx: 1 })).code,
    (await outsider.client.call(mtg.getmtginfo, { mtgNo })).cntnt,
  ]
  const decide = async (call: typeof mtg.setpass | typeof mtg.setreject) => {
    const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })
    await client.call(call, { mtgNo, manNos: datas.map(({ manNo }) => manNo), answer: '看情况' })
  }
  await outsider.client.call(mtg.apply, { mtgNo })
  expect(await people()).toEqual([10002, 10002, null])
  await decide(mtg.setreject)
  expect(await people()).toEqual([10002, 10002, null])
  expect((await outsider.client.call(mtg.getmtginfo, { mtgNo })).mine).toMatchObject({ stt: '5', answer: '看情况' })
  await outsider.client.call(mtg.apply, { mtgNo })
  await decide(mtg.setpass)
  expect(await people()).toEqual([0, 0, '人事安排'])
})

test('what takes somebody’s time is told by its name only to whoever finds that meeting', async () => {
  const hall = await makeHall(server, 1)
  const empNos = hall.people.map(({ empNo }) => empNo)
  await callMeeting(hall, { mtgName: '干部考察', place: '报告厅' })
  const teacher = await makePerson(hall.school, { roles: ['P030CLASS'] })
  const ask = ({ client }: Hall['admin'], facts: object = {}) =>
    client.answer(mtg.getclash, { schdSDt: minutes(60), schdEDt: minutes(120), place: '报告厅', empNos, ...facts })
  const told = async (person: Hall['admin']) =>
    ((await ask(person)).result as { name: string; mtgName: string }[]).map(({ name, mtgName }) => [name, mtgName])
  expect(await told(hall.admin)).toEqual([
    ['报告厅', '干部考察'],
    ['员工甲', '干部考察'],
  ])
  expect(new Set((await told(teacher)).map(([, name]) => name))).toEqual(new Set(['另有会议']))
  expect(await ask(teacher, { schdSDt: '20260101000000', schdEDt: '20261231000000' })).toMatchObject({
    code: 10001,
    message: '一场会议最长 31 天',
  })
})

test('people of a meeting that is changed or copied are looked up without being named again', async () => {
  const hall = await makeHall(server, 2)
  const { client } = hall.admin
  await callMeeting(hall, { mtgName: '校务会' })
  const mans = hall.people.map(({ empNo }) => ({ empNo }))
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName: '例会', mans, schds: times })
  const between = { schdSDt: minutes(60), schdEDt: minutes(120) }
  for (const facts of [{ mtgNo }, { fromNo: mtgNo }])
    expect((await client.call(mtg.getclash, { ...between, ...facts })).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['员工甲', '员工乙']),
    )
  const stranger = await makePerson(hall.school, { roles: ['P030CLASS'] })
  expect((await stranger.client.answer(mtg.getclash, { ...between, mtgNo })).code).toBe(10002)
})

/** Reads a workbook of people for a draft of somebody's own. */
async function listFor({ client }: Hall['admin'], rows: string[][]) {
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, { mtgName: '家长会', schds: times })
  const workbook = await writeXlsx({ sheets: [{ name: '名单', rows: [['姓名', '工号', '手机'], ...rows] }] })
  const { fileNo } = await client.call(upload.upload, { file: new File([new Uint8Array(workbook)], '名单.xlsx') })
  return { mtgNo, shown: await client.answer(mtg.previewmtgman, { mtgNo, fileNo }) }
}
type Shown = { batchNo: string; rows: { act: string; errs: { msg: string }[] }[] }
const said = ({ result }: { result: unknown }) => (result as Shown).rows.map(({ act, errs: [first] }) => first?.msg ?? act)

test('a list tells nobody whose a phone is who may not see phones', async () => {
  const hall = await makeHall(server, 1)
  const tel = await phoneOf(hall.people[0]?.empNo)
  const teacher = await makePerson(hall.school, { name: '周班主任', roles: ['P030CLASS'] })
  const rows = [
    ['员工甲', '', tel],
    ['别人', '', tel],
  ]
  const { mtgNo, shown } = await listFor(teacher, rows)
  expect(said(shown)).toEqual(['add', 'add'])
  await teacher.client.call(mtg.createmtgman, { batchNo: (shown.result as Shown).batchNo })
  const { datas } = await teacher.client.call(mtg.getmtgmanpage, { mtgNo, pageSize: 50 })
  expect(datas.map(({ manName, empNo }) => `${manName} ${empNo ? '员工' : '来宾'}`).sort()).toEqual([
    '别人 来宾',
    '员工甲 员工',
    '周班主任 员工',
  ])
  expect(said((await listFor(hall.admin, rows)).shown)).toEqual(['add', '手机是员工员工甲的，姓名不同'])
})

test('whoever tries phone after phone beside a name is stopped', async () => {
  const hall = await makeHall(server, 1)
  const teacher = await makePerson(hall.school, { roles: ['P030CLASS'] })
  const tries = Array.from({ length: 100 }, (_, i) => ['员工甲', '', `138${String(i).padStart(4, '0')}5678`])
  expect((await listFor(teacher, tries)).shown).toMatchObject({ message: '一分钟内查找的号码太多，请稍后再试' })
  expect((await listFor(hall.admin, tries)).shown).toMatchObject({ code: 0 })
})

test('the phone of one employee beside the work number of another is an error', async () => {
  const hall = await makeHall(server, 1)
  await makePerson(hall.school, { name: '王工号', workNo: '1001' })
  const tel = await phoneOf(hall.people[0]?.empNo)
  const { shown } = await listFor(hall.admin, [
    ['王工号', '1001', tel],
    ['', '1001', ''],
  ])
  expect(said(shown)).toEqual(['手机和工号不是同一名员工的', 'add'])
})
