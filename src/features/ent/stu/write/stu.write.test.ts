import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { enrol, makePupilSchool, undoLast } from '../../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../../test/support/staffList.ts'
import { stu } from '../stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const complaint = (answer: { message: string; result: unknown }) => [
  (answer.result as { errors: { field: string }[] } | null)?.errors?.[0]?.field,
  answer.message,
]

test('who has an ID number or a student number already is named with the class, and a deletion frees both', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const idNo = idNoOf('98010120170305001')
  const stuNo = await enrol(school, { idNo, stdyNo: '7' })
  const again = (more: object) => client.answer(stu.create, { stuName: '王二', sex: 'M', unitNo: school.otherNo, ...more })
  expect(complaint(await again({ idNo }))).toEqual(['idNo', '身份证号已被三年级（1）班的王小明使用'])
  expect(complaint(await again({ stdyNo: '7' }))).toEqual(['stdyNo', '学号“7”已被三年级（1）班的王小明使用'])
  const second = await enrol(school, { stuName: '王二' })
  expect(complaint(await client.answer(stu.update, { stuNo: second, idNo }))).toEqual([
    'idNo',
    '身份证号已被三年级（1）班的王小明使用',
  ])
  // Accepts the student's own number.
  await client.call(stu.update, { stuNo, idNo, stdyNo: '7' })
  // Checks that a student who left for another school may come back under a new record.
  await client.call(stu.transfer, { stuNos: [stuNo], lvDt: '20260901', lvRsn: '搬家' })
  await client.call(stu.update, { stuNo: second, idNo })
  await client.call(stu.delete, { stuNo })
  await client.call(stu.update, { stuNo: second, stdyNo: '7' })
})

test('whoever may be the same is told while a student is written down', async () => {
  const school = await makePupilSchool(server)
  const idNo = idNoOf('98010120170305001')
  const stuNo = await enrol(school, { idNo })
  const asked = async (input: object) =>
    (await school.admin.client.call(stu.similar, { stuName: '王小明', ...input })).map((one) => [one.stuNo, one.sameIdNo])
  expect(await asked({})).toEqual([])
  expect(await asked({ brth: '20170305' })).toEqual([[stuNo, '0']])
  expect(await asked({ brth: '20170306' })).toEqual([])
  expect(await asked({ stuName: '王晓明', idNo })).toEqual([[stuNo, '1']])
})

test('students lie in classes that are in use, and bad input is refused by its field', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('edcunit').set({ stt: '2' }).where('unitNo', '=', school.otherNo).execute(),
  )
  for (const [more, field, message] of [
    [{ unitNo: school.gradeNo }, 'unitNo', '“三年级”不是班级，学生须在班级里'],
    [{ unitNo: school.otherNo }, 'unitNo', '“三年级（2）班”已停用或已毕业，不能再加入学生'],
    [{ unitNo: 'U0' }, undefined, '所选班级有的已不存在，请刷新后再选'],
    [{ sex: undefined }, 'sex', '性别不能为空；有身份证号时由它得出'],
    [{ idNo: idNoOf('98010120170305002') }, 'sex', '性别与身份证号不符'],
    [{ wts: '01,02' }, 'wts', '“走读”和“住校”只能选一个'],
    [{ wts: '99' }, 'wts', '标签“99”不存在或已不用，请重新选择'],
    [{ wts: '01，02' }, 'wts', '标签应为逗号分隔的标签'],
    [{ stdyNo: '甲1' }, 'stdyNo', '学号只能有字母、数字、- 和 _'],
    [{ cardPht: 'F0' }, undefined, '记录不存在或不在可访问的范围内'],
  ] as const) {
    const answer = await client.answer(stu.create, { stuName: '王小明', sex: 'M', unitNo: school.classNo, ...more })
    expect([more, ...complaint(answer)]).toEqual([more, field, message])
  }
})

test('a certified phone is changed by 改手机 alone; one without a phone cannot be certified', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school)
  expect((await client.answer(stu.auth, { stuNo })).message).toBe('还没有手机，请先填写再认证')
  await client.call(stu.auth, { stuNo, authTel: '13912340001' })
  expect((await client.answer(stu.update, { stuNo, authTel: '13912340002' })).message).toBe('手机已认证，请用“改手机”')
  expect((await client.answer(stu.auth, { stuNo, authTel: '13912340002' })).message).toBe('手机已认证，换号请用“改手机”')
  await client.call(stu.updatephone, { stuNo, authTel: '13912340002', reason: '换号' })
  expect(await client.call(stu.getpage, { keyWord: '0002' })).toMatchObject({
    datas: [{ authTel: '139****0002', authFlag: '1' }],
  })
  // Accepts one phone for brother and sister.
  await enrol(school, { stuName: '王小红', authTel: '13912340002' })
})

test('who has left is not suspended, moved, certified or brought back, and is told by name why', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [stuNo, other] = [await enrol(school), await enrol(school, { stuName: '李雷' })]
  await client.call(stu.disable, { stuNos: [stuNo], lvRsn: '养病' })
  expect(await client.call(stu.get, { stuNo })).toMatchObject({ stt: '4', sttName: '休学', lvRsn: '养病' })
  await client.call(stu.enable, { stuNos: [stuNo, other] })
  expect(await client.call(stu.get, { stuNo })).toMatchObject({ stt: '1', lvRsn: null, lvDt: null })
  await client.call(stu.transfer, { stuNos: [stuNo], lvDt: '20260901', lvRsn: '搬家' })
  expect(await client.call(stu.get, { stuNo })).toMatchObject({ stt: '3', lvDt: '20260901', lvRsn: '搬家' })
  const refused = async (call: Parameters<typeof client.answer>[0], input: object) =>
    (await client.answer(call, input as Record<string, unknown>)).message
  expect(await refused(stu.enable, { stuNos: [stuNo] })).toBe('王小明已转出，不能复学')
  expect(await refused(stu.disable, { stuNos: [other, stuNo] })).toBe('王小明已转出，不能休学')
  expect(await refused(stu.updateunit, { stuNos: [stuNo], unitNo: school.otherNo })).toBe('王小明已转出，不能调班')
  expect(await refused(stu.update, { stuNo, unitNo: school.otherNo })).toBe('王小明已转出，不能调班')
  expect(await refused(stu.auth, { stuNo, authTel: '13912340001' })).toBe('王小明已转出，不能认证')
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('stu').set({ stt: '2' }).where('stuNo', 'in', [stuNo, other]).execute(),
  )
  expect(await refused(stu.enable, { stuNos: [other] })).toBe('李雷已毕业，不能复学')
  expect(await refused(stu.enable, { stuNos: [stuNo, other] })).toBe('王小明等 2 名学生已离校，不能复学')
})

test('moves, states and labels of many are each one step, and one undo takes all of it back', async () => {
  const school = await makePupilSchool(server)
  const { admin, otherNo, classNo } = school
  const { client } = admin
  const stuNos = [await enrol(school, { wts: '01,11' }), await enrol(school, { stuName: '李雷', wts: '03' })]
  const now = async () =>
    (await client.call(stu.getlist, { stuNos }))
      .map(({ unitNo, stt }) => [unitNo, stt])
      .concat((await client.call(stu.getexlist, { stuNos })).map(({ wts }) => [wts ?? '']))
  const before = await now()
  expect(before).toEqual([[classNo, '1'], [classNo, '1'], ['01,11'], ['03']])
  for (const [call, input, after] of [
    [stu.updateunit, { stuNos, unitNo: otherNo, rem: '分班' }, [[otherNo, '1'], [otherNo, '1'], ['01,11'], ['03']]],
    [stu.disable, { stuNos }, [[classNo, '4'], [classNo, '4'], ['01,11'], ['03']]],
    [stu.transfer, { stuNos, lvDt: '20260901', lvRsn: '搬家' }, [[classNo, '3'], [classNo, '3'], ['01,11'], ['03']]],
    // Expects 住校 to replace 走读.
    [stu.bulkupdatewts, { stuNos, addWts: '02', delWts: '11' }, [[classNo, '1'], [classNo, '1'], ['02'], ['02,03']]],
    [stu.updatewts, { stuNo: stuNos[0], wts: null }, [[classNo, '1'], [classNo, '1'], [''], ['03']]],
  ] as const) {
    const { code, message } = await client.answer(call, input)
    expect([call.path, code, message]).toEqual([call.path, 0, call.message])
    expect([call.path, await now()]).toEqual([call.path, after])
    await undoLast(admin)
    expect([call.path, await now()]).toEqual([call.path, before])
  }
})

test('labels about poverty and health are for those who may see personal values, and forms of others leave them alone', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, entNo } = school
  const stuNo = await enrol(school, { wts: '01,21,31' })
  expect((await head.client.call(stu.get, { stuNo })).wts).toBe('01,21,31')
  const deny = (pwrNo: string) =>
    asOwner(server, entNo, (db) =>
      db.insertInto('emppwr').values({ entNo, empNo: head.empNo, mdlCode: 'stu', pwrNo, addDelFlag: '2' }).execute(),
    )
  await deny('000011')
  expect((await head.client.call(stu.get, { stuNo })).wts).toBe('01,21')
  expect((await head.client.call(stu.getpage, { wts: '31' })).recordCount).toBe(0)
  expect((await head.client.call(stu.getstatis, { wts: '31' })).total).toBe(0)
  await head.client.call(stu.update, { stuNo, wts: '02' })
  expect((await admin.client.call(stu.get, { stuNo })).wts).toBe('02,31')
  expect((await head.client.answer(stu.updatewts, { stuNo, wts: '02,42' })).message).toBe('没有权限设置标签“残疾”')
  expect((await head.client.answer(stu.bulkupdatewts, { stuNos: [stuNo], addWts: '42' })).message).toBe('没有权限设置标签“残疾”')
  expect((await head.client.answer(stu.bulkupdatewts, { stuNos: [stuNo], delWts: '31' })).message).toBe(
    '没有权限去掉标签“家庭经济困难”',
  )
  await deny('000005')
  await admin.client.call(stu.updatewts, { stuNo, wts: '02,22,31' })
  expect((await head.client.call(stu.get, { stuNo })).wts).toBe('02')
})

test('a masked value is shown one at a time, and the look is kept', async () => {
  const school = await makePupilSchool(server)
  const { client, userNo } = school.admin
  const idNo = idNoOf('98010120170305001')
  const stuNo = await enrol(school, { idNo })
  expect(await client.call(stu.reveal, { stuNo, field: 'idNo' })).toEqual({ value: idNo })
  expect(await client.call(stu.reveal, { stuNo, field: 'authTel' })).toEqual({ value: null })
  const { rows } = await server.owner.query(`select key, user_no from history where ent_no = $1 and act = 'read'`, [school.entNo])
  expect(rows[0]).toEqual({ key: { stu_no: stuNo, field: 'idNo' }, user_no: userNo })
})

test('a stale form is shown what the student is now, and what it leaves out stays', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school, { rem: '旧', wts: '01' })
  const { ver } = await client.call(stu.get, { stuNo })
  expect(await client.call(stu.update, { stuNo, ver, stdyNo: '9' })).toMatchObject({ rem: '旧', wts: '01', stdyNo: '9' })
  expect(await client.answer(stu.update, { stuNo, ver, rem: '新' })).toMatchObject({ code: 10004, result: { stdyNo: '9' } })
})
