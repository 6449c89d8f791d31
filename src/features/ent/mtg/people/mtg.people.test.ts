import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { newColumn } from '#contract/form/initial.ts'
import { beginNow, callMeeting, makeHall, minutes } from '../../../../../test/support/meetings.ts'
import { writeXlsx } from 'hucre/xlsx'
import { upload } from '#contract/shell/upload.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { makeLeaveFlow, reach } from '../../../../../test/support/approvalStates.ts'
import { mtg } from '../mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const listOf = async (rows: string[][]) =>
  new File([new Uint8Array(await writeXlsx({ sheets: [{ name: '名单', rows }] }))], '参会名单.xlsx')

const stateOf = async (person: { client: Awaited<ReturnType<typeof makePerson>>['client'] }, mtgNo: string) =>
  (await person.client.call(mtg.getmtginfo, { mtgNo })).mine?.stt

test('who asks for leave is on leave once it is granted, and may take it back', async () => {
  const hall = await makeHall(server, 2)
  const mtgNo = await callMeeting(hall)
  const [one, other] = hall.people as [typeof hall.admin, typeof hall.admin]
  const { client } = hall.admin
  for (const { client: own } of [one, other])
    expect(await own.answer(mtg.applyleave, { mtgNo, rsn: '外出培训' })).toMatchObject({ code: 0, message: '请假申请已提交' })
  const waiting = (await client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })).datas
  expect(waiting).toMatchObject([{ manName: '员工甲', rsn: '外出培训', applType: '2' }, { manName: '员工乙' }])
  expect((await client.call(mtg.getpage, {})).datas[0]).toMatchObject({ applCnt: 2, manCnt: 3, leaveCnt: 0 })
  const [first, second] = waiting.map(({ manNo }) => manNo) as [string, string]
  expect(await client.answer(mtg.setpass, { mtgNo, manNos: [first] })).toMatchObject({ message: '同意参会人员申请成功' })
  expect(await client.answer(mtg.setreject, { mtgNo, manNos: [second] })).toMatchObject({ message: '驳回原因不能为空' })
  expect(await client.answer(mtg.setreject, { mtgNo, manNos: [second], answer: '请派人参加' })).toMatchObject({
    message: '驳回参会人员申请成功',
  })
  expect([await stateOf(one, mtgNo), await stateOf(other, mtgNo)]).toEqual(['6', '5'])
  expect((await client.call(mtg.getpage, {})).datas[0]).toMatchObject({ applCnt: 0, manCnt: 3, leaveCnt: 1 })
  await one.client.call(mtg.withdraw, { mtgNo })
  expect(await stateOf(one, mtgNo)).toBe('1')
})

test('an open meeting is found by all, and whoever asks to join is in once somebody else agrees', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const closed = await callMeeting(hall)
  const guest = await makePerson(hall.school, { name: '李旁听', roles: ['P030STAFF'] })
  expect((await guest.client.call(mtg.getpage, {})).datas.map((one) => one.mtgNo)).toEqual([mtgNo])
  expect(await guest.client.answer(mtg.apply, { mtgNo: closed })).toMatchObject({ code: 10002 })
  expect(await guest.client.answer(mtg.getmtgmanpage, { mtgNo })).toMatchObject({ code: 10002 })
  await guest.client.call(mtg.apply, { mtgNo, rsn: '想听一听' })
  expect(await guest.client.answer(mtg.apply, { mtgNo })).toMatchObject({ message: '已经申请过，请等待审批' })
  const [asked] = (await hall.admin.client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })).datas
  await hall.admin.client.call(mtg.setpass, { mtgNo, manNos: [asked?.manNo as string], answer: '欢迎' })
  expect(await stateOf(guest, mtgNo)).toBe('4')
  const people = (await guest.client.call(mtg.getmtgmanpage, { mtgNo })).datas
  expect(people.map(({ rsn, answer, manTel }) => [rsn, answer, manTel?.includes('****')])).toEqual(
    people.map(() => [null, null, true]),
  )
})

test('of two who decide at once exactly one wins, and the other is told', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall)
  await hall.people[0]?.client.call(mtg.applyleave, { mtgNo, rsn: '外出' })
  const [asked] = (await hall.admin.client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })).datas
  const manNos = [asked?.manNo as string]
  const second = await makePerson(hall.school, { roles: ['P030ADMIN'] })
  const answers = await Promise.all([
    hall.admin.client.answer(mtg.setpass, { mtgNo, manNos }),
    second.client.answer(mtg.setreject, { mtgNo, manNos, answer: '不同意' }),
    second.client.answer(mtg.setpass, { mtgNo, manNos }),
  ])
  expect(answers.filter(({ code }) => code === 0).length).toBe(1)
  expect(answers.filter(({ message }) => message === '有的申请已审批或已撤回，请刷新后再审').length).toBe(2)
})

test('nobody decides about an application of their own', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const deputy = await makePerson(hall.school, { roles: ['P030ADMIN'] })
  await deputy.client.call(mtg.apply, { mtgNo })
  const [asked] = (await hall.admin.client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })).datas
  const manNos = [asked?.manNo as string]
  expect(await deputy.client.answer(mtg.setpass, { mtgNo, manNos })).toMatchObject({ message: '不能审批自己的申请' })
  expect(await hall.admin.client.answer(mtg.setpass, { mtgNo, manNos })).toMatchObject({ code: 0 })
})

test('a head teacher sees to the own meetings alone, and staff only look at those they attend', async () => {
  const hall = await makeHall(server, 1)
  const theirs = await callMeeting(hall)
  const teacher = await makePerson(hall.school, { name: '周班主任', roles: ['P030CLASS'] })
  const [staff] = hall.people as [typeof hall.admin]
  expect((await teacher.client.call(mtg.getpage, {})).recordCount).toBe(0)
  const { mtgNo } = await teacher.client.call(mtg.creatorupdatemtg, {
    mtgName: '家长会',
    mtgType: '3',
    mans: [{ empNo: staff.empNo }],
    schds: [{ rdx: 1, sDt: minutes(60), eDt: minutes(90) }],
  })
  await teacher.client.call(mtg.setmtgpub, { mtgNo })
  expect((await teacher.client.call(mtg.getpage, {})).datas).toMatchObject([{ mtgNo, editFlag: '1', hostName: '周班主任' }])
  for (const call of [mtg.endmtg, mtg.cancelmtg, mtg.creatorupdatemtg])
    expect(await teacher.client.answer(call, { mtgNo: theirs })).toMatchObject({ code: 10002 })
  expect(await teacher.client.answer(mtg.getmtgqrcode, { mtgNo: theirs, rdx: 1 })).toMatchObject({ code: 10002 })
  expect(await staff.client.answer(mtg.creatorupdatemtg, { mtgNo, cntnt: '我来改' })).toMatchObject({ code: 30001 })
  expect((await staff.client.call(mtg.getpage, { mine: 'attend' })).datas.map((one) => one.mtgNo)).toEqual([mtgNo, theirs])
  expect((await hall.admin.client.call(mtg.getpage, {})).recordCount).toBe(2)
})

test('a reply answers what the form asks, and only whoever sees to the meeting reads it', async () => {
  const hall = await makeHall(server, 2)
  const mtgNo = await callMeeting(hall)
  const [one, other] = hall.people as [typeof hall.admin, typeof hall.admin]
  expect(await one.client.answer(mtg.reply, { mtgNo })).toMatchObject({ code: 0, message: '回执已提交' })
  const seen = async (person: typeof one) => (await person.client.call(mtg.getmtgmanpage, { mtgNo, keyWord: '员工甲' })).datas[0]
  expect(await seen(hall.admin)).toMatchObject({ stt: '2', vals: {}, repTm: expect.any(String) })
  expect(await seen(other)).toMatchObject({ stt: '2', vals: null, repTm: null })
})

test('whoever answers the form with leave has asked for it, and the form and its files are checked', async () => {
  const hall = await makeHall(server, 2)
  const { client } = hall.admin
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '03', tmplName: '参会回执' })
  const { billClmns } = await client.call(bill.gettmpl, { tmplNo })
  const columns = [...billClmns, newColumn('c9', '证明', { kitNo: 'files' })]
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: columns })
  await client.call(bill.publishtmpl, { tmplNo })
  const mtgNo = await callMeeting(hall, { tmplNo })
  const [one, other] = hall.people as [typeof hall.admin, typeof hall.admin]
  expect((await one.client.answer(mtg.reply, { mtgNo, vals: { c1: '0' } })).message).toBe('请假原因不能为空')
  const file = await client.call(upload.upload, { file: new File(['%PDF-1.4'], '证明.pdf') })
  const theirs = { c1: '1', c9: [{ fileNo: file.fileNo, name: '证明.pdf', size: 8 }] }
  expect((await one.client.answer(mtg.reply, { mtgNo, vals: theirs })).message).toBe('证明里有的文件已失效，请重新上传')
  await one.client.call(mtg.reply, { mtgNo, vals: { c1: '0', c2: '外出培训' } })
  await other.client.call(mtg.reply, { mtgNo, vals: { c1: '1' } })
  expect(await Promise.all([stateOf(one, mtgNo), stateOf(other, mtgNo)])).toEqual(['3', '2'])
  const waiting = (await client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })).datas
  expect(waiting).toMatchObject([{ manName: '员工甲', applType: '2', rsn: '外出培训' }])
})

test('an end and what was entered by hand are taken back', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall)
  const { client } = hall.admin
  await beginNow(hall.school, mtgNo)
  const signs = async () => (await client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1 })).datas.map(({ stt }) => stt)
  const before = await signs()
  const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo })
  await client.call(mtg.setsign, { mtgNo, rdx: 1, manNos: datas.map(({ manNo }) => manNo) })
  const entered = client.lastOp
  await client.call(history.undo, { op: entered })
  expect(await signs()).toEqual(before)
  await client.call(mtg.endmtg, { mtgNo })
  expect(await signs()).toEqual(['4', '4'])
  await client.call(history.undo, { op: client.lastOp })
  expect(await signs()).toEqual(before)
  expect((await client.call(mtg.getmtginfo, { mtgNo })).stt).toBe('3')
})

test('who was there is not taken off, nor is the host', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall)
  const { client } = hall.admin
  const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo })
  const [host, man] = datas.map(({ manNo }) => manNo) as [string, string]
  expect(await client.answer(mtg.deletemtgman, { mtgNo, manNos: [host] })).toMatchObject({
    message: '主持人不能移除，可以先换一位主持人',
  })
  await beginNow(hall.school, mtgNo)
  await client.call(mtg.setsign, { mtgNo, rdx: 1, manNos: [man] })
  expect(await client.answer(mtg.deletemtgman, { mtgNo, manNos: [man] })).toMatchObject({ message: '员工甲已签到，不能移除' })
})

test('people of a workbook are employees by their phone and guests otherwise; wrong rows are mended, and all of it is taken back', async () => {
  const hall = await makeHall(server, 1)
  const { client } = hall.admin
  const { rows } = await server.owner.query('select auth_tel from emp where emp_no = $1', [hall.people[0]?.empNo])
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, {
    mtgName: '家长会',
    schds: [{ rdx: 1, place: null, sDt: minutes(60), eDt: minutes(120) }],
  })
  const file = await listOf([
    ['姓名', '手机', '类型'],
    ['员工甲', rows[0].auth_tel, '记录人'],
    ['赵来宾', '13900001234', ''],
    ['别人', rows[0].auth_tel, ''],
    ['钱来宾', '013900001235', ''],
    ['孙来宾', '', ''],
  ])
  const { fileNo } = await client.call(upload.upload, { file })
  const shown = await client.call(mtg.previewmtgman, { mtgNo, fileNo })
  expect(shown.rows.map(({ act, errs: [first] }) => [act, first?.msg, first?.sgst[0]?.val])).toEqual([
    ['add', undefined, undefined],
    ['add', undefined, undefined],
    ['skip', '手机是员工员工甲的，姓名不同', '员工甲'],
    ['skip', '手机前面不用加 0', '13900001235'],
    ['skip', '外来的人要填手机', undefined],
  ])
  const { batchNo } = shown
  expect((await client.call(imp.getopen, { kind: 'mtgman', refNo: mtgNo }))?.batchNo).toBe(batchNo)
  expect(await client.call(imp.getopen, { kind: 'mtgman' })).toBe(null)
  await client.call(imp.edit, { batchNo, cells: [{ rowNo: 5, fld: 'manTel', val: '13900001235' }] })
  expect(await client.answer(mtg.createmtgman, { batchNo })).toMatchObject({
    code: 0,
    message: '添加成功',
    result: { addCnt: 3 },
  })
  const people = async () =>
    (await client.call(mtg.getmtgmanpage, { mtgNo })).datas.map(({ manName, manType }) => `${manName} ${manType}`).sort()
  expect(await people()).toEqual(['员工甲 4', '赵来宾 5', '钱来宾 5', '陈晓雯 1'])
  await client.call(imp.undo, { batchNo })
  expect(await people()).toEqual(['陈晓雯 1'])
})

test('a list is for the meeting that it was read for, and for nobody who does not see to it', async () => {
  const hall = await makeHall(server, 1)
  const mtgNo = await callMeeting(hall)
  const teacher = await makePerson(hall.school, { roles: ['P030CLASS'] })
  const { fileNo } = await teacher.client.call(upload.upload, {
    file: await listOf([
      ['姓名', '手机'],
      ['赵来宾', '13900001234'],
    ]),
  })
  expect(await teacher.client.answer(mtg.previewmtgman, { mtgNo, fileNo })).toMatchObject({ code: 10002 })
})

test('who is on an approved leave while the meeting takes place is marked so among its people, until the leave is ended', async () => {
  const made = { ...(await makeLeaveFlow(server)), kind: 'staff' as const }
  const { admin, starter, first } = made
  const call = async (days: number) => {
    const { mtgNo } = await admin.client.call(mtg.creatorupdatemtg, {
      mtgName: '教学例会',
      mans: [{ empNo: starter.empNo }, { empNo: first.empNo }],
      schds: [{ rdx: 1, place: null, sDt: minutes(days * 1440), eDt: minutes(days * 1440 + 30) }],
    })
    await admin.client.call(mtg.setmtgpub, { mtgNo })
    return mtgNo
  }
  // Takes place within the two days of the leave, and after them.
  const [during, after] = [await call(1), await call(4)]
  const away = async (mtgNo: string) =>
    (await admin.client.call(mtg.getmtgmanpage, { mtgNo })).datas
      .filter(({ awayFlag }) => awayFlag === '1')
      .map((one) => one.manName)
  await reach(made, 'second')
  expect(await away(during)).toEqual([])
  const { lveNo } = await reach(made, 'passed')
  expect([await away(during), await away(after)]).toEqual([['戊'], []])
  const signs = await admin.client.call(mtg.getmtgsignpage, { mtgNo: during, rdx: 1 })
  expect(signs.datas.filter(({ awayFlag }) => awayFlag === '1').map(({ manName }) => manName)).toEqual(['戊'])
  await starter.client.call(prc.cutleave, { lveNo })
  expect(await away(during)).toEqual([])
})
