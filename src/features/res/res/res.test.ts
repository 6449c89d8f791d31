import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeClass, makeLibrary, makeTeacher, namesOf, putIn, sendText } from '../../../../test/support/resources.ts'
import { closeAfterFiles, fetchFile, portrait } from '../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { res } from './res.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => closeAfterFiles(server))

test('a resource is found by its name, its pinyin, what is said of it, and its file', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  const fileNo = await sendText(admin, '第三单元.txt')
  await admin.client.call(res.create, { clsNo, resName: '荷塘月色', des: '朱自清的散文', fileNo })
  await putIn(admin, clsNo, { resName: '分数的加法' })
  for (const keyWord of ['月色', 'hetang', 'htys', '朱自清', '第三单元'])
    expect(await namesOf(admin, { keyWord }), keyWord).toEqual(['荷塘月色'])
})

test('a class shows what lies in it and below it, and a filter narrows that by kind, subject and school year', async () => {
  const { admin, clsNo, entNo } = await makeLibrary(server)
  const lower = await makeClass(admin, '教案', clsNo)
  const other = await makeClass(admin, '数学')
  await putIn(admin, lower, { resName: '今年的' })
  const old = await putIn(admin, clsNo, { resName: '去年的' })
  await putIn(admin, other, { resName: '别的' })
  expect((await namesOf(admin, { clsNo })).toSorted()).toEqual(['今年的', '去年的'])
  await asOwner(server, entNo, (db) =>
    db.updateTable('res').set({ putTm: '2025-08-31 23:59:00+08' }).where('resNo', '=', old).execute(),
  )
  expect(await namesOf(admin, { clsNo, schYear: 2024 })).toEqual(['去年的'])
  expect(await namesOf(admin, { clsNo, schYear: 2025 })).toEqual([])
  expect(await namesOf(admin, { clsNo, fileKind: 'video' })).toEqual([])
  expect((await namesOf(admin, { clsNo, fileKind: 'document' })).length).toBe(2)
})

test('a teacher changes and deletes what is theirs, and looks at what colleagues put in', async () => {
  const school = await makeLibrary(server)
  const [teacher, colleague] = [await makeTeacher(school), await makeTeacher(school)]
  const resNo = await putIn(teacher, school.clsNo)
  expect(await colleague.client.call(res.get, { resNo })).toMatchObject({ resName: '古诗三首', editFlag: '0', delFlag: '0' })
  const refused = { code: 30003, message: '只能修改自己上传的资源' }
  expect(await colleague.client.answer(res.update, { resNo, resName: '我的' })).toMatchObject(refused)
  expect(await colleague.client.answer(res.setscope, { resNo, scope: '3' })).toMatchObject(refused)
  expect(await colleague.client.answer(res.addversion, { resNo, fileNo: await sendText(colleague) })).toMatchObject(refused)
  expect((await colleague.client.answer(res.delete, { resNos: [resNo] })).code).toBe(30003)
  expect((await colleague.client.answer(res.move, { resNos: [resNo], clsNo: school.clsNo })).code).toBe(30003)
  await teacher.client.call(res.update, { resNo, resName: '古诗四首' })
  await school.admin.client.call(res.update, { resNo, subj: '101' })
  await teacher.client.call(res.delete, { resNos: [resNo] })
  expect(await namesOf(colleague)).toEqual([])
})

test('a file is one that oneself has sent, and that no other resource has', async () => {
  const school = await makeLibrary(server)
  const [teacher, colleague] = [await makeTeacher(school), await makeTeacher(school)]
  const { clsNo } = school
  const fileNo = await sendText(teacher)
  const missing = { code: 10001, message: '文件不存在，请重新上传' }
  expect(await colleague.client.answer(res.create, { clsNo, resName: '别人的', fileNo })).toMatchObject(missing)
  expect(await teacher.client.answer(res.create, { clsNo, resName: '没有的', fileNo: 'F999999999' })).toMatchObject(missing)
  await teacher.client.call(res.create, { clsNo, resName: '自己的', fileNo })
  expect(await teacher.client.answer(res.create, { clsNo, resName: '再来一次', fileNo })).toMatchObject({ code: 10003 })
  const elsewhere = await makeLibrary(server)
  expect(
    await teacher.client.answer(res.create, { clsNo: elsewhere.clsNo, resName: '别处', fileNo: await sendText(teacher) }),
  ).toMatchObject({ code: 10001, message: '分类不存在或已停用，请重新选择' })
})

test('whoever has no room left is told how much there is', async () => {
  const school = await makeLibrary(server)
  const teacher = await makeTeacher(school)
  const resNo = await putIn(teacher, school.clsNo)
  const { used, most, resCnt } = await teacher.client.call(res.getquota)
  expect([used > 0, most, resCnt]).toEqual([true, 5 * 2 ** 30, 1])
  await asOwner(server, school.entNo, (db) =>
    db.insertInto('entcfg').values({ entNo: school.entNo, cfgCode: 'RES_QUOTA', curVal: '0' }).execute(),
  )
  const full = { code: 10010, message: '资源空间不够：每人 0 GB，已用 0.00 GB，请先删除不用的资源' }
  const fileNo = await sendText(teacher)
  expect(await teacher.client.answer(res.create, { clsNo: school.clsNo, resName: '太多', fileNo })).toMatchObject(full)
  expect(await teacher.client.answer(res.addversion, { resNo, fileNo })).toMatchObject(full)
})

test('a newer version takes the place of the file, and the school keeps the older ones', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  const resNo = await putIn(admin, clsNo)
  await admin.client.call(res.addversion, { resNo, fileNo: await sendText(admin, '改过的.txt'), rem: '补了答案' })
  const { name, verNo, versions, url } = await admin.client.call(res.get, { resNo })
  expect([name, verNo, versions.map((one) => [one.name, one.rem])]).toEqual([
    '改过的.txt',
    2,
    [
      ['改过的.txt', '补了答案'],
      ['古诗三首.txt', null],
    ],
  ])
  expect((await fetchFile(server, url)).body.toString()).toContain('第一课')
  expect(await admin.client.answer(history.undo, { op: admin.client.lastOp })).toMatchObject({ code: 0 })
  expect(await admin.client.call(res.get, { resNo })).toMatchObject({ name: '古诗三首.txt', verNo: 1 })
})

test('a picture shows itself small', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  const { fileNo } = await admin.client.call(upload.upload, { file: await portrait() })
  const { resNo } = await admin.client.call(res.create, { clsNo, resName: '板书', fileNo })
  const { thumb } = await admin.client.call(res.get, { resNo })
  expect((await fetchFile(server, thumb ?? '')).headers.get('content-type')).toBe('image/webp')
})

test('a look and a download count once an hour for one person, and what is used most comes first', async () => {
  const school = await makeLibrary(server)
  const colleague = await makeTeacher(school)
  const [used, newer] = [await putIn(school.admin, school.clsNo, { resName: '常用' }), await putIn(school.admin, school.clsNo)]
  for (const { client } of [colleague, colleague, school.admin]) {
    await client.call(res.setseen, { resNo: used })
    await client.call(res.setseen, { resNo: used, downFlag: '1' })
  }
  expect(await colleague.client.call(res.get, { resNo: used })).toMatchObject({ viewCnt: 2, downCnt: 2 })
  expect(await namesOf(colleague)).toEqual(['古诗三首', '常用'])
  expect(await namesOf(colleague, { order: 'used' })).toEqual(['常用', '古诗三首'])
  await asOwner(server, school.entNo, (db) =>
    db
      .updateTable('resmark')
      .set({ lastTm: new Date(Date.now() - 3_700_000).toISOString() })
      .where('userNo', '=', colleague.userNo)
      .execute(),
  )
  await colleague.client.call(res.setseen, { resNo: used })
  expect((await colleague.client.call(res.get, { resNo: used })).viewCnt).toBe(3)
  expect(await namesOf(colleague, { mine: 'seen' })).toEqual(['常用'])
  await colleague.client.call(res.setseen, { resNo: newer })
  expect(await namesOf(colleague, { mine: 'seen' })).toEqual(['古诗三首', '常用'])
})

test('favourites are one’s own', async () => {
  const school = await makeLibrary(server)
  const colleague = await makeTeacher(school)
  const resNo = await putIn(school.admin, school.clsNo)
  await colleague.client.call(res.setfav, { resNo, favFlag: '1' })
  expect([await namesOf(colleague, { mine: 'fav' }), await namesOf(school.admin, { mine: 'fav' })]).toEqual([['古诗三首'], []])
  expect(await colleague.client.call(res.getquota)).toMatchObject({ favCnt: 1, resCnt: 0 })
  await colleague.client.call(res.setfav, { resNo, favFlag: '0' })
  expect(await namesOf(colleague, { mine: 'fav' })).toEqual([])
})

test('the last two hundred looks are remembered', async () => {
  const { admin, clsNo, entNo } = await makeLibrary(server)
  const resNo = await putIn(admin, clsNo, { resName: '最新' })
  const marks = Array.from({ length: 201 }, (_, i) => `Q${i}`)
  await asOwner(server, entNo, async (db) => {
    for (const no of marks) {
      await db.insertInto('res').values({ entNo, resNo: no, clsNo, resName: no, empNo: admin.empNo }).execute()
      const lastTm = new Date(Date.UTC(2026, 0, 1) + Number(no.slice(1)) * 1000).toISOString()
      await db.insertInto('resmark').values({ entNo, userNo: admin.userNo, ofEntNo: entNo, resNo: no, lastTm }).execute()
    }
  })
  await admin.client.call(res.setseen, { resNo })
  const { rows } = await server.owner.query('select res_no from resmark where ent_no = $1 order by last_tm', [entNo])
  expect([rows.length, rows[0].res_no]).toEqual([200, 'Q2'])
})

test('the list of resources is handed out as a workbook', async () => {
  const { admin, clsNo } = await makeLibrary(server)
  await putIn(admin, clsNo)
  expect((await admin.client.call(res.export, { scope: '1' })) as unknown).toBeInstanceOf(Uint8Array)
})
