import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeStaleUploads } from '#server/files/chunks.ts'
import {
  makePerson,
  makeSchool,
  type Person,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { closeAfterFiles, fetchFile, own } from '../../../../test/support/uploads.ts'
import { chunkSize, upload } from '#contract/shell/upload.contract.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
})
afterAll(() => closeAfterFiles(server))

const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
/** Makes a film of two and a half chunks. */
const film = (size = chunkSize * 2.5) => Buffer.concat([head, randomBytes(size - head.length)])
const factsOf = (name: string, bytes: Buffer) => ({
  name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
const chunk = (upldNo: string, idx: number, bytes: Buffer) => ({
  upldNo,
  idx,
  file: new File([own(bytes.subarray(idx * chunkSize, (idx + 1) * chunkSize))], 'chunk'),
})
const begin = ({ client }: Person, name: string, bytes: Buffer) => client.call(upload.createchunk, factsOf(name, bytes))
const put = ({ client }: Person, upldNo: string, idx: number, bytes: Buffer) =>
  client.call(upload.uploadchunk, chunk(upldNo, idx, bytes))
const stored = () => readdirSync(join(server.services.files.root, school.entNo)).toSorted()

test('chunks come in any order, twice, and after a break; the last one makes the file', async () => {
  const bytes = film()
  const { upldNo, parts, have } = await begin(school.admin, '运动会.mp4', bytes)
  expect([parts, have]).toEqual([3, []])
  await put(school.admin, upldNo, 2, bytes)
  await put(school.admin, upldNo, 2, bytes)
  expect((await school.admin.client.call(upload.getunfinished, {}))[0]).toMatchObject({ upldNo, name: '运动会.mp4' })
  expect(await begin(school.admin, '运动会.mp4', bytes)).toMatchObject({ upldNo, have: [2], file: null })
  expect((await put(school.admin, upldNo, 0, bytes)).file).toBeNull()
  const { file } = await put(school.admin, upldNo, 1, bytes)
  expect(file).toMatchObject({ name: '運动会.mp4'.replace('運', '运'), type: 'mp4', size: bytes.length })
  const { body } = await fetchFile(server, file?.url ?? '')
  expect(body.equals(bytes)).toBe(true)
  expect(stored()).toEqual([file?.fileNo])
  expect(await school.admin.client.call(upload.getunfinished, {})).toEqual([])
})

test('all chunks at the same moment make one file', async () => {
  const bytes = film()
  const { upldNo } = await begin(school.admin, 'a.mp4', bytes)
  const answers = await Promise.all(
    [0, 1, 2, 1, 0].map((idx) => school.admin.client.answer(upload.uploadchunk, chunk(upldNo, idx, bytes))),
  )
  const made = answers.filter(({ result }) => (result as { file: unknown } | null)?.file)
  expect(made.length).toBe(1)
})

test('what somebody has sent before is there at once; nobody else gets a file for knowing its hash', async () => {
  const bytes = film(chunkSize + 100)
  const { upldNo } = await begin(school.admin, '原片.mp4', bytes)
  await put(school.admin, upldNo, 0, bytes)
  const { file } = await put(school.admin, upldNo, 1, bytes)
  const again = await begin(school.admin, '同一个.mp4', bytes)
  expect(again.file).toMatchObject({ name: '同一个.mp4', size: bytes.length })
  expect(again.file?.fileNo).not.toBe(file?.fileNo)
  await server.services.files.remove(school.entNo, file?.fileNo ?? '')
  expect((await fetchFile(server, again.file?.url ?? '')).body.equals(bytes)).toBe(true)
  for (const stranger of [await makePerson(school), (await makeSchool(server)).admin])
    expect((await begin(stranger, '原片.mp4', bytes)).file).toBeNull()
})

test('nobody goes on with, sees or drops the upload of another', async () => {
  const bytes = film(chunkSize + 7)
  const { upldNo } = await begin(school.admin, '别人的.mp4', bytes)
  const colleague = await makePerson(school)
  const { client } = colleague
  expect((await client.answer(upload.uploadchunk, chunk(upldNo, 0, bytes))).code).toBe(10002)
  expect((await client.answer(upload.dropchunk, { upldNo })).code).toBe(10002)
  expect(await client.call(upload.getunfinished, {})).toEqual([])
  expect((await begin(colleague, '别人的.mp4', bytes)).upldNo).not.toBe(upldNo)
  await put(school.admin, upldNo, 0, bytes)
  await school.admin.client.call(upload.dropchunk, { upldNo })
  expect(stored().filter((name) => name.startsWith(upldNo))).toEqual([])
})

test('a film that is none, whose bytes changed on the way, or whose chunks have another size is refused and leaves nothing', async () => {
  const page = Buffer.from(`<html>${'x'.repeat(chunkSize)}`)
  const { client } = school.admin
  const before = stored()
  const one = await begin(school.admin, '网页.mp4', page)
  await put(school.admin, one.upldNo, 0, page)
  expect((await client.answer(upload.uploadchunk, chunk(one.upldNo, 1, page))).message).toBe('文件已损坏或不是所标的类型')
  const bytes = film(chunkSize + 3)
  const other = await begin(school.admin, 'b.mp4', bytes)
  await put(school.admin, other.upldNo, 0, bytes)
  const wrong = { ...chunk(other.upldNo, 1, bytes), file: new File(['xyz'], 'chunk') }
  expect((await client.answer(upload.uploadchunk, wrong)).message).toBe('文件和上传前不一样，请重新上传')
  const third = await begin(school.admin, 'c.mp4', bytes)
  const long = { ...chunk(third.upldNo, 1, bytes), file: new File(['四个字'], 'chunk') }
  expect((await client.answer(upload.uploadchunk, long)).message).toBe('分片的序号或大小不对，请重新上传')
  await client.call(upload.dropchunk, { upldNo: third.upldNo })
  expect(stored()).toEqual(before)
  expect((await client.answer(upload.createchunk, factsOf('病毒.exe', bytes))).message).toBe('不支持 exe 类型的文件')
})

test('what nobody goes on with for a day goes, with its chunks', async () => {
  const bytes = film(chunkSize + 9)
  const [old, fresh] = [await begin(school.admin, '旧.mp4', bytes), await begin(school.admin, '新.mp4', bytes)]
  for (const { upldNo } of [old, fresh]) await put(school.admin, upldNo, 0, bytes)
  await server.owner.query("update upld set upd_tm = now() - interval '25 hours' where upld_no = $1", [old.upldNo])
  await removeStaleUploads(server.services)
  expect((await school.admin.client.call(upload.getunfinished, {})).map(({ name }) => name)).toEqual(['新.mp4'])
  expect(stored().filter((name) => name.startsWith(old.upldNo) || name.startsWith(fresh.upldNo))).toEqual([`${fresh.upldNo}.0`])
})
