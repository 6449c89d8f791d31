import { timingSafeEqual } from 'node:crypto'
import type { Secret } from './secret.ts'

export type Linked = { entNo: string; fileNo: string }

const period = 600_000

/** A signed path to a file, good for 10 to 20 minutes; the same one for a while, so that browsers may keep what they have. */
export function fileLink(secret: Secret, entNo: string, fileNo: string, now = Date.now()): string {
  const until = Math.floor(now / period) + 2
  const told = [until.toString(36), entNo, fileNo].join('.')
  return `/files/${told}.${signed(secret, told)}`
}

/** What a link leads to; undefined where it was tampered with or its time is over. */
export function openFileLink(secret: Secret, token: string, now = Date.now()): Linked | undefined {
  const [until = '', entNo, fileNo, signature = '', ...more] = token.split('.')
  if (!entNo || !fileNo || more.length > 0) return undefined
  const given = Buffer.from(signature)
  const right = Buffer.from(signed(secret, [until, entNo, fileNo].join('.')))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return now < Number.parseInt(until, 36) * period ? { entNo, fileNo } : undefined
}

const signed = (secret: Secret, told: string) => secret.sign(`file ${told}`)
