import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/harness.ts'
import { picture, preview, zipFile } from '../../../../test/photoZip.ts'
import { idNoOf } from '../../../../test/staffList.ts'
import { closeAfterFiles, fetchFile, portrait } from '../../../../test/uploads.ts'
import { upload } from '../../file/upload/upload.contract.ts'
import { history } from '../history/history.contract.ts'
import { emp } from './emp.contract.ts'
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

/** What became of every file: its name, whom it means, the outcome. */
const outcomes = ({ rows }: PicturePreview) => rows.map(({ name, empName, act }) => [name, empName, act])
const photoOf = async ({ admin }: School, empNo: string) => (await admin.client.call(emp.getex, { empNo })).cardPht
const filesOf = ({ entNo }: School) => readdir(join(server.services.files.root, entNo)).catch(() => [])
/** The mean colour of a picture that a link leads to, and its size. */
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
  // An ID number as a file name is kept nowhere in clear.
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
  // Of four pictures only the one in use is still there.
  await expect.poll(() => filesOf(school)).toHaveLength(1)
})

test('what is no usable picture says why, and the others are taken all the same', async () => {
  const school = await makeSchool(server)
  for (const workNo of '123456789') await makePerson(school, { workNo })
  const shown = await preview(school.admin, [
    { name: '1.jpg', data: red },
    { name: '2.jpg', data: await picture('#fff', 200, 300) },
    { name: '3.jpg', data: red.subarray(0, 600) },
    { name: '4.png', data: red },
    { name: '5.docx', data: Buffer.from('PK') },
    { name: '6.zip', data: Buffer.from('PK') },
    { name: '7.jpg', data: Buffer.from('/etc/passwd'), mode: 0o120777 },
    { name: '8.jpg', data: Buffer.alloc(0) },
    { name: '9.jpg', data: red, size: 11 * 2 ** 20, method: 8 },
    { name: '1_2.jpg', data: Buffer.from('not deflated'), size: 5000, method: 8 },
    { name: '1_3.jpg', data: red, method: 14 },
  ])
  expect(shown).toMatchObject({ total: 11, addCnt: 1, badCnt: 10 })
  expect(shown.rows.map(({ name, msg }) => [name, msg]).slice(1)).toEqual([
    ['2.jpg', '证件照至少 295×413 像素，这张是 200×300'],
    ['3.jpg', '文件不是完整的 JPG 图片，请重新导出后再上传'],
    ['4.png', '文件不是完整的 PNG 图片，请重新导出后再上传'],
    ['5.docx', '证件照须是 jpg 或 png 图片'],
    ['6.zip', '压缩包里的压缩包不会展开，请把照片直接放进来'],
    ['7.jpg', '这是指向别处的链接，不是照片'],
    ['8.jpg', '文件是空的'],
    ['9.jpg', '图片超过 10 MB'],
    ['1_2.jpg', '文件在压缩包里已损坏，打不开'],
    ['1_3.jpg', '它的压缩方式读不了，请用普通方式重新压缩'],
  ])
})

test('a hostile or damaged ZIP is refused with its reason, and nothing of it is kept', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const send = async (file: File) => (await client.answer(emp.previewpic, { file, phtType: 'card' })).message
  const entry = { name: '1.jpg', data: red }
  const whole = Buffer.from(await zipFile([entry]).arrayBuffer())
  expect(await send(new File(['Rar!'], '照片.rar'))).toBe('这不是 ZIP 压缩包，或者没有传完整；RAR、7z 请先解压，再压缩成 ZIP')
  expect(await send(new File([whole.subarray(0, 900)], '照片.zip'))).toMatch(/^这不是 ZIP 压缩包/)
  expect(await send(zipFile([]))).toBe('压缩包里没有文件')
  expect(await send(zipFile([{ ...entry, flags: 0x801, size: red.length - 12 }]))).toBe(
    '压缩包加了密码，请去掉密码，重新压缩后再上传',
  )
  for (const name of ['../1.jpg', 'a/../../1.jpg', '/etc/1.jpg', 'C:\\1.jpg', 'a\\..\\1.jpg'])
    expect(await send(zipFile([{ ...entry, name }]))).toBe('压缩包里有指向外面的路径，不安全；请重新压缩后再上传')
  const bomb = Array.from({ length: 200 }, (_, i) => ({ name: `${i}.jpg`, data: red, size: 9 * 2 ** 20, method: 8 }))
  expect(await send(zipFile(bomb))).toBe('压缩包展开后超过 1 GB，请分成几份')
  const many = Array.from({ length: 5001 }, (_, i) => ({ name: `${i}.jpg`, data: Buffer.alloc(0) }))
  expect(await send(zipFile(many))).toBe('压缩包里有 5001 个文件，一次最多 5000 个，请分成几份')
  expect([await filesOf(school), await client.call(emp.getpic)]).toEqual([[], null])
  await expect.poll(() => readdir(join(server.services.files.root, 'arriving'))).toEqual([])
})

test('a ZIP may be larger than other files, up to 200 MB', async () => {
  const { admin } = await makeSchool(server)
  const padded = zipFile([
    { name: '说明.txt', data: Buffer.alloc(30 * 2 ** 20, 'x') },
    { name: '1.jpg', data: red },
  ])
  expect(await admin.client.call(emp.previewpic, { file: padded, phtType: 'card' })).toMatchObject({ badCnt: 1, noneCnt: 1 })
  const large = new File([Buffer.alloc(201 * 2 ** 20)], '照片.zip')
  expect(await admin.client.answer(emp.previewpic, { file: large, phtType: 'card' })).toMatchObject({
    message: '文件超过 200 MB',
  })
})

test('faces are taken only where the enterprise takes them and everybody agreed, and must be larger', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo } = await makePerson(school, { workNo: '1' })
  const send = (cnsntFlag: '0' | '1') =>
    client.answer(emp.previewpic, { file: zipFile({ '1.jpg': red }), phtType: 'face', cnsntFlag })
  expect((await send('1')).message).toBe('本企业没有启用人脸照')
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
  expect((await client.answer(emp.importpic, { batchNo })).message).toBe('本企业没有启用人脸照')
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

test('a batch is written once, also when it is asked for twice in the same moment', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  await makePerson(school, { workNo: '1' })
  const { batchNo } = await preview(school.admin, { '1.jpg': red })
  const codes = (await Promise.all([1, 2, 3].map(() => client.answer(emp.importpic, { batchNo })))).map(({ code }) => code)
  expect(codes.toSorted((one, other) => one - other)).toEqual([0, 40003, 40003])
  const { rows } = await server.owner.query('select count(*)::int as n from phtapply where ent_no = $1', [school.entNo])
  expect(rows[0].n).toBe(1)
})

test('photos wait for whoever sent them and nobody else, until they are replaced, given up or a week old; then their files go', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const colleague = await makePerson(school, { roles: ['P030ADMIN'], workNo: '1' })
  const first = await preview(school.admin, { '1.jpg': red, '2.jpg': blue })
  expect(await client.call(emp.getpic)).toMatchObject({ batchNo: first.batchNo, total: 2 })
  expect(await colleague.client.call(emp.getpic)).toBe(null)
  expect((await colleague.client.answer(emp.importpic, { batchNo: first.batchNo })).code).toBe(10002)
  expect(await filesOf(school)).toHaveLength(2)

  const second = await preview(school.admin, { '1.jpg': blue })
  await expect.poll(() => filesOf(school)).toHaveLength(1)
  expect((await client.answer(emp.importpic, { batchNo: first.batchNo })).code).toBe(40003)
  expect((await client.answer(emp.closepic, { batchNo: second.batchNo })).message).toBe('已放弃这批照片')
  await expect.poll(() => filesOf(school)).toEqual([])
  expect(await client.call(emp.getpic)).toBe(null)

  await preview(colleague, { '1.jpg': red })
  // A stamp is not changed otherwise.
  await server.owner.query(`begin; set local session_replication_role = replica;
    update imp_batch set crt_tm = now() - interval '8 days' where ent_no = '${school.entNo}' and stt = '1'; commit`)
  await preview(school.admin, { '说明.txt': Buffer.from('x') })
  await expect.poll(() => filesOf(school)).toEqual([])
  expect(await colleague.client.call(emp.getpic)).toBe(null)
})

test('a picture that was handed in meanwhile stays when its batch goes', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo } = await makePerson(school, { workNo: '1' })
  const { batchNo, rows } = await preview(school.admin, { '1.jpg': red })
  const fileNo = rows[0]?.url?.split('.')[2] ?? ''
  await client.call(emp.applyforempcardpht, { empNo, cardPht: fileNo })
  await client.call(emp.closepic, { batchNo })
  expect(existsSync(server.services.files.pathOf(school.entNo, fileNo))).toBe(true)
  expect(await look(await photoOf(school, empNo))).toMatchObject({ colour: 'red' })
})

test('other calls stay quick while many photos are unpacked', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const large = await picture('#0c0', 2000, 2600)
  const entries = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`${i}.jpg`, large]))
  const working = preview(school.admin, entries)
  let done = false
  void working.then(() => {
    done = true
  })
  const times: number[] = []
  while (!done) {
    const begun = performance.now()
    await client.call(emp.getpage)
    times.push(performance.now() - begun)
  }
  expect((await working).noneCnt).toBe(150)
  const median = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
  expect([times.length > 10, median < 100]).toEqual([true, true])
})
