import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asOwner,
  makePerson,
  type Person,
  type School,
  sharedServer,
  type TestServer,
} from '../../../../../test/support/harness.ts'
import { picture, previewStudents } from '../../../../../test/support/photoZip.ts'
import { enrol, makePupilSchool, type PupilSchool, undoLast } from '../../../../../test/support/pupilSchool.ts'
import { closeAfterFiles, fetchFile, portrait } from '../../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { stu } from '../stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => closeAfterFiles(server))

const send = async ({ client }: Person) => (await client.call(upload.upload, { file: await portrait() })).fileNo
const takeFaces = ({ entNo }: School) =>
  asOwner(server, entNo, (db) => db.insertInto('entcfg').values({ entNo, cfgCode: 'FACE_ON', curVal: '1' }).execute())
const photosOf = async ({ client }: Person, stuNo: string) => {
  const [card, face] = await client.call(stu.getphotos, { stuNo })
  return { card, face }
}
/** Makes somebody who changes students of the first class and sets no photos. */
async function makeGradeHead(school: PupilSchool) {
  const { entNo, gradeNo } = school
  const person = await makePerson(school, { name: '梁老师', roles: ['P030GRADE'] })
  const held = { entNo, empNo: person.empNo, roleNo: 'P030GRADE', dataVal: gradeNo, dataType: 'unit' }
  await asOwner(server, entNo, (db) => db.insertInto('empdatapwr').values(held).execute())
  return person
}

test('a photo that somebody hands in waits, is reviewed beside those of employees, and is in use once it passed', async () => {
  const school = await makePupilSchool(server)
  const { admin } = school
  const stuNo = await enrol(school, { stuName: '欧阳明月' })
  const teacher = await makeGradeHead(school)
  await teacher.client.call(stu.applyforstucardpht, { stuNo, cardPht: await send(teacher), rem: '新拍的' })
  expect((await photosOf(admin, stuNo)).card).toMatchObject({ url: null, stt: '1', nickName: '梁老师' })
  const [waiting] = (await admin.client.call(photo.getpage, { owner: 'stu' })).datas
  expect(waiting).toMatchObject({ stuNo, stuName: '欧阳明月', unitName: '三年级（1）班', empNo: null, rem: '新拍的' })
  expect((await admin.client.call(photo.getpage, { owner: 'emp' })).datas).toEqual([])
  expect((await admin.client.call(photo.getpage, { keyWord: 'ouyang' })).recordCount).toBe(1)
  await admin.client.call(photo.pass, { applyNos: [waiting?.applyNo ?? ''] })
  const { cardPht } = await admin.client.call(stu.getex, { stuNo })
  expect((await fetchFile(server, cardPht ?? '')).status).toBe(200)
  expect((await photosOf(admin, stuNo)).card).toMatchObject({ stt: '2' })
  await undoLast(admin)
  expect((await admin.client.call(stu.getex, { stuNo })).cardPht).toBeNull()
})

test('a head teacher sets photos of the class at once, and sees applications of no other class', async () => {
  const school = await makePupilSchool(server)
  const [near, far] = [await enrol(school), await enrol(school, { stuName: '王二', unitNo: school.otherNo })]
  const { head } = school
  await head.client.call(stu.applyforstucardpht, { stuNo: near, cardPht: await send(head) })
  expect((await photosOf(head, near)).card?.url).toMatch(/^\/files\//)
  const refused = await head.client.answer(stu.applyforstucardpht, { stuNo: far, cardPht: await send(head) })
  expect(refused.code).toBe(10002)
  expect((await head.client.answer(stu.getphotos, { stuNo: far })).code).toBe(10002)
  const teacher = await makeGradeHead(school)
  for (const stuNo of [near, far]) await teacher.client.call(stu.applyforstucardpht, { stuNo, cardPht: await send(teacher) })
  expect((await head.client.call(photo.getpage)).datas.map((one) => one.stuNo)).toEqual([near])
})

test('the face of a child is kept only with the consent of a guardian who is named', async () => {
  const school = await makePupilSchool(server)
  const { admin } = school
  const stuNo = await enrol(school)
  const face = async (more: object, caller = admin) =>
    (await caller.client.answer(stu.applyforstufacepht, { stuNo, facePht: await send(caller), ...more })).message
  const consent = { cnsntFlag: '1', cnsntBy: '王建国（父亲）' }
  expect(await face(consent)).toBe('本单位没有启用人脸照')
  await takeFaces(school)
  expect(await face({ cnsntBy: '王建国（父亲）' })).toBe('没有监护人同意，不能保存人脸照')
  expect(await face({ cnsntFlag: '1' })).toMatch('同意的监护人不能为空')
  // Checks it also where it is submitted for the review, and where a form gives it.
  expect(await face({}, await makeGradeHead(school))).toBe('没有监护人同意，不能保存人脸照')
  const form = { stuNo, facePht: await send(admin), cnsntFlag: '1' as const }
  expect((await admin.client.answer(stu.update, form)).message).toMatch('同意的监护人不能为空')
  expect(await face(consent)).toBe('保存成功')
  expect((await photosOf(admin, stuNo)).face).toMatchObject({ cnsntBy: '王建国（父亲）', stt: '2' })
})

test('a face that waits does not pass once the school takes no faces any more', async () => {
  const school = await makePupilSchool(server)
  const { admin, entNo } = school
  await takeFaces(school)
  const stuNo = await enrol(school)
  const teacher = await makeGradeHead(school)
  const consent = { cnsntFlag: '1' as const, cnsntBy: '王建国（父亲）' }
  await teacher.client.call(stu.applyforstufacepht, { stuNo, facePht: await send(teacher), ...consent })
  await asOwner(server, entNo, (db) => db.updateTable('entcfg').set({ curVal: '0' }).where('entNo', '=', entNo).execute())
  const applyNos = (await admin.client.call(photo.getpage)).datas.map(({ applyNo }) => applyNo)
  expect((await admin.client.answer(photo.pass, { applyNos })).message).toBe('本单位没有启用人脸照')
})

test('a consent that is withdrawn takes the face, its files and all that was handed in, for good', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, entNo } = school
  await takeFaces(school)
  const stuNo = await enrol(school)
  const consent = { cnsntFlag: '1' as const, cnsntBy: '王建国（父亲）' }
  const fileNos = [await send(head), await send(head)]
  for (const facePht of fileNos) await head.client.call(stu.applyforstufacepht, { stuNo, facePht, ...consent })
  const given = head.client.lastOp
  await head.client.call(stu.applyforstucardpht, { stuNo, cardPht: await send(head) })
  expect((await head.client.answer(stu.withdraw, { stuNo })).message).toBe('人脸照已删除')
  expect(await photosOf(admin, stuNo)).toMatchObject({ card: { stt: '2' }, face: { url: null, newUrl: null, stt: null } })
  const left = () => fileNos.filter((fileNo) => existsSync(join(server.services.files.root, entNo, fileNo)))
  await expect.poll(left).toEqual([])
  const { rows: remembered } = await server.owner.query(
    `select tbl from history where ent_no = $1 and (before ->> 'face_pht' is not null or before ->> 'cnsnt_by' is not null
      or tbl = 'phtapply' and before ->> 'pht_type' = 'face' and before ->> 'file_no' is not null
      or tbl = 'file' and key ->> 'file_no' = any($2) and before ->> 'name' is not null)`,
    [entNo, fileNos],
  )
  expect(remembered).toEqual([])
  expect((await head.client.answer(history.undo, { op: given })).code).not.toBe(0)
  expect((await admin.client.answer(history.undo, { op: given })).code).not.toBe(0)
  expect((await head.client.answer(stu.withdraw, { stuNo })).message).toBe('没有人脸照，不用删除')
})

test('photos of a ZIP find students by student number, ID number or number, are written in one go and taken back', async () => {
  const school = await makePupilSchool(server)
  const { admin } = school
  const [red, blue] = await Promise.all([picture('#c00'), picture('#00c')])
  const one = await enrol(school, { stuName: '王一', stdyNo: '20260101' })
  const two = await enrol(school, { stuName: '王二', stdyNo: '20260102' })
  await admin.client.call(stu.disable, { stuNos: [two], lvRsn: '养病' })
  const shown = await previewStudents(admin, {
    '一班/20260101_王一.jpg': red,
    '20260102.jpg': red,
    '20260102-2.jpg': blue,
    '春游.jpg': red,
  })
  expect(shown).toMatchObject({ key: 'stdyNo', total: 4, addCnt: 1, manyCnt: 2, noneCnt: 1 })
  expect(shown.rows[0]).toMatchObject({ stuNo: one, stuName: '王一', stdyNo: '20260101', unitName: '三年级（1）班', act: 'add' })
  expect(shown.rows[3]?.msg).toBe('没有学号是它的学生')
  const { batchNo } = shown
  await admin.client.call(stu.setpic, { batchNo, rowNos: [3], use: '1' })
  expect((await admin.client.call(stu.getpic))?.rows[2]?.wrns).toEqual(['学生休学中'])
  expect((await admin.client.answer(stu.importpic, { batchNo })).message).toBe('添加成功')
  const hasCard = async (stuNo: string) => (await admin.client.call(stu.getex, { stuNo })).cardPht !== null
  expect([await hasCard(one), await hasCard(two)]).toEqual([true, true])
  await undoLast(admin)
  expect([await hasCard(one), await hasCard(two)]).toEqual([false, false])
  expect((await previewStudents(admin, { [`${one}.jpg`]: red })).key).toBe('stuNo')
})
