import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '#server/database/secret.ts'
import { newToken } from '#server/base/tokens.ts'

/** Makes a key that names its enterprise, so that it needs no session: of a code at the gate, of a visitor's own page. */
export const newKey = (entNo: string) => `${entNo}.${newToken()}`

/** Returns the enterprise that a key names; empty where it is no key. */
export const enterpriseIn = (key: string) => /^([A-Za-z0-9_-]{1,20})\.[A-Za-z0-9_.-]{43,200}$/.exec(key)?.[1] ?? ''

type Asked = { entNo: string; vstNo: string; empNo: string }

/** Returns a link with which one person answers one visit, good until `until` (milliseconds). */
export function hostKey(secret: Secret, { entNo, vstNo, empNo }: Asked, until: number): string {
  const told = [entNo, vstNo, empNo, Math.floor(until / 1000).toString(36)].join('.')
  return `${told}.${secret.sign(`visit ${told}`)}`
}

/** Returns what such a link asks; undefined where it is forged or has expired. */
export function openHostKey(secret: Secret, key: string, now = Date.now()): Asked | undefined {
  const [entNo = '', vstNo = '', empNo = '', until = '', signature = '', ...more] = key.split('.')
  const right = Buffer.from(secret.sign(`visit ${[entNo, vstNo, empNo, until].join('.')}`))
  const given = Buffer.from(signature)
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return now < Number.parseInt(until, 36) * 1000 ? { entNo, vstNo, empNo } : undefined
}

/** Returns the reference to an employee on the page of a visitor, who is shown no numbers. */
export const hostReference = (secret: Secret, entNo: string, empNo: string) => secret.sign(`host ${entNo} ${empNo}`).slice(0, 20)
