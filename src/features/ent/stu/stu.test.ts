import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool, undoLast } from '../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { stu } from './stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a student is found by name, pinyin, initials, numbers, phone tail, whole ID number, and by the phone of a guardian', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const idNo = idNoOf('98010120170305001')
  const facts = { stuName: '欧阳•明月', idNo, sex: undefined, stdyNo: '20240107', authTel: '139 1234 7788' }
  const stuNo = await enrol(school, facts)
  await enrol(school)
  await giveGuardian(school, stuNo, { authTel: '14412345678' })
  const words = ['明月', 'ouyang', 'oymy', '0107', '7788', '13912347788', '14412345678', idNo, idNo.toLowerCase(), stuNo]
  for (const keyWord of words)
    expect([keyWord, (await client.call(stu.getpage, { keyWord })).datas.map((one) => one.stuNo)]).toEqual([keyWord, [stuNo]])
  expect(await client.call(stu.get, { stuNo })).toMatchObject({
    stuName: '欧阳·明月',
    sex: 'M',
    sexName: '男',
    brth: '20170305',
    idNo: '••••',
    authTel: '139****7788',
    authFlag: '0',
    unitName: '三年级（1）班',
    ptrName: '王建国',
    ptrCnt: 1,
    stt: '1',
    sttName: '正常',
  })
})

test('every figure above the list is what the list shows when it is asked for it', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [first, second, third] = [
    await enrol(school, { wts: '02' }),
    await enrol(school, { wts: '01', sex: 'N', unitNo: school.otherNo }),
    await enrol(school, { wts: '01', sex: 'N' }),
  ]
  await giveGuardian(school, first)
  await client.call(stu.auth, { stuNo: second, authTel: '13912340001' })
  await client.call(stu.disable, { stuNos: [third], lvRsn: '养病' })
  const filters = [{ stt: '1' }, { rollFlag: '1' }, {}, { unitNo: school.gradeNo }, { unitNo: school.classNo, stt: '1' }] as const
  for (const filter of filters) {
    const counts = await client.call(stu.getstatis, filter)
    const listed = async (more: Record<string, string>) => (await client.call(stu.getpage, { ...filter, ...more })).recordCount
    const ofState = (stt: string) => ('stt' in filter && filter.stt !== stt ? 0 : listed({ stt }))
    expect({
      total: await listed({}),
      manCnt: await listed({ sex: 'M' }),
      womanCnt: await listed({ sex: 'N' }),
      brdCnt: await listed({ wts: '02' }),
      dayCnt: await listed({ wts: '01' }),
      noAuthCnt: await listed({ authFlag: '0' }),
      noPtrCnt: await listed({ noPtr: '1' }),
      rollCnt: await listed({ rollFlag: '1' }),
      lrnCnt: await ofState('1'),
      grdtCnt: await ofState('2'),
      lvCnt: await ofState('3'),
      spndCnt: await ofState('4'),
    }).toEqual(counts)
  }
  for (const filter of [{ sex: 'N' }, { authFlag: '0' }, { noPtr: '1' }, { noPtr: '0', sex: 'M' }, { wts: '01' }] as const)
    expect((await client.call(stu.getstatis, filter)).total).toBe((await client.call(stu.getpage, filter)).recordCount)
  expect(await client.call(stu.getstatis, { stt: '1' })).toMatchObject({
    total: 2,
    lrnCnt: 2,
    spndCnt: 0,
    manCnt: 1,
    noPtrCnt: 1,
  })
  const lacking = async (lack: string) => (await client.call(stu.getpage, { lack } as object)).recordCount
  expect([await lacking('idNo'), await lacking('authTel'), await lacking('stdyNo'), await lacking('cardPht')]).toEqual([
    3, 2, 3, 3,
  ])
})

test('one class is listed by student number, and the tree counts those on the roll', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const late = await enrol(school, { stdyNo: '2' })
  const early = await enrol(school, { stdyNo: '1' })
  await client.call(stu.transfer, { stuNos: [await enrol(school)], lvDt: '20260901', lvRsn: '搬家' })
  const listed = (await client.call(stu.getpage, { unitNo: school.classNo, stt: '1' })).datas
  expect(listed.map(({ stuNo }) => stuNo)).toEqual([early, late])
  expect(await client.call(stu.gettree)).toMatchObject([
    { cnt: 2, items: [{ unitName: '三年级', cnt: 2, items: [{ cnt: 2 }, { cnt: 0 }] }] },
  ])
})

test('a head teacher sees, counts, finds, exports and changes the own class alone, and others are as if they did not exist', async () => {
  const school = await makePupilSchool(server)
  const { head, admin, classNo, otherNo } = school
  const own = await enrol(school, { stdyNo: '1' })
  const other = await enrol(school, { unitNo: otherNo, stdyNo: '2', authTel: '13912340002' })
  await giveGuardian(school, other, { authTel: '14499990000' })
  const names = async (input: object) => (await head.client.call(stu.getpage, input)).datas.map(({ stuNo }) => stuNo)
  expect(await names({})).toEqual([own])
  for (const unitNo of [otherNo, 'NOPE'])
    expect(await head.client.answer(stu.getpage, { unitNo })).toMatchObject({
      code: 10002,
      message: '所选的年级或班级已不存在，或不在可访问的范围内',
    })
  for (const keyWord of ['王小明', '13912340002', '14499990000', other]) expect(await names({ keyWord })).not.toContain(other)
  expect(await head.client.call(stu.getstatis)).toMatchObject({ total: 1 })
  expect(await head.client.call(stu.gettree)).toMatchObject([
    { cnt: 1, items: [{ items: [{ unitNo: classNo, cnt: 1, items: [] }] }] },
  ])
  expect((await head.client.call(stu.getrolelist)).map(({ stuNo }) => stuNo)).toEqual([own])
  expect(
    (await head.client.call(stu.getrnglist, { unitNos: [classNo, otherNo], stuNos: [other] })).map(({ stuNo }) => stuNo),
  ).toEqual([own])
  const { similar } = stu
  expect(await head.client.call(similar, { stuName: '王小明', brth: '20170101' })).toEqual([])
  for (const [call, input] of [
    [stu.get, { stuNo: other }],
    [stu.getex, { stuNo: other }],
    [stu.getptrlist, { stuNo: other }],
    [stu.update, { stuNo: other, rem: '改' }],
    [stu.updatewts, { stuNo: other, wts: '11' }],
    [stu.auth, { stuNo: other }],
    [stu.reveal, { stuNo: other, field: 'authTel' }],
    [stu.disable, { stuNos: [own, other] }],
    [stu.updateunit, { stuNos: [other], unitNo: classNo }],
    [stu.export, { stuNos: [own, other] }],
  ] as const)
    expect([call.path, (await head.client.answer(call, input)).code]).toEqual([call.path, 10002])
  expect((await head.client.answer(stu.updateunit, { stuNos: [own], unitNo: otherNo })).message).toBe(
    '所选班级有的已不存在，请刷新后再选',
  )
  // Checks that the owner stays unnamed.
  expect((await head.client.answer(stu.update, { stuNo: own, stdyNo: '2' })).message).toBe('学号“2”已被使用')
  expect((await head.client.call(stu.update, { stuNo: own, rem: '好' })).rem).toBe('好')
  expect((await head.client.answer(stu.create, { stuName: '王小红', sex: 'N', unitNo: classNo })).code).toBe(30001)
  expect((await admin.client.call(stu.getex, { stuNo: other })).rem).toBeNull()
})

test('the guardians of a student come in the order in which they are called, their phones masked', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school)
  await giveGuardian(school, stuNo, { prior: 2, authTel: '14412340001' })
  const mother = await giveGuardian(school, stuNo, { ptrName: '李芳', relt: '52', authTel: '14412340002' })
  const list = await client.call(stu.getptrlist, { stuNo })
  expect(list.map(({ ptrName, relt, authTel }) => [ptrName, relt, authTel])).toEqual([
    ['李芳', '52', '144****0002'],
    ['王建国', '51', '144****0001'],
  ])
  const shown = await client.call(stu.getex, { stuNo })
  expect(shown).toMatchObject({ ptrName: '李芳', ptrCnt: 2, ptrs: list, gradeName: '三年级', path: '三年级（1）班' })
  await asOwner(server, school.entNo, (db) => db.updateTable('ptr').set({ stt: '0' }).where('ptrNo', '=', mother).execute())
  expect(await client.call(stu.get, { stuNo })).toMatchObject({ ptrName: '王建国', ptrCnt: 1 })
})

test('a range is the union of units and students, narrowed by labels, of those on the roll', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [here, there, labelled] = [
    await enrol(school, { wts: '11' }),
    await enrol(school, { unitNo: school.otherNo }),
    await enrol(school, { unitNo: school.otherNo, wts: '11' }),
  ]
  const range = async (input: object) => (await client.call(stu.getrnglist, input)).map(({ stuNo }) => stuNo)
  expect(await range({ unitNos: [school.classNo], stuNos: [there] })).toEqual([here, there])
  expect(await range({ unitNos: [school.gradeNo], wts: '11' })).toEqual([here, labelled])
  expect(await range({})).toEqual([])
  await client.call(stu.transfer, { stuNos: [here], lvDt: '20260901', lvRsn: '搬家' })
  expect(await range({ unitNos: [school.classNo] })).toEqual([])
})

test('another school never sees a student, nor learns that there is one', async () => {
  const school = await makePupilSchool(server)
  const other = await makeSchool(server)
  const idNo = idNoOf('98010120170305003')
  const stuNo = await enrol(school, { idNo })
  expect((await other.admin.client.answer(stu.get, { stuNo })).code).toBe(10002)
  expect(await other.admin.client.call(stu.similar, { stuName: '王小明', idNo })).toEqual([])
})

test('the number of a list is right while many people change students at once, and after it is taken back', async () => {
  const school = await makePupilSchool(server)
  const { admin, classNo, otherNo, gradeNo } = school
  const shown = async (filter: object) => (await admin.client.call(stu.getpage, filter)).recordCount
  const counts = async () => Promise.all([{ unitNo: classNo }, { unitNo: otherNo }, { unitNo: gradeNo, stt: '1' }, {}].map(shown))
  const nos = await Promise.all(Array.from({ length: 40 }, (_, i) => enrol(school, { stuName: '王小明', stdyNo: String(i) })))
  expect(await counts()).toEqual([40, 0, 40, 40])
  await Promise.all(nos.slice(0, 36).map((stuNo) => admin.client.call(stu.updateunit, { stuNos: [stuNo], unitNo: otherNo })))
  expect(await counts()).toEqual([4, 36, 40, 40])
  await admin.client.call(stu.disable, { stuNos: nos.slice(0, 10), lvRsn: '养病' })
  await admin.client.call(stu.delete, { stuNo: nos[39] as string })
  expect(await counts()).toEqual([3, 36, 29, 39])
  await undoLast(admin)
  expect(await counts()).toEqual([4, 36, 30, 40])
  expect((await school.head.client.call(stu.getpage)).recordCount).toBe(4)
  const { rows } = await server.owner.query('select count(*)::int as n from stu_cnt where ent_no = $1', [school.entNo])
  expect(rows[0].n).toBeLessThan(80)
})

test('a page has 20 rows unless more are asked for, and one student is answered with the photos', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school)
  expect((await client.call(stu.getpage)).pageSize).toBe(20)
  expect((await client.call(stu.getexpage)).pageSize).toBe(20)
  expect(await client.call(stu.get, { stuNo })).toMatchObject({ cardPht: null, facePht: null })
  const { fileNo } = await client.call(upload.upload, { file: await portrait() })
  await client.call(stu.applyforstucardpht, { stuNo, cardPht: fileNo })
  expect((await client.call(stu.get, { stuNo })).cardPht).toMatch(/^\/files\//)
})
