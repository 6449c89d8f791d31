import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { readEnv } from '#server/process/env.ts'
import { decryptBackup, openSink } from '#server/backup/encryption.ts'
import type { BackupJob, Lock } from '#server/backup/job.ts'

const folder = mkdtempSync(join(tmpdir(), 'campus-age-'))
const bytes = randomBytes(3 * 2 ** 20 + 7)

/** Makes a pair of keys: the public one, and the file of the other. */
async function keys(name: string) {
  const secret = await generateX25519Identity()
  const identity = join(folder, `${name}.key`)
  writeFileSync(identity, `# made for a test\n${secret}\n`, { mode: 0o600 })
  return { recipient: await identityToRecipient(secret), identity }
}

async function encrypted(name: string, lock: Lock): Promise<string> {
  const path = join(folder, name)
  const handle = await open(path, 'wx')
  const sink = await openSink(handle, lock)
  for (let at = 0; at < bytes.length; at += 100_000) await sink.appendFile(bytes.subarray(at, at + 100_000))
  await sink.sync()
  await handle.close()
  return path
}

/** Decrypts a file, and returns its bytes and how the work is ended. */
async function decrypted(path: string, lock: Lock) {
  const closers: (() => unknown)[] = []
  const job: BackupJob = {
    settings: readEnv({}),
    lock,
    say: () => {},
    warn: () => {},
    onEnd: (close) => void closers.push(close),
  }
  const plain = await decryptBackup(path, lock, job)
  const content = readFileSync(plain)
  for (const close of closers) await close()
  return { plain, content }
}

test('a backup to a public key is opened by the other half alone, and nothing plain stays beside it', async () => {
  const [own, other] = [await keys('own'), await keys('other')]
  const path = await encrypted('a.backup', own)
  expect(readFileSync(path).includes(bytes.subarray(0, 64))).toBe(false)
  const { plain, content } = await decrypted(path, own)
  expect(content.equals(bytes)).toBe(true)
  expect(existsSync(plain)).toBe(false)
  await expect(decrypted(path, other)).rejects.toThrow(/打不开：密钥打不开它，或者备份已损坏/)
  await expect(decrypted(path, {})).rejects.toThrow(/这份备份是加密的。请写明私钥文件/)
  await expect(encrypted('b.backup', { recipient: 'age1wrong' })).rejects.toThrow(/不是 age 公钥/)
})

test('a damaged encrypted backup is refused', async () => {
  const own = await keys('third')
  const path = await encrypted('c.backup', own)
  const changed = readFileSync(path)
  changed[changed.length - 1000] = (changed[changed.length - 1000] ?? 0) ^ 1
  writeFileSync(path, changed)
  await expect(decrypted(path, own)).rejects.toThrow(/打不开/)
})

const hasAge = spawnSync('age', ['--version'], { stdio: 'ignore' }).status === 0

test.skipIf(!hasAge)('the tool age itself opens such a backup', async () => {
  const own = await keys('fourth')
  const path = await encrypted('d.backup', own)
  const { stdout } = spawnSync('age', ['--decrypt', '-i', own.identity, path], { maxBuffer: 2 ** 24 })
  expect(stdout.equals(bytes)).toBe(true)
})
