import { afterAll, beforeAll, expect, test } from 'vitest'
import { StudentState } from '#domain/units/units.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { asOwner, makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { callMeeting, makeHall } from '../../../../test/support/meetings.ts'
import { enrol, makePupilSchool, type PupilSchool } from '../../../../test/support/pupilSchool.ts'
import { history } from '#contract/shell/history.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const give = ({ entNo }: PupilSchool, empNo: string, roleNo: string, unitNo: string) =>
  asOwner(server, entNo, (db) =>
    db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal: unitNo, dataType: 'unit' }).execute(),
  )

test('the history of a meeting is for whoever sees to it: an attendee does not read why a colleague was away', async () => {
  const hall = await makeHall(server, 2)
  const mtgNo = await callMeeting(hall)
  const [one, other] = hall.people
  await one?.client.call(mtg.applyleave, { mtgNo, rsn: '陪家人看病' })
  const ofAdmin = await hall.admin.client.call(history.gettimeline, { kind: 'mtg', no: mtgNo })
  expect(JSON.stringify(ofAdmin)).toContain('陪家人看病')
  const { op = '' } = ofAdmin.datas[0] ?? {}
  for (const asked of [
    [history.gettimeline, {}],
    [history.getthen, { op, side: 'after' }],
  ] as const)
    expect((await other?.client.answer(asked[0], { kind: 'mtg', no: mtgNo, ...asked[1] }))?.code).toBe(10002)
})

test('a bureau sees what was done at its schools, but nothing of their meetings', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const hall = await makeHall(server, 1, bureau.entNo)
  const { entNo } = hall.school
  const mtgNo = await callMeeting(hall, { mtgName: '人事调整会' })
  expect(mtgNo).toBeTruthy()
  expect(JSON.stringify(await hall.admin.client.call(history.getpage))).toContain('人事调整会')
  const { datas, recordCount } = await bureau.admin.client.call(history.getpage, { entNo })
  expect(recordCount).toBeGreaterThan(0)
  expect(JSON.stringify(datas)).not.toContain('人事调整会')
  expect((await bureau.admin.client.call(history.getpage, { entNo, keyWord: '人事调整' })).recordCount).toBe(0)
  for (const { op } of datas)
    expect(JSON.stringify(await bureau.admin.client.call(history.get, { entNo, op }))).not.toContain('人事调整会')
})

test('the archive in a history is told as far as the right reaches that opens the archive', async () => {
  const school = await makePupilSchool(server)
  const { admin, classNo, otherNo } = school
  const stuNo = await enrol(school, { unitNo: otherNo })
  await admin.client.call(stuarch.set, { stuNo, adr: '幸福路八号', ntnl: '01' })
  // Reads the students of both classes, and the archives of the first alone.
  const { entNo } = school
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('role').values({ entNo, roleNo: 'R-LIST', roleName: '看名册', roleItem: '5' }).execute()
    await db.insertInto('rolepwr').values({ entNo, roleNo: 'R-LIST', mdlCode: 'stu', pwrNo: '000004' }).execute()
  })
  const lead = await makePerson(school, { name: '方老师', roles: ['P030CLASS', 'R-LIST'] })
  await give(school, lead.empNo, 'P030CLASS', classNo)
  await give(school, lead.empNo, 'R-LIST', otherNo)
  expect((await lead.client.call(stu.getex, { stuNo })).stuNo).toBe(stuNo)
  expect((await lead.client.answer(stuarch.get, { stuNo })).code).not.toBe(0)
  const seen = await lead.client.call(history.gettimeline, { kind: 'stu', no: stuNo })
  expect(seen.datas.flatMap(({ parts }) => parts.map(({ tbl }) => tbl))).toEqual(['stu'])
  const all = await admin.client.call(history.gettimeline, { kind: 'stu', no: stuNo })
  expect(all.datas.flatMap(({ parts }) => parts.map(({ tbl }) => tbl)).toSorted()).toEqual(['stu', 'stuarch'])
})

test('labels are given back as far as they are seen, and what is not seen is neither told nor lost', async () => {
  const school = await makePupilSchool(server)
  const { admin, gradeNo } = school
  const stuNo = await enrol(school, { wts: '01,31' })
  await admin.client.call(stu.updatewts, { stuNo, wts: '02' })
  const lead = await makePerson(school, { name: '梁老师', roles: ['P030GRADE'] })
  await give(school, lead.empNo, 'P030GRADE', gradeNo)
  const { datas } = await lead.client.call(history.gettimeline, { kind: 'stu', no: stuNo })
  const { op = '' } = datas[0] ?? {}
  const back = { kind: 'stu', no: stuNo, tbl: 'stu', op, side: 'before', flds: ['wts'] }
  const { code, message } = await lead.client.answer(history.restore, back)
  expect([code, message]).toEqual([0, '恢复成功'])
  expect((await admin.client.call(stu.getex, { stuNo })).wts).toBe('01')
})

test('what has a way of its own is not offered to be given back: photos, and a phone that is verified', async () => {
  const school = await makePupilSchool(server)
  const stuNo = await enrol(school, { authTel: '13977770001' })
  const { entNo } = school
  const first = school.admin.client.lastOp
  await school.admin.client.call(stu.update, { stuNo, authTel: '13977770002', rem: '走读' })
  const file = { entNo, fileNo: 'F1', userNo: school.admin.userNo, name: '照片', type: 'png', size: 1, sha256: 'x' }
  await asOwner(server, entNo, (db) => db.insertInto('file').values(file).execute())
  await asOwner(server, entNo, (db) =>
    db
      .updateTable('stu')
      .set({ authFlag: '1', cardPht: 'F1', stt: StudentState.learning })
      .where('entNo', '=', entNo)
      .where('stuNo', '=', stuNo)
      .execute(),
  )
  const { parts } = await school.admin.client.call(history.getthen, { kind: 'stu', no: stuNo, op: first, side: 'after' })
  const different = parts.flatMap(({ fields }) => fields.filter(({ diffFlag }) => diffFlag === '1'))
  const flags = Object.fromEntries(different.map(({ field, backFlag }) => [field, backFlag]))
  expect(flags).toMatchObject({ authTel: '0', rem: '1' })
  expect(flags['cardPht'] ?? '0').toBe('0')
})
