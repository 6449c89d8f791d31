import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'

const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 }
const common = new Set(dictionary['passwords-common']?.slice(0, 3000).map(String))
// Hashes only a few passwords side by side, since each takes 19 MB and 10 ms of a core.
const inTurn = limitConcurrency(8, 200)

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

const dummy = hashPassword('no account has this')

/** Stands in place of the hash of an account that has no password, which nothing fits. */
export const noPassword = ''

/** Tells whether the password is right; takes as long for an account that does not exist or has none. */
export async function verifyPassword(kept: string | undefined, password: string): Promise<boolean> {
  const against = kept || (await dummy)
  const right = await inTurn(() => verify(against, password))
  return right && !!kept
}

export const isCommonPassword = (password: string) => common.has(password.toLowerCase())

// Leaves out letters that look alike, for a password is read out and typed.
const letters = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'

/** Returns an initial password: ten characters of two classes, in groups that can be read out. */
export function randomPassword(): string {
  const pick = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
  return `${pick(letters, 4)}-${pick(letters, 2)}${pick(digits, 4)}`
}
