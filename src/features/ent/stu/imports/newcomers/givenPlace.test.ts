import { afterAll, beforeAll, expect, test } from 'vitest'
import { imp } from '#contract/shell/imp.contract.ts'
import { asOwner, sharedServer, type TestServer } from '../../../../../../test/support/harness.ts'
import { makePupilSchool, type PupilSchool } from '../../../../../../test/support/pupilSchool.ts'
import { makePersonWithRights } from '../../../../../../test/support/personWithRights.ts'
import { idNoOf, preview as previewStaff, schoolOfTheList } from '../../../../../../test/support/staffList.ts'
import { sendList } from '../../../../../../test/support/studentLists.ts'
import { edcunit } from '../../../edcunit/edcunit.contract.ts'
import { stu } from '../../stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const boy = (at: number) => idNoOf(`980102201709${String(10 + at)}00${1 + 2 * (at % 4)}`)
const few = ['姓名', '性别', '证件号']
const child = (at: number) => [`王小${'一二三四五六七八'[at]}`, '男', boy(at)]
const heads = [...few, '年级', '班级']

type By = { admin: { client: PupilSchool['admin']['client'] } }

const preview = async (by: By, rows: string[][], unitNo?: string) => {
  const { fileNo } = await sendList(by, rows)
  return by.admin.client.call(stu.importnewstu, { fileNo, ...(unitNo && { unitNo }) })
}
const refusal = async (by: By, unitNo: string) => {
  const { fileNo } = await sendList(by, [few, child(0)])
  const { code, message } = await by.admin.client.answer(stu.importnewstu, { fileNo, unitNo })
  return [code, message]
}
const classesOf = async ({ admin: { client } }: By) =>
  (await client.call(stu.getexpage, {})).datas.map(({ stuName, unitName }) => `${stuName} ${unitName}`).toSorted()

test('a list without grade and class, brought from a class, puts everybody into that class, also after a look back at the batch', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const { batchNo, refNo, addCnt } = await preview(school, [few, child(0), child(1)], school.otherNo)
  expect([refNo, addCnt]).toEqual([school.otherNo, 2])
  expect(await client.call(imp.getopen, { kind: 'stunew' })).toMatchObject({ batchNo, refNo: school.otherNo, errCnt: 0 })
  expect((await client.call(imp.getpage, {})).datas).toMatchObject([{ batchNo, refNo: school.otherNo }])
  await client.call(stu.importnewstucreate, { batchNo })
  expect(await classesOf(school)).toEqual(['王小一 三年级（2）班', '王小二 三年级（2）班'])
})

test('what a row says of grade and class counts, and the check tells which rows go elsewhere', async () => {
  const school = await makePupilSchool(server)
  const rows = [
    [...child(0), '', ''],
    [...child(1), '三年级', ''],
    [...child(2), '', '2班'],
    [...child(3), '三年级', '1班'],
    [...child(4), '', '待分班'],
    [...child(5), '', '9班'],
  ]
  const shown = await preview(school, [heads, ...rows], school.otherNo)
  expect(shown.rows.map(({ act, errs, wrns }) => [act, [...errs, ...wrns][0]?.msg])).toEqual([
    ['add', undefined],
    ['add', undefined],
    ['add', undefined],
    ['add', '名单里写的是三年级（1）班，导入到那里，不到三年级（2）班'],
    ['add', '名单里写的是三年级待分班，导入到那里，不到三年级（2）班'],
    ['skip', '三年级没有“9班”'],
  ])
  await school.admin.client.call(stu.importnewstucreate, { batchNo: shown.batchNo })
  expect(await classesOf(school)).toEqual([
    '王小一 三年级（2）班',
    '王小三 三年级（2）班',
    '王小二 三年级（2）班',
    '王小五 三年级待分班',
    '王小四 三年级（1）班',
  ])
})

test('a list brought from a grade keeps the grade: a class needs its number only, and who has none waits for one', async () => {
  const school = await makePupilSchool(server)
  const rows = [
    [...child(0), '2班'],
    [...child(1), ''],
  ]
  const { batchNo, errCnt } = await preview(school, [[...few, '班级'], ...rows], school.gradeNo)
  expect(errCnt).toBe(0)
  await school.admin.client.call(stu.importnewstucreate, { batchNo })
  expect(await classesOf(school)).toEqual(['王小一 三年级（2）班', '王小二 三年级待分班'])
})

test('the class of a list that is being checked is taken off and set again, and every row is judged anew', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const { batchNo } = await preview(school, [few, child(0)], school.classNo)
  const off = await client.call(imp.setref, { batchNo, refNo: null })
  expect([off.refNo, off.rows[0]?.errs[0]?.msg]).toEqual([null, '年级不能为空'])
  expect(await client.answer(stu.importnewstucreate, { batchNo })).toMatchObject({ code: 40005 })
  expect(await client.call(imp.setref, { batchNo, refNo: school.otherNo })).toMatchObject({ refNo: school.otherNo, errCnt: 0 })
  await client.call(stu.importnewstucreate, { batchNo })
  expect(await classesOf(school)).toEqual(['王小一 三年级（2）班'])
})

test('a class that is closed while its list is being checked takes nobody in, until the list is for another one', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const { batchNo } = await preview(school, [few, child(0)], school.classNo)
  await client.call(edcunit.disable, { datas: [school.classNo] })
  const closed = '“三年级（1）班”已停用，请先启用，或不指定班级再导入'
  expect(await client.answer(stu.importnewstucreate, { batchNo })).toMatchObject({ message: closed })
  expect(await client.call(imp.getopen, { kind: 'stunew' })).toMatchObject({ batchNo, refNo: school.classNo })
  await client.call(imp.setref, { batchNo, refNo: school.otherNo })
  await client.call(stu.importnewstucreate, { batchNo })
  expect(await classesOf(school)).toEqual(['王小一 三年级（2）班'])
})

test('a class of another school, one out of reach, one that is closed or left, and a unit without students are refused with a sentence', async () => {
  const school = await makePupilSchool(server)
  const other = await makePupilSchool(server)
  const gone = '所选的年级或班级已不存在，或不在可访问的范围内'
  expect(await refusal(school, other.classNo)).toEqual([10002, gone])
  const officer = await makePersonWithRights(school, ['stu:view', 'stu:import'], school.classNo)
  expect(await refusal({ admin: officer }, school.otherNo)).toEqual([10002, gone])
  expect((await officer.client.call(imp.getpage, {})).datas).toEqual([])
  const root = (await school.admin.client.call(edcunit.gettree, {}))[0]
  expect(await refusal(school, root?.unitNo ?? '')).toEqual([10001, expect.stringMatching(/不是年级或班级，不能导入到这里$/)])
  const set = (facts: { stt?: string; grdtFlag?: string }) =>
    asOwner(server, school.entNo, (db) =>
      db.updateTable('edcunit').set(facts).where('entNo', '=', school.entNo).where('unitNo', '=', school.classNo).execute(),
    )
  await set({ stt: '2' })
  expect(await refusal(school, school.classNo)).toEqual([10001, '“三年级（1）班”已停用，请先启用，或不指定班级再导入'])
  await set({ stt: '1', grdtFlag: '1' })
  expect(await refusal(school, school.classNo)).toEqual([10001, '“三年级（1）班”已毕业，不能再加入学生'])
})

test('who holds one class brings a list into it from its grade only for rows that name the class', async () => {
  const school = await makePupilSchool(server)
  const by = { admin: await makePersonWithRights(school, ['stu:view', 'stu:import'], school.classNo) }
  const rows = [
    [...child(0), '1班'],
    [...child(1), ''],
  ]
  const shown = await preview(by, [[...few, '班级'], ...rows], school.gradeNo)
  expect(shown.rows.map(({ errs }) => errs[0]?.msg)).toEqual([undefined, '你只管理部分班级，不能放到整个年级的待分班'])
})

test('an import that is not about classes has none to set', async () => {
  const school = await schoolOfTheList(server)
  const { batchNo } = await previewStaff(school)
  expect(await school.admin.client.answer(imp.setref, { batchNo, refNo: null })).toMatchObject({
    code: 10001,
    message: '这种导入没有可以更改的年级班级',
  })
})
