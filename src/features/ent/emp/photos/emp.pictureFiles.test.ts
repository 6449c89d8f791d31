import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../../test/support/harness.ts'
import { picture, preview, zipFile } from '../../../../../test/support/photoZip.ts'
import { closeAfterFiles } from '../../../../../test/support/uploads.ts'
import { emp } from '../emp.contract.ts'

let server: TestServer
let red: Buffer
let blue: Buffer
beforeAll(async () => {
  server = await startServer()
  ;[red, blue] = await Promise.all([picture('#c00'), picture('#00c')])
})
afterAll(() => closeAfterFiles(server))

const filesOf = ({ entNo }: School) => readdir(join(server.services.files.root, entNo)).catch(() => [])

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
  // Replaces the stamp, which cannot be changed otherwise.
  await server.owner.query(`begin; set local session_replication_role = replica;
    update imp_batch set crt_tm = now() - interval '8 days' where ent_no = '${school.entNo}' and stt = '1'; commit`)
  await preview(school.admin, { '说明.txt': Buffer.from('x') })
  await expect.poll(() => filesOf(school)).toEqual([])
  expect(await colleague.client.call(emp.getpic)).toBe(null)
})

test('other calls are answered while many photos are unpacked', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const large = await picture('#0c0', 2000, 2600)
  const entries = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`${i}.jpg`, large]))
  const working = preview(school.admin, entries)
  let done = false
  void working.then(() => {
    done = true
  })
  let answered = 0
  for (; !done; answered++) await client.call(emp.getpage)
  expect((await working).noneCnt).toBe(150)
  expect(answered).toBeGreaterThan(10)
})
