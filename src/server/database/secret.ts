import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from '#server/base/lock.ts'
import { ExitError } from '#server/base/exit.ts'

/** Seals personal values at rest (AES-256-GCM, the key's number in front) and hashes them for equality (HMAC). */
export type Secret = {
  /** Holds the key itself, for a process that this server starts, and for nothing else. */
  key: string
  /** Tells this key from another without revealing it. */
  fingerprint: string
  /** Encrypts a value; the same value gives different texts each time. */
  seal(value: string): string
  open(sealed: string): string
  /** Hashes a value, the same each time; serves uniqueness and search by exact value. */
  hash(value: string): string
  /** Signs a text as only this installation can, in letters that a path may hold. */
  sign(text: string): string
  /** Derives a password for one purpose, so that no further secret needs storing. */
  derive(purpose: string): string
}

/** Reads the key from SECRET_KEY or `DATA_DIR/secret.key` (0600); makes one only where `mayCreate`. */
export function readSecret(dataDir: string, given: string | undefined, mayCreate: () => boolean): Secret {
  if (given !== undefined) {
    if (given.length < 32) throw new ExitError('secretKey', 'SECRET_KEY 太短，至少需要 32 个字符。')
    return makeSecret(given)
  }
  const path = join(dataDir, 'secret.key')
  const kept = readKey(path)
  if (kept) return makeSecret(kept)
  if (!mayCreate())
    throw new ExitError(
      'secretKey',
      `找不到密钥 ${path}。数据库里已有加密的数据，没有原来的密钥无法读取；请放回 secret.key 或设置 SECRET_KEY。`,
    )
  const key = randomBytes(32).toString('base64url')
  if (createFile(path, key, 0o600)) return makeSecret(key)
  // Reads the key that another process of the same installation made first.
  return makeSecret(readKey(path) ?? '')
}

function readKey(path: string): string | undefined {
  let key: string
  try {
    key = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new ExitError('secretKey', `密钥文件 ${path} 无法读取（${code}）。请检查它的权限。`)
  }
  if (key.length >= 32) return key
  throw new ExitError('secretKey', `密钥文件 ${path} 内容不完整。请放回原来的 secret.key。`)
}

/** Tells whether a stored value is encrypted. */
export const isSealed = (kept: string) => /^1:[A-Za-z0-9+/=]{38,}$/.test(kept)

export function makeSecret(key: string): Secret {
  const part = (purpose: string) => Buffer.from(hkdfSync('sha256', key, 'campus-office', purpose, 32))
  // Makes a key object: opening 50,000 numbers with the bare bytes takes four times as long.
  const sealing = createSecretKey(part('seal'))
  const hashing = part('hash')
  const signing = part('sign')
  const fingerprint = createHash('sha256').update(part('fingerprint')).digest('hex').slice(0, 16)
  return {
    key,
    fingerprint,
    seal(value) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const body = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `1:${body.toString('base64')}`
    },
    open(sealed) {
      const body = Buffer.from(sealed.slice(2), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealing, body.subarray(0, 12))
      decipher.setAuthTag(body.subarray(-16))
      return decipher.update(body.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
    hash: (value) => createHmac('sha256', hashing).update(value).digest('base64'),
    sign: (text) => createHmac('sha256', signing).update(text).digest('base64url'),
    derive: (purpose) => part(`password ${purpose}`).toString('base64url'),
  }
}
