import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { makePersonWithRights } from '../../../../../test/support/personWithRights.ts'
import { enrol, makePupilSchool, type PupilSchool, undoLast } from '../../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../../test/support/staffList.ts'
import { stu } from '../stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Makes three children of one class, with student numbers 1 to 3. */
async function makeClass() {
  const school = await makePupilSchool(server)
  const stuNos: string[] = []
  for (const [i, stuName] of ['王小明', '李小红', '赵小刚'].entries())
    stuNos.push(await enrol(school, { stuName, stdyNo: String(i + 1) }))
  const [ming = '', hong = '', gang = ''] = stuNos
  return { school, client: school.admin.client, stuNos, ming, hong, gang }
}

const classOf = async ({ admin, classNo }: PupilSchool) => {
  const { datas } = await admin.client.call(stu.getpage, { unitNo: classNo })
  return datas.map(({ stuName, stdyNo, wts, rem }) => [stuName, stdyNo, wts, rem])
}

const cellsOf = (answer: { result: unknown }) =>
  (answer.result as { errors: { index: number; field: string; message: string }[] }).errors.map(
    ({ index, field, message }) => [index, field, message] as const,
  )

test('a block of cells is saved in one operation, found at once, and one undo takes all of it back', async () => {
  const { school, client, stuNos, ming, hong, gang } = await makeClass()
  const before = await classOf(school)
  const changed = await client.call(stu.updatemany, {
    datas: stuNos.map((stuNo, i) => ({ stuNo, ver: 1, stuName: `孙${'一二三'[i]}`, wts: '02', rem: '住三楼' })),
  })
  expect(changed.map(({ stuNo, stuName, ver }) => [stuNo, stuName, ver])).toEqual([
    [ming, '孙一', 2],
    [hong, '孙二', 2],
    [gang, '孙三', 2],
  ])
  expect((await client.call(stu.getpage, { keyWord: 'sune' })).datas.map(({ stuNo }) => stuNo)).toEqual([hong])
  const { rows } = await server.owner.query(
    `select count(distinct op)::int as ops, count(*)::int as rows from history where ent_no = $1 and call = '/ent/stu/updatemany'`,
    [school.entNo],
  )
  expect(rows).toEqual([{ ops: 1, rows: 3 }])
  await undoLast(school.admin)
  expect(await classOf(school)).toEqual(before)
})

test('every bad cell is named, whatever is wrong with it, and nothing of the block is saved', async () => {
  const { school, client, ming, hong, gang } = await makeClass()
  await enrol(school, { stuName: '周远', stdyNo: '9', unitNo: school.otherNo })
  const before = await classOf(school)
  const answer = await client.answer(stu.updatemany, {
    datas: [
      { stuNo: ming, stuName: '王小明2', stdyNo: '9', brth: '20991231' },
      { stuNo: hong, sex: '男生', wts: '01,02', idNo: idNoOf('98010120170305001') },
      { stuNo: gang, unitNo: school.gradeNo, rem: '这一格没有错' },
      { stuNo: 'S0000000', rem: '不认识' },
    ],
  })
  expect(answer.code).toBe(10001)
  expect(cellsOf(answer).toSorted(([one], [other]) => one - other)).toEqual([
    [0, 'stuName', '姓名只能有汉字、字母、· 和空格'],
    [0, 'brth', '出生日期不能晚于今天'],
    [0, 'stdyNo', '学号“9”已被三年级（2）班的周远使用'],
    [1, 'sex', '性别不在可选范围内'],
    [1, 'wts', '“走读”和“住校”只能选一个'],
    [2, 'unitNo', '“三年级”不是班级，学生须在班级里'],
    [3, 'stuNo', '记录不存在或不在可访问的范围内'],
  ])
  expect(await classOf(school)).toEqual(before)
})

test('student numbers are handed on within a block and back again, but two children never get the same', async () => {
  const { school, client, ming, hong, gang } = await makeClass()
  const numbers = async () => (await classOf(school)).map(([name, no]) => [name, no])
  await client.call(stu.updatemany, {
    datas: [
      { stuNo: ming, stdyNo: '2' },
      { stuNo: hong, stdyNo: '3' },
      { stuNo: gang, stdyNo: '1' },
    ],
  })
  expect(await numbers()).toEqual([
    ['赵小刚', '1'],
    ['王小明', '2'],
    ['李小红', '3'],
  ])
  await undoLast(school.admin)
  expect(await numbers()).toEqual([
    ['王小明', '1'],
    ['李小红', '2'],
    ['赵小刚', '3'],
  ])
  const answer = await client.answer(stu.updatemany, { datas: [ming, hong].map((stuNo) => ({ stuNo, stdyNo: '8' })) })
  expect(answer.code).toBe(10003)
  expect(cellsOf(answer)).toEqual([
    [0, 'stdyNo', '学号“8”在这一批里有几行相同：王小明、李小红'],
    [1, 'stdyNo', '学号“8”在这一批里有几行相同：王小明、李小红'],
  ])
})

test('a child of another class is not there for a head teacher, and taken numbers are told without a name', async () => {
  const { school, ming } = await makeClass()
  const { client } = school.head
  const far = await enrol(school, { stuName: '周远', stdyNo: '9', unitNo: school.otherNo })
  const answer = await client.answer(stu.updatemany, {
    datas: [
      { stuNo: ming, stdyNo: '9' },
      { stuNo: far, rem: '看不到' },
    ],
  })
  expect(cellsOf(answer)).toEqual([
    [1, 'stuNo', '记录不存在或不在可访问的范围内'],
    [0, 'stdyNo', '学号“9”已被使用'],
  ])
  await client.call(stu.updatemany, { datas: [{ stuNo: ming, rem: '爱踢球' }] })
  expect((await client.call(stu.get, { stuNo: ming })).rem).toBe('爱踢球')
})

test('who changed a row meanwhile is told with the row as it is now, so that cells of both can stay', async () => {
  const { client, ming, hong } = await makeClass()
  await client.call(stu.update, { stuNo: ming, rem: '新备注' })
  const rows = [
    { stuNo: ming, ver: 1, stdyNo: '11' },
    { stuNo: hong, ver: 1, stdyNo: '12' },
  ]
  const answer = await client.answer(stu.updatemany, { datas: rows })
  expect(answer.code).toBe(10004)
  expect(cellsOf(answer)).toEqual([[0, 'ver', '他人已修改“王小明”']])
  const [now] = (answer.result as { rows: { stuNo: string; rem: string; ver: number }[] }).rows
  expect(now).toMatchObject({ stuNo: ming, rem: '新备注', ver: 2 })
  expect((await client.call(stu.get, { stuNo: hong })).stdyNo).toBe('2')
  await client.call(stu.updatemany, { datas: rows.map((row) => (row.stuNo === ming ? { ...row, ver: 2 } : row)) })
  expect(await client.call(stu.get, { stuNo: ming })).toMatchObject({ rem: '新备注', stdyNo: '11' })
})

test('phone and photos stay with their own calls, and a row is named once', async () => {
  const { client, ming } = await makeClass()
  const refused = async (...datas: object[]) => (await client.answer(stu.updatemany, { datas })).message
  expect(await refused({ stuNo: ming, authTel: '13912340001' })).toBe('authTel不是可接受的参数')
  expect(await refused({ stuNo: ming, cardPht: 'F0' })).toBe('cardPht不是可接受的参数')
  expect(await refused({ stuNo: ming }, { stuNo: ming })).toBe('学生不能有重复的编号')
  expect(await refused()).toBe('学生不能为空')
})

test('a child who has left is not moved by a cell, and one whose class is closed is moved out of it', async () => {
  const { school, client, ming, hong } = await makeClass()
  await client.call(stu.transfer, { stuNos: [ming], lvDt: '20260901', lvRsn: '搬家' })
  const answer = await client.answer(stu.updatemany, {
    datas: [ming, hong].map((stuNo) => ({ stuNo, unitNo: school.otherNo })),
  })
  expect(cellsOf(answer)).toEqual([[0, 'unitNo', '王小明已转出，不能调班']])
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('edcunit').set({ stt: '2' }).where('unitNo', '=', school.classNo).execute(),
  )
  await client.call(stu.updatemany, { datas: [{ stuNo: hong, unitNo: school.otherNo }] })
  expect((await client.call(stu.get, { stuNo: hong })).unitNo).toBe(school.otherNo)
})

test('whose a number is cannot be tried out in blocks: rows of nobody tell nothing, and of 60 numbers at most it is said which are taken', async () => {
  const { school, client, ming, hong } = await makeClass()
  const numberOf = (i: number) => idNoOf(`98010220150101${String(i).padStart(3, '0')}`)
  await client.call(stu.update, { stuNo: hong, idNo: numberOf(1) })
  const officer = await makePersonWithRights(school, ['stu:view', 'stu:edit'])
  const write = async (by: Person, stuNo: string, ...numbers: string[]) => {
    const { message } = await by.client.answer(stu.updatemany, {
      datas: numbers.map((idNo, i) => ({ stuNo: i > 0 ? `${stuNo}${i}` : stuNo, idNo })),
    })
    return message
  }
  expect(await write(officer, 'X1', numberOf(1))).not.toMatch(/已被/)
  expect(await write(officer, ming, numberOf(1))).toMatch('身份证号已被三年级（1）班的李小红使用')
  for (let i = 2; i < 60; i++) await write(officer, 'X1', numberOf(i))
  expect(await write(officer, ming, numberOf(1))).toMatch('已被')
  await write(officer, 'X1', numberOf(60))
  expect(await write(officer, 'X1', numberOf(61))).toBe('一分钟内查找的号码太多，请稍后再试')
  const other = await makePersonWithRights(school, ['stu:view', 'stu:edit'])
  const many = Array.from({ length: 61 }, (_, i) => numberOf(100 + i))
  expect(await write(other, 'X1', ...many)).toBe('有的单元格不能保存。这一批里的号码超过 60 个，请分几次粘贴，才能看到是哪一格')
  // Checks that those who see the numbers anyway get the error of every cell.
  const cleared = await makePersonWithRights(school, ['stu:view', 'stu:edit', 'stu:clear'])
  expect(await write(cleared, 'X1', ...many)).not.toMatch('号码')
})
