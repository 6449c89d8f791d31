import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { open as openFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunkSize, upload } from '#contract/shell/upload.contract.ts'
import { fileCookies } from '../support/harness.ts'
import { filledFolder, signIn } from './scenes.ts'
import { copyFolder, healthy, makeFolder, open, run } from './startup.ts'

const filled = filledFolder()

// Runs as a longer proof, of a gigabyte: UPLOAD_MB=1024 vitest run test/start/uploads.test.ts
const megabytes = Number(process.env.UPLOAD_MB ?? 40)

/** Writes a film of so many megabytes, each block of it another one, to the disk. */
async function makeFilm(): Promise<string> {
  const path = join(makeFolder(), 'film.mp4')
  const file = await openFile(path, 'w')
  const block = Buffer.alloc(2 ** 20)
  for (let at = 0; at < megabytes; at++) {
    block.fill(createHash('sha256').update(String(at)).digest())
    await file.write(block)
  }
  await file.write(Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), 0, 24, 0)
  await file.close()
  return path
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256')
  for await (const part of content) digest.update(part)
  return digest.digest('hex')
}

test('after a kill -9 in the middle of a large file every chunk that was acknowledged is there, and the rest completes it', {
  timeout: 60_000 + megabytes * 2000,
}, async () => {
  const dataDir = copyFolder(filled)
  const path = await makeFilm()
  const film = await openAsBlob(path)
  const facts = { name: '运动会.mp4', size: film.size, sha256: await hashOf(createReadStream(path)) }
  let server = await open({ dataDir })
  let client = await signIn(server)
  const put = (upldNo: string, idx: number) => {
    const file = new File([film.slice(idx * chunkSize, (idx + 1) * chunkSize)], 'chunk')
    return client.call(upload.uploadchunk, { upldNo, idx, file })
  }
  const { upldNo, parts } = await client.call(upload.createchunk, facts)
  const acknowledged: number[] = []
  const sendAll = async () => {
    for (let idx = 0; idx < parts; idx++) {
      await put(upldNo, idx)
      acknowledged.push(idx)
    }
  }
  // Ends the server before all are there.
  const sending = sendAll().catch(() => {})
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(parts / 2)
  server.child.kill('SIGKILL')
  await server.ended
  await sending

  server = await run({ dataDir })
  await healthy(server)
  client = await signIn(server)
  const begun = await client.call(upload.createchunk, facts)
  expect(begun.upldNo).toBe(upldNo)
  expect(acknowledged.filter((idx) => !begun.have.includes(idx))).toEqual([])
  let made = begun.file
  for (let idx = 0; idx < parts; idx++) if (!begun.have.includes(idx)) made = (await put(upldNo, idx)).file ?? made
  const response = await fetch(server.url + made?.url, { headers: { cookie: fileCookies.get(server.url) ?? '' } })
  expect(response.status).toBe(200)
  expect(await hashOf(response.body as never)).toBe(facts.sha256)
  const names = await readdir(join(dataDir, 'files'), { recursive: true })
  expect(names.filter((name) => name.includes(upldNo))).toEqual([])
})
