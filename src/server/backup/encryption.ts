import { type FileHandle, open } from 'node:fs/promises'
import { createReadStream, readFileSync, rmSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import { Decrypter, Encrypter } from 'age-encryption'
import { ExitError } from '#server/base/exit.ts'
import type { BackupJob, Lock } from './job.ts'

/** Takes the bytes of a backup in order; `sync` ends it, with all of it on the disk. */
type BackupSink = { appendFile(bytes: Buffer): Promise<void>; sync(): Promise<void> }

const begins = 'age-encryption.org/v1'
const leastPassphrase = 12

/** Returns what a backup is written into: the file itself, or encryption before it. Throws an ExitError for a wrong key. */
export async function openSink(handle: FileHandle, { recipient, passphrase }: Lock): Promise<BackupSink> {
  if (!recipient && !passphrase) return handle
  const encrypter = new Encrypter()
  if (passphrase) encrypter.setPassphrase(await typeTwice())
  else
    try {
      encrypter.addRecipient(recipient as string)
    } catch {
      throw new ExitError('setting', `${recipient} 不是 age 公钥，应以 age1 开头。请用 age-keygen 生成一对密钥，把公钥写在这里。`)
    }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const written = (async () => {
    for await (const piece of await encrypter.encrypt(readable)) await handle.appendFile(piece)
  })()
  // Passes a failure of the disk on to whoever writes next.
  written.catch((error: unknown) => writer.abort(error).catch(() => {}))
  return {
    appendFile: (bytes) => writer.write(bytes),
    async sync() {
      await writer.close()
      await written
      await handle.sync()
    },
  }
}

/** Tells whether a file is an encrypted backup, and whether by a passphrase. */
async function kindOf(path: string): Promise<'plain' | 'key' | 'passphrase'> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    const start = buffer.subarray(0, bytesRead).toString('latin1')
    if (!start.startsWith(begins)) return 'plain'
    return start.includes('-> scrypt ') ? 'passphrase' : 'key'
  } finally {
    await handle.close()
  }
}

/**
 * Returns the path of a backup that can be read: itself, or what was decrypted beside it, which is removed at the end. Throws an
 * ExitError where the key or the passphrase does not open it.
 */
export async function decryptBackup(path: string, { identity }: Lock, job: BackupJob): Promise<string> {
  const kind = await kindOf(path)
  if (kind === 'plain') return path
  const decrypter = new Decrypter()
  if (kind === 'passphrase') decrypter.addPassphrase(await typeSecret('备份的口令：'))
  else for (const key of identitiesIn(identity)) decrypter.addIdentity(key)
  const plain = `${path}.plain`
  const handle = await open(plain, 'w', 0o600)
  job.onEnd(async () => {
    await handle.close().catch(() => {})
    rmSync(plain, { force: true })
  })
  job.say('正在解密……')
  try {
    const encrypted = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    for await (const piece of await decrypter.decrypt(encrypted)) await handle.appendFile(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error
    const told = kind === 'passphrase' ? '口令不对' : '密钥打不开它'
    throw new ExitError('backupFile', `${path} 打不开：${told}，或者备份已损坏。没有改动任何数据。`)
  }
  return plain
}

function identitiesIn(file: string | undefined): string[] {
  if (!file)
    throw new ExitError(
      'setting',
      '这份备份是加密的。请写明私钥文件，例如：npm run verify ./campus.backup -- --identity ./key.txt',
    )
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ExitError('setting', `无法读取私钥文件 ${file}（${(error as NodeJS.ErrnoException).code}）。`)
  }
  const keys = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (keys.length === 0) throw new ExitError('setting', `${file} 里没有 age 私钥，私钥以 AGE-SECRET-KEY- 开头。`)
  return keys
}

async function typeTwice(): Promise<string> {
  const first = await typeSecret(`请输入备份的口令（至少 ${leastPassphrase} 个字符，忘了就打不开）：`)
  if (first.length < leastPassphrase) throw new ExitError('setting', `口令至少 ${leastPassphrase} 个字符。`)
  if ((await typeSecret('请再输入一次：')) !== first) throw new ExitError('setting', '两次输入的口令不一样，没有备份。')
  return first
}

let lines: AsyncIterator<string> | undefined

/** Reads a line that is not shown while it is typed. */
async function typeSecret(question: string): Promise<string> {
  process.stderr.write(question)
  // Shows nothing of what is typed: the line is echoed to nowhere.
  const output = new Writable({ write: (_piece, _encoding, done) => done() })
  const terminal = Boolean(process.stdin.isTTY)
  lines ??= createInterface({ input: process.stdin, output, terminal })[Symbol.asyncIterator]()
  const { value, done } = await lines.next()
  process.stderr.write('\n')
  if (done || !value) throw new ExitError('setting', '没有输入口令。')
  return value
}
