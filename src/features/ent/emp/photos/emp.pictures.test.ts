import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asOwner,
  makePerson,
  makeSchool,
  type School,
  startServer,
  type TestServer,
} from '../../../../../test/support/harness.ts'
import { picture, preview, zipFile } from '../../../../../test/support/photoZip.ts'
import { idNoOf } from '../../../../../test/support/staffList.ts'
import { closeAfterFiles, fetchFile, portrait } from '../../../../../test/support/uploads.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { emp } from '../emp.contract.ts'
import type * as z from 'zod'

type PicturePreview = NonNullable<z.output<(typeof emp.getpic)['output']>>

let server: TestServer
let red: Buffer
let blue: Buffer
beforeAll(async () => {
  server = await startServer()
  ;[red, blue] = await Promise.all([picture('#c00'), picture('#00c')])
})
afterAll(() => closeAfterFiles(server))

/** Returns the outcome of every file: its name, whom it means, the outcome. */
const outcomes = ({ rows }: PicturePreview) => rows.map(({ name, empName, act }) => [name, empName, act])
const photoOf = async ({ admin }: School, empNo: string) => (await admin.client.call(emp.getex, { empNo })).cardPht
const filesOf = ({ entNo }: School) => readdir(join(server.services.files.root, entNo)).catch(() => [])
/** Reads the mean colour of a picture that a link leads to, and its size. */
async function look(link: string | null) {
  const { status, body } = await fetchFile(server, link ?? '')
  expect(status).toBe(200)
  const { width, height } = await sharp(body).metadata()
  const { dominant } = await sharp(body).stats()
  return { width, height, colour: dominant.r > dominant.b ? 'red' : 'blue' }
}

test('photos named by staff numbers are previewed, written in one go, and taken back by one undo', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [one, two] = [
    await makePerson(school, { name: '张三', workNo: '1001' }),
    await makePerson(school, { name: '李四', workNo: '1002' }),
  ]
  const shown = await preview(school.admin, { '一组/1001.jpg': red, '1002_李四.JPG': blue })
  expect(shown).toMatchObject({ fileName: '照片.zip', phtType: 'card', key: 'workNo', total: 2, addCnt: 2 })
  expect(outcomes(shown)).toEqual([
    ['1001.jpg', '张三', 'add'],
    ['1002_李四.JPG', '李四', 'add'],
  ])
  expect(shown.rows[0]).toMatchObject({
    folder: '一组',
    orgName: '教务处',
    workNo: '1001',
    empNo: one.empNo,
    oldUrl: null,
    wrns: [],
  })
  expect(await look(shown.rows[0]?.url ?? null)).toEqual({ width: 358, height: 441, colour: 'red' })
  expect(await photoOf(school, one.empNo)).toBe(null)

  const done = await client.answer(emp.importpic, { batchNo: shown.batchNo })
  expect(done).toMatchObject({ code: 0, message: '添加成功', result: { batchNo: shown.batchNo, addCnt: 2, total: 2 } })
  expect(await look(await photoOf(school, one.empNo))).toMatchObject({ colour: 'red' })
  expect(await look(await photoOf(school, two.empNo))).toMatchObject({ colour: 'blue' })

  await client.call(history.undo, { op: client.lastOp })
  expect([await photoOf(school, one.empNo), await photoOf(school, two.empNo)]).toEqual([null, null])
})

test('an old photo stands beside the new one, comes back with undo, and the same picture again changes nothing', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo } = await makePerson(school, { workNo: '7' })
  await client.call(emp.importpic, { batchNo: (await preview(school.admin, { '7.jpg': red })).batchNo })
  const shown = await preview(school.admin, { '7.jpg': blue })
  expect([shown.updCnt, await look(shown.rows[0]?.oldUrl ?? null)]).toMatchObject([1, { colour: 'red' }])
  await client.call(emp.importpic, { batchNo: shown.batchNo })
  expect(await look(await photoOf(school, empNo))).toMatchObject({ colour: 'blue' })
  await client.call(history.undo, { op: client.lastOp })
  expect(await look(await photoOf(school, empNo))).toMatchObject({ colour: 'red' })
  const again = await preview(school.admin, { '7.jpg': red })
  expect(outcomes(again)).toEqual([['7.jpg', '陈晓雯', 'same']])
  expect(await client.answer(emp.importpic, { batchNo: again.batchNo })).toMatchObject({ message: '没有可写入的照片' })
})

test('names may be ID numbers or numbers of the system, whichever fits most; a name that fits none is told', async () => {
  const school = await makeSchool(server)
  const idNo = idNoOf('98010119900305002')
  const made = await school.admin.client.call(emp.create, {
    empName: '高明',
    authTel: '15900000001',
    orgNos: [school.orgNo],
    idNo,
  })
  const two = await makePerson(school, { name: '李四', workNo: 'A-01' })
  expect(
    await preview(school.admin, { [`${idNo.toLowerCase()} 高明.jpg`]: red, 'A-01.jpg': red, '生活照.jpg': red }),
  ).toMatchObject({
    key: 'workNo',
    noneCnt: 2,
  })
  const byId = await preview(school.admin, { [`${idNo}.jpg`]: red, '生活照.jpg': red })
  expect(byId).toMatchObject({ key: 'idNo', addCnt: 1, noneCnt: 1 })
  expect(byId.rows[1]).toMatchObject({ empNo: null, msg: '没有身份证号是它的员工' })
  const byNo = await preview(school.admin, { [`${made.empNo}.jpg`]: red, [`${two.empNo}-2.jpg`]: blue, 'A-01.jpg': red })
  expect([byNo.key, outcomes(byNo)]).toEqual([
    'empNo',
    [
      [`${made.empNo}.jpg`, '高明', 'add'],
      [`${two.empNo}-2.jpg`, '李四', 'add'],
      ['A-01.jpg', null, 'none'],
    ],
  ])
  expect((await preview(school.admin, { '13000000001.jpg': red })).key).toBe(null)
  // Checks that an ID number as a file name is stored nowhere in clear.
  const { rows } = await server.owner.query(
    `select (select string_agg(to_jsonb(f)::text, '') from file f where ent_no = $1) || (select string_agg(to_jsonb(p)::text, '') from imp_pic p where ent_no = $1)
       || (select string_agg(before::text, '') from history where ent_no = $1) as kept`,
    [school.entNo],
  )
  expect(rows[0].kept).not.toContain(idNo)
})

test('names of a ZIP from Windows and from a Mac come out right, and what a Mac adds is passed over', async () => {
  const school = await makeSchool(server)
  await makePerson(school, { name: '张三', workNo: '1001' })
  const gbk = (name: string) =>
    Buffer.concat(name.split(/(张三|照片)/).map((part) => Buffer.from(gb[part] ?? part, gb[part] ? 'hex' : 'utf8')))
  const gb: Record<string, string> = { 张三: 'd5c5c8fd', 照片: 'd5d5c6ac' }
  const windows = await preview(school.admin, [{ name: gbk('照片\\1001_张三.jpg'), data: red }])
  expect(windows.rows[0]).toMatchObject({ folder: '照片', name: '1001_张三.jpg', act: 'add', wrns: [] })
  const mac = await preview(school.admin, [
    { name: Buffer.from('照片/1001_张三.jpg'), data: red },
    { name: '__MACOSX/照片/._1001_张三.jpg', data: Buffer.from('x') },
    { name: '照片/.DS_Store', data: Buffer.from('x') },
    { name: '照片/Thumbs.db', data: Buffer.from('x') },
    { name: '照片/', data: Buffer.alloc(0) },
  ])
  expect([mac.total, mac.rows[0]]).toMatchObject([1, { folder: '照片', name: '1001_张三.jpg', act: 'add' }])
})

test('of several photos for one person none is taken until one is chosen; single ones can be left out; all of it adds up', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const one = await makePerson(school, { name: '张三', workNo: '1' })
  const two = await makePerson(school, { name: '李四', workNo: '2' })
  const { batchNo, manyCnt, addCnt } = await preview(school.admin, {
    'a/1.jpg': red,
    'b/1.jpg': blue,
    '1-2.jpg': red,
    '2.jpg': red,
  })
  expect([manyCnt, addCnt]).toEqual([3, 1])
  const set = (rowNos: number[], use: '0' | '1') => client.call(emp.setpic, { batchNo, rowNos, use })
  const acts = async () => (await client.call(emp.getpic))?.rows.map(({ act }) => act)
  await set([1], '1')
  expect(await acts()).toEqual(['add', 'out', 'out', 'add'])
  await set([2], '1')
  expect(await acts()).toEqual(['out', 'add', 'out', 'add'])
  await set([4], '0')
  const shown = await client.call(emp.getpic)
  expect(shown).toMatchObject({ total: 4, addCnt: 1, outCnt: 3, manyCnt: 0 })
  expect((await client.call(emp.getpic, { act: 'out', pageSize: 2, pageIndex: 2 }))?.rows.map(({ rowNo }) => rowNo)).toEqual([4])
  await client.call(emp.importpic, { batchNo })
  expect(await look(await photoOf(school, one.empNo))).toMatchObject({ colour: 'blue' })
  expect(await photoOf(school, two.empNo)).toBe(null)
  // Checks that of four pictures only the one in use is left.
  await expect.poll(() => filesOf(school)).toHaveLength(1)
})

test('faces are taken only where the enterprise takes them and everybody agreed, and must be larger', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo } = await makePerson(school, { workNo: '1' })
  const send = (cnsntFlag: '0' | '1') =>
    client.answer(emp.previewpic, { file: zipFile({ '1.jpg': red }), phtType: 'face', cnsntFlag })
  expect((await send('1')).message).toBe('本单位没有启用人脸照')
  const { entNo } = school
  const setFaces = (curVal: string) =>
    asOwner(server, entNo, async (db) => {
      await db.deleteFrom('entcfg').where('entNo', '=', entNo).execute()
      await db.insertInto('entcfg').values({ entNo, cfgCode: 'FACE_ON', curVal }).execute()
    })
  await setFaces('1')
  expect(await send('0')).toMatchObject({ message: '没有本人同意，不能保存人脸照', result: { errors: [{ field: 'cnsntFlag' }] } })
  const small = await preview(school.admin, { '1.jpg': await picture('#fff', 300, 420) }, 'face')
  expect(small.rows[0]?.msg).toBe('人脸照至少 480×640 像素，这张是 300×420')
  const { batchNo } = await preview(school.admin, { '1.jpg': red }, 'face')
  await setFaces('0')
  expect((await client.answer(emp.importpic, { batchNo })).message).toBe('本单位没有启用人脸照')
  await setFaces('1')
  await client.call(emp.importpic, { batchNo })
  expect(await look((await client.call(emp.getex, { empNo })).facePht)).toMatchObject({ width: 600, height: 800 })
})

test('remarks name who is disabled, another name in the file name, and a photo that waits for its review; that one is withdrawn', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const person = await makePerson(school, { name: '张三', workNo: '1', roles: ['P030STAFF'] })
  const { fileNo } = await person.client.call(upload.upload, { file: await portrait() })
  await person.client.call(emp.applyforempcardpht, { empNo: person.empNo, cardPht: fileNo })
  await client.call(emp.disable, { datas: [person.empNo] })
  const shown = await preview(school.admin, { '1_李四.jpg': red })
  expect(shown.rows[0]?.wrns).toEqual(['员工已停用', '文件名里写的是“李四”', '有一张待审的照片，写入后不再审'])
  await client.call(emp.importpic, { batchNo: shown.batchNo })
  const { rows } = await server.owner.query('select stt from phtapply where ent_no = $1 order by apply_no', [school.entNo])
  expect(rows.map(({ stt }) => stt)).toEqual(['0', '2'])
})

test('what changed since the preview is shown anew before anything is written', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const [one, two] = [await makePerson(school, { workNo: '1' }), await makePerson(school, { workNo: '2' })]
  const { batchNo } = await preview(school.admin, { '1.jpg': red, '2.jpg': red })
  await client.call(emp.delete, { empNo: two.empNo })
  const refused = await client.answer(emp.importpic, { batchNo })
  expect(refused).toMatchObject({
    code: 40004,
    message: '数据已变化，请核对新的预览结果',
    result: { batchNo, addCnt: 1, noneCnt: 1 },
  })
  expect(outcomes(refused.result as PicturePreview).map(([, , act]) => act)).toEqual(['add', 'none'])
  expect(await photoOf(school, one.empNo)).toBe(null)
  await client.call(emp.importpic, { batchNo })
  expect(await look(await photoOf(school, one.empNo))).toMatchObject({ colour: 'red' })
})

test('a picture that was handed in meanwhile stays when its batch goes', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo } = await makePerson(school, { workNo: '1' })
  const { batchNo, rows } = await preview(school.admin, { '1.jpg': red })
  const fileNo = rows[0]?.url?.split('.')[2] ?? ''
  await client.call(emp.applyforempcardpht, { empNo, cardPht: fileNo })
  await client.call(emp.closepic, { batchNo })
  expect(existsSync(join(server.services.files.root, school.entNo, fileNo))).toBe(true)
  expect(await look(await photoOf(school, empNo))).toMatchObject({ colour: 'red' })
})
