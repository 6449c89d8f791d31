import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { makePersonWithRights } from '../../../../../test/support/personWithRights.ts'
import { picture, zipFile } from '../../../../../test/support/photoZip.ts'
import { enrol, giveGuardian, makePupilSchool, type PupilSchool, undoLast } from '../../../../../test/support/pupilSchool.ts'
import { closeAfterFiles, fetchFile, portrait } from '../../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { ptr } from '../ptr.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => closeAfterFiles(server))

const send = async ({ client }: Person) => (await client.call(upload.upload, { file: await portrait() })).fileNo
const photosOf = async ({ client }: Person, ptrNo: string) => {
  const [card, face] = await client.call(ptr.getphotos, { ptrNo })
  return { card, face }
}
const takeFaces = ({ entNo }: PupilSchool) =>
  asOwner(server, entNo, (db) => db.insertInto('entcfg').values({ entNo, cfgCode: 'FACE_ON', curVal: '1' }).execute())

async function makeFamily() {
  const school = await makePupilSchool(server)
  const ptrNo = await giveGuardian(school, await enrol(school), { ptrName: '欧阳建国' })
  const far = await giveGuardian(school, await enrol(school, { stuName: '王二', unitNo: school.otherNo }))
  // Changes guardians of the first class and sets no photos.
  const teacher = await makePersonWithRights(school, ['ptr:view', 'ptr:edit'], school.classNo)
  return { school, admin: school.admin, teacher, ptrNo, far }
}

test('a photo of a guardian waits, is reviewed beside those of others, and is in use once it passed', async () => {
  const { admin, teacher, ptrNo, far } = await makeFamily()
  await teacher.client.call(ptr.applyforptrcardpht, { ptrNo, cardPht: await send(teacher), rem: '新拍的' })
  expect((await teacher.client.answer(ptr.applyforptrcardpht, { ptrNo: far, cardPht: await send(teacher) })).code).toBe(10002)
  expect((await photosOf(admin, ptrNo)).card).toMatchObject({ url: null, stt: '1', nickName: '俞老师' })
  expect((await admin.client.call(home.get)).tasks.find(({ code }) => code === 'photo')).toMatchObject({ cnt: 1 })
  const [waiting] = (await admin.client.call(photo.getpage, { owner: 'ptr' })).datas
  expect(waiting).toMatchObject({ ptrNo, ptrName: '欧阳建国', stuNames: '三年级（1）班王小明', empNo: null, stuNo: null })
  expect((await admin.client.call(photo.getpage, { owner: 'stu' })).datas).toEqual([])
  expect((await admin.client.call(photo.getpage, { keyWord: 'ouyang' })).recordCount).toBe(1)
  await admin.client.call(photo.pass, { applyNos: [waiting?.applyNo ?? ''] })
  const { cardPht } = await admin.client.call(ptr.get, { ptrNo })
  expect((await fetchFile(server, cardPht ?? '')).status).toBe(200)
  await undoLast(admin)
  expect((await admin.client.call(ptr.get, { ptrNo })).cardPht).toBeNull()
})

test('a form gives the photos when a guardian is made or changed, and takes them away', async () => {
  const { admin, teacher, ptrNo } = await makeFamily()
  const { client } = admin
  const facts = { ptrName: '陈静', sex: 'N' as const, authTel: '13912345678' }
  const made = await client.call(ptr.create, { ...facts, cardPht: await send(admin) })
  expect(made.cardPht).toMatch(/^\/files\//)
  expect((await client.call(ptr.update, { ptrNo: made.ptrNo, cardPht: null })).cardPht).toBeNull()
  expect((await client.call(ptr.update, { ptrNo, cardPht: await send(admin) })).cardPht).toMatch(/^\/files\//)
  // Leaves it to the review where the caller may not set photos.
  await teacher.client.call(ptr.update, { ptrNo, cardPht: await send(teacher) })
  expect((await photosOf(admin, ptrNo)).card).toMatchObject({ stt: '1' })
})

test('a face is kept only where the school takes faces and the guardian consented, and goes for good when that is withdrawn', async () => {
  const { school, admin, ptrNo } = await makeFamily()
  const { client } = admin
  const face = async (cnsntFlag: '0' | '1') =>
    (await client.answer(ptr.applyforptrfacepht, { ptrNo, facePht: await send(admin), cnsntFlag })).message
  expect(await face('1')).toBe('本单位没有启用人脸照')
  await takeFaces(school)
  expect(await face('0')).toBe('没有本人同意，不能保存人脸照')
  const facePht = await send(admin)
  await client.call(ptr.applyforptrfacepht, { ptrNo, facePht, cnsntFlag: '1' })
  const given = client.lastOp
  expect((await photosOf(admin, ptrNo)).face).toMatchObject({ url: expect.stringMatching(/^\/files\//), stt: '2' })
  await client.call(ptr.withdraw, { ptrNo })
  expect((await photosOf(admin, ptrNo)).face).toMatchObject({ url: null, newUrl: null, stt: null })
  await expect.poll(() => existsSync(join(server.services.files.root, school.entNo, facePht))).toBe(false)
  const { rows } = await server.owner.query(
    `select tbl from history where ent_no = $1 and (before ->> 'face_pht' is not null
      or tbl = 'phtapply' and before ->> 'pht_type' = 'face' and before ->> 'file_no' is not null)`,
    [school.entNo],
  )
  expect([given === '', rows]).toEqual([false, []])
  expect((await client.answer(ptr.withdraw, { ptrNo })).message).toBe('没有人脸照，不用删除')
})

test('photos of a ZIP find guardians by phone, ID number or number, are written in one go and taken back', async () => {
  const { school, admin, ptrNo } = await makeFamily()
  const { client } = admin
  const [red, blue] = await Promise.all([picture('#c00'), picture('#00c')])
  const { rows } = await server.owner.query('select auth_tel from ptr where ent_no = $1 and ptr_no = $2', [school.entNo, ptrNo])
  const tel: string = rows[0].auth_tel
  const entries = { [`一班/${tel}_欧阳建国.jpg`]: red, '13800000000.jpg': blue }
  const shown = await client.call(ptr.previewpic, { file: zipFile(entries), phtType: 'card' })
  expect(shown).toMatchObject({ key: 'authTel', total: 2, addCnt: 1, noneCnt: 1 })
  expect(shown.rows[0]).toMatchObject({
    ptrNo,
    ptrName: '欧阳建国',
    authTel: `${tel.slice(0, 3)}****${tel.slice(-4)}`,
    stuNames: '三年级（1）班王小明',
    act: 'add',
  })
  expect(shown.rows[1]?.msg).toBe('没有手机号是它的家长')
  expect((await client.answer(ptr.importpic, { batchNo: shown.batchNo })).message).toBe('添加成功')
  const hasCard = async () => (await client.call(ptr.get, { ptrNo })).cardPht !== null
  expect(await hasCard()).toBe(true)
  await undoLast(admin)
  expect(await hasCard()).toBe(false)
  expect((await client.call(ptr.previewpic, { file: zipFile({ [`${ptrNo}.jpg`]: red }), phtType: 'card' })).key).toBe('ptrNo')
})
