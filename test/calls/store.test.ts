import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localStore } from '#server/store/local.ts'
import { s3Store } from '#server/store/s3.ts'
import type { ByteRange, Store } from '#server/store/store.ts'
import { startS3 } from '../support/s3Server.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
let stores: Record<string, Store>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'campus-store-'))
  s3 = await startS3()
  stores = { 'a folder': localStore(join(folder, 'files')), 'a bucket': s3Store(s3) }
})
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

for (const name of ['a folder', 'a bucket'])
  test(`what is put into ${name} is read whole or in part, has a second name, and goes with its last one`, async () => {
    const store = stores[name] as Store
    const bytes = randomBytes(3 * 2 ** 20 + 11)
    const path = join(folder, 'arrived')
    writeFileSync(path, bytes)
    await store.put('0300000001/F1', path)
    expect(existsSync(path)).toBe(false)
    const read = async (key: string, range?: ByteRange) => {
      const opened = await store.open(key, range)
      return opened && { size: opened.size, content: await buffer(opened.content) }
    }
    expect(await read('0300000001/F1')).toEqual({ size: bytes.length, content: bytes })
    expect(await read('0300000001/F1', { start: 5, end: 9 })).toEqual({ size: 5, content: bytes.subarray(5, 10) })
    await store.copy('0300000001/F1', '0300000001/F2')
    await store.remove('0300000001/F1')
    expect(await read('0300000001/F1')).toBeUndefined()
    expect(await read('0300000001/F2')).toEqual({ size: bytes.length, content: bytes })
    await store.remove('0300000001/F2')
    await store.remove('0300000001/F2')
    expect(await read('0300000001/F2')).toBeUndefined()
  })

test('a bucket that is not there, or a wrong key, is told and loses nothing that was to be put there', async () => {
  const path = join(folder, 'stays')
  writeFileSync(path, 'x')
  await expect(s3Store({ ...s3, bucket: 'nowhere' }).put('a/b', path)).rejects.toThrow(/404/)
  await expect(s3Store({ ...s3, keyId: 'stranger' }).put('a/b', path)).rejects.toThrow(/403/)
  expect(existsSync(path)).toBe(true)
})
