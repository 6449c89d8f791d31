import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDigit } from '#contract/values/idNumber.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { makePerson, makeSchool, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool, type PupilSchool, undoLast } from '../../../../test/support/pupilSchool.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { datacheck } from './datacheck.contract.ts'
import type { RuleCode } from '#domain/students/datacheck.rules.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

let people = 0
/** Returns a valid ID number of a boy of the third grade, another one each time. */
function idNo(born = '20180110') {
  const digits = `980102${born}${String(++people * 2 - 1).padStart(3, '0')}`
  return digits + checkDigit(digits)
}

const write = ({ entNo }: School, sql: string) => server.owner.query(`begin; set local app.ent_no = '${entNo}'; ${sql}; commit`)

/** Makes a complete child in the first class; each with a name, a guardian and numbers of their own. */
async function wellKept(school: PupilSchool, facts: Parameters<typeof enrol>[1] = {}) {
  const stuName = `孩子${[...String(people + 1)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}`
  const number = idNo()
  const stuNo = await enrol(school, { stuName, idNo: number, stdyNo: `X${people}`, ...facts })
  const ptrNo = await giveGuardian(school, stuNo)
  const { entNo } = school
  await write(school, `update ptr set auth_flag = '1' where ent_no = '${entNo}' and ptr_no = '${ptrNo}'`)
  await school.admin.client.call(stuarch.set, { stuNo, unfStuNo: `G${number}` })
  return { stuNo, ptrNo }
}

const countsOf = (findings: { code: RuleCode; cnt: number }[]) =>
  Object.fromEntries(findings.filter(({ cnt }) => cnt > 0).map(({ code, cnt }) => [code, cnt]))
const checked = async ({ client }: { client: School['admin']['client'] }) => client.call(datacheck.get)

/** Makes a school where every rule finds something, all in the first class; its second class has no head teacher. */
async function makeFaultySchool() {
  const school = await makePupilSchool(server)
  const { entNo } = school
  const children = await Promise.all(Array.from({ length: 7 }, () => wellKept(school)))
  const [none, noNumber, wrong, old, plain, unsure, shared] = children.map(({ stuNo }) => stuNo)
  const good = idNo()
  const bad = good.slice(0, 17) + (good.endsWith('5') ? '6' : '5')
  await write(
    school,
    `delete from stuptr where ent_no = '${entNo}' and stu_no = '${none}';
     update stu set id_no = null, id_no_hash = null where ent_no = '${entNo}' and stu_no = '${noNumber}';
     update stu set brth = '2010-01-10' where ent_no = '${entNo}' and stu_no = '${old}';
     update stu set stdy_no = null where ent_no = '${entNo}' and stu_no = '${plain}';
     update stuarch set unf_stu_no = null, unf_stu_no_hash = null where ent_no = '${entNo}' and stu_no = '${plain}';
     update ptr set auth_flag = '0' where ent_no = '${entNo}' and ptr_no = '${children[5]?.ptrNo}'`,
  )
  await school.admin.client.call(stu.update, { stuNo: wrong as string, idNo: bad })
  return { school, none, noNumber, wrong, old, plain, unsure, shared }
}

test('each rule finds what it looks for, and the list says what is odd', async () => {
  const { school, none, wrong, old, unsure } = await makeFaultySchool()
  const { client } = school.admin
  const shown = await checked(school.admin)
  expect(countsOf(shown.findings)).toEqual({
    noPtr: 1,
    noIdNo: 1,
    badIdNo: 1,
    oddAge: 1,
    noUnfNo: 1,
    noStdyNo: 1,
    noPhone: 1,
    noHead: 1,
  })
  expect(shown.score).toBeLessThan(60)
  expect(shown.classes.map(({ unitName, stuCnt, heads }) => [unitName, stuCnt, heads.map(({ empName }) => empName)])).toEqual([
    ['三年级（1）班', 7, ['韩老师']],
    ['三年级（2）班', 0, []],
  ])
  expect(shown.heads).toMatchObject([{ empName: '韩老师', units: [{ unitName: '三年级（1）班', stuCnt: 7 }] }])
  const found = async (rule: Parameters<typeof client.call<typeof datacheck.getfound>>[1]) =>
    (await client.call(datacheck.getfound, rule)).datas.map(({ stuNo, unitName, note }) => [stuNo ?? unitName, note])
  expect(await found({ rule: 'noPtr' })).toEqual([[none, null]])
  expect(await found({ rule: 'badIdNo' })).toEqual([[wrong, expect.stringMatching(/^校验位应为 [\dX]，/)]])
  expect(await found({ rule: 'oddAge' })).toEqual([[old, '2010-01-10 出生']])
  expect(await found({ rule: 'noPhone' })).toEqual([[unsure, '家长：王建国']])
  expect(await found({ rule: 'noHead' })).toEqual([['三年级（2）班', '0 名学生']])
  expect(await found({ rule: 'noPtr', unitNo: school.otherNo })).toEqual([])
})

test('who is suspended is on the roll and looked at, too: a finding is as many as its list has', async () => {
  const { school, none, noNumber } = await makeFaultySchool()
  const { client } = school.admin
  await client.call(stu.disable, { stuNos: [none, noNumber] as string[], lvRsn: '养病' })
  const shown = await checked(school.admin)
  expect(shown.stuCnt).toBe((await client.call(stu.getpage, { rollFlag: '1' })).recordCount)
  const counts = countsOf(shown.findings)
  const listed = async (filter: object) => (await client.call(stu.getpage, { rollFlag: '1', ...filter })).recordCount
  expect(counts).toMatchObject({ noPtr: await listed({ noPtr: '1' }), noIdNo: await listed({ lack: 'idNo' }) })
  expect(counts).toMatchObject({ noPtr: 1, noIdNo: 1 })
})

test('one phone of many students, a class that is too large, and a child who is there twice are found', async () => {
  const school = await makePupilSchool(server)
  const { entNo, classNo } = school
  await write(school, `insert into entcfg (ent_no, cfg_code, cur_val) values ('${entNo}', 'CLASS_MAX', '6')`)
  const children = await Promise.all(Array.from({ length: 7 }, () => wellKept(school)))
  const [first, second, ...others] = children.map(({ stuNo }) => stuNo)
  await write(
    school,
    `update stu set auth_tel = '13900002222' where ent_no = '${entNo}' and stu_no = any('{${[first, ...others].join()}}')`,
  )
  await write(
    school,
    `update stu set id_no = null, id_no_hash = null, stu_name = '林一', brth = '2018-01-10' where ent_no = '${entNo}' and stu_no = any('{${first},${second}}')`,
  )
  const shown = await checked(school.admin)
  expect(countsOf(shown.findings)).toMatchObject({ sharedPhone: 6, largeClass: 1, duplicate: 1 })
  const { client } = school.admin
  const phones = await client.call(datacheck.getfound, { rule: 'sharedPhone', unitNo: classNo })
  expect(phones.recordCount).toBe(6)
  expect(phones.datas[0]?.note).toBe('139****2222 登记给 6 名学生')
  expect((await client.call(datacheck.getfound, { rule: 'largeClass' })).datas).toMatchObject([{ note: '7 人，上限 6 人' }])
})

test('where nothing is missing the score is 100; those who have left are not looked at', async () => {
  const school = await makePupilSchool(server)
  await write(school, `update edcunit set stt = '2' where ent_no = '${school.entNo}' and unit_no = '${school.otherNo}'`)
  await wellKept(school)
  const gone = await enrol(school, { stuName: '离校生' })
  await school.admin.client.call(stu.transfer, { stuNos: [gone], lvDt: '20260101', lvRsn: '迁居' })
  expect(await checked(school.admin)).toMatchObject({ score: 100, stuCnt: 1, clsCnt: 1 })
})

test('a head teacher sees what was found in her class alone', async () => {
  const { school } = await makeFaultySchool()
  await enrol(school, { unitNo: school.otherNo })
  const shown = await checked(school.head)
  expect(shown.classes.map(({ unitNo }) => unitNo)).toEqual([school.classNo])
  expect(countsOf(shown.findings)).toMatchObject({ noPtr: 1, noIdNo: 1 })
  expect((await school.head.client.call(datacheck.getfound, { rule: 'noPtr' })).recordCount).toBe(1)
  expect(await school.head.client.answer(datacheck.assign, { rule: 'noPtr', unitNos: [school.classNo] })).toMatchObject({
    code: 30001,
  })
})

test('a finding is given to the head teacher, and is done when it is repaired', async () => {
  const { school, none } = await makeFaultySchool()
  const { classNo, otherNo, head } = school
  const { client } = school.admin
  await enrol(school, { unitNo: otherNo })
  expect(await client.answer(datacheck.assign, { rule: 'noPtr', unitNos: [classNo, otherNo] })).toMatchObject({
    code: 10001,
    message: '三年级（2）班还没有班主任，请先在“年级班级”里指定',
  })
  expect(await client.call(datacheck.assign, { rule: 'noPtr', unitNos: [classNo] })).toEqual({ cnt: 1 })
  expect(await client.answer(datacheck.assign, { rule: 'noPtr', unitNos: [classNo] })).toMatchObject({ code: 10001 })
  const tasks = async () =>
    (await head.client.call(datacheck.gettasks)).map(({ rule, cnt, doneFlag, mineFlag }) => [rule, cnt, doneFlag, mineFlag])
  expect(await tasks()).toEqual([['noPtr', 1, '0', '1']])
  await client.call(stuptr.createwithptr, { stuNo: none as string, ptrName: '赵静', authTel: '13700001111', relt: '52' })
  expect(await tasks()).toEqual([['noPtr', 0, '1', '1']])
  expect(await client.call(datacheck.gettasks)).toMatchObject([{ empName: '韩老师', unitName: '三年级（1）班', mineFlag: '0' }])
  // Checks that another class’s head teacher has none.
  const other = await makePerson(school, { roles: ['P030CLASS'] })
  expect(await other.client.call(datacheck.gettasks)).toEqual([])

  await client.call(datacheck.assign, { rule: 'noIdNo', unitNos: [classNo] })
  await undoLast(school.admin)
  const [task] = await client.call(datacheck.gettasks)
  await client.call(datacheck.canceltask, { taskNo: task?.taskNo ?? '' })
  expect(await client.call(datacheck.gettasks)).toEqual([])
})

test('a bureau sees the schools below it, the worst first, and looks into each', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const good = await makePupilSchool(server, bureau.entNo)
  const bad = await makePupilSchool(server, bureau.entNo)
  await wellKept(good)
  await enrol(bad)
  const schools = await bureau.admin.client.call(datacheck.getschools)
  expect(schools.map(({ entNo, stuCnt }) => [entNo, stuCnt])).toEqual([
    [bad.entNo, 1],
    [good.entNo, 1],
  ])
  expect(countsOf((await bureau.admin.client.call(datacheck.get, { entNo: bad.entNo })).findings)).toMatchObject({ noPtr: 1 })
  expect(await bureau.admin.client.answer(datacheck.assign, { rule: 'noPtr', unitNos: [bad.classNo] })).toMatchObject({
    code: 30001,
  })
  expect((await good.admin.client.call(datacheck.getschools)).map(({ entNo }) => entNo)).toEqual([good.entNo])
})

test('what began before a check and is written after it is in the next one', async () => {
  const school = await makePupilSchool(server)
  const { entNo, classNo, admin } = school
  await wellKept(school)
  const slow = await server.owner.connect()
  await slow.query(`begin; set local app.ent_no = '${entNo}'; set local app.user_no = '${admin.userNo}'; set local app.call = '/ent/stu/create';
    set local app.op = '${crypto.randomUUID()}';
    insert into stu (ent_no, stu_no, stu_name, unit_no, sex) values ('${entNo}', 'SLOW', '慢慢', '${classNo}', 'M')`)
  expect((await checked(admin)).stuCnt).toBe(1)
  await slow.query('commit')
  slow.release()
  expect(await checked(admin)).toMatchObject({ stuCnt: 2, staleFlag: '0' })
})
