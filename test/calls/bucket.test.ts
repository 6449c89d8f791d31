import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { chunkSize, upload } from '#contract/shell/upload.contract.ts'
import { fileLink } from '#server/files/links.ts'
import { openFiles } from '#server/store/files.ts'
import { command, makeFolder, emptyDatabase } from '../support/backups.ts'
import { fileCookies, makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'
import { startS3 } from '../support/s3Server.ts'
import { sendList } from '../support/studentLists.ts'
import { closeAfterFiles, fetchFile, noise, own, send } from '../support/uploads.ts'
import { testKey } from '../support/world.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let server: TestServer
let school: School
const folder = makeFolder()
beforeAll(async () => {
  s3 = await startS3()
  server = await startServer({ bucket: s3 })
  school = await makeSchool(server)
})
afterAll(async () => {
  await closeAfterFiles(server)
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = { S3_ENDPOINT: '', S3_BUCKET: 'campus', S3_KEY_ID: 'S3RVER', S3_SECRET: 'S3RVER', SECRET_KEY: testKey }

test('with a bucket pictures come in their sizes, films in parts, and lists are imported', async () => {
  const picture = await send(school, '校门.png', own(await noise(900, 600).png().toBuffer()))
  for (const size of [undefined, 'm', 's'] as const) {
    const link = fileLink(server.services.secret, school.entNo, picture.fileNo, size && { size })
    expect((await fetchFile(server, link)).headers.get('content-type')).toBe(size ? 'image/webp' : 'image/png')
  }
  const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  const film = Buffer.concat([head, randomBytes(chunkSize + 99)])
  const sha256 = createHash('sha256').update(film).digest('hex')
  const { client } = school.admin
  const { upldNo } = await client.call(upload.createchunk, { name: '运动会.mp4', size: film.length, sha256 })
  const put = (idx: number) =>
    client.call(upload.uploadchunk, {
      upldNo,
      idx,
      file: new File([own(film.subarray(idx * chunkSize, (idx + 1) * chunkSize))], 'c'),
    })
  await put(1)
  const { file } = await put(0)
  const part = await fetch(server.url + file?.url, {
    headers: { range: 'bytes=4-11', cookie: fileCookies.get(server.url) ?? '' },
  })
  expect([part.status, await part.text()]).toEqual([206, 'ftypmp42'])
  const again = await client.call(upload.createchunk, { name: '同一部.mp4', size: film.length, sha256 })
  expect((await fetchFile(server, again.file?.url ?? '')).body.equals(film)).toBe(true)
  const list = await sendList(school, [
    ['姓名', '手机'],
    ['陈晓雯', '13900000077'],
  ])
  expect(await client.call(emp.importemp, { fileNo: list.fileNo })).toMatchObject({ total: 1 })
})

test('a backup takes the files out of the bucket, and a restore brings them into another', async () => {
  const { fileNo } = await send(school, '通知.txt', '明天停课')
  const path = join(folder, 'bucket.backup')
  const env = { ...settings, S3_ENDPOINT: s3.endpoint }
  await command('backup', path, { ...env, DATA_DIR: join(folder, 'from'), DATABASE_URL: server.databaseUrl })
  const target = await startS3()
  const to = { ...env, S3_ENDPOINT: target.endpoint, DATA_DIR: join(folder, 'to'), DATABASE_URL: await emptyDatabase() }
  await command('restore', path, to)
  const opened = await openFiles(join(folder, 'to'), target).open(school.entNo, fileNo)
  expect(await new Response(opened?.content as never).text()).toBe('明天停课')
  await target.close()
})
