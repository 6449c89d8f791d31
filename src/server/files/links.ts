import { timingSafeEqual } from 'node:crypto'
import type { PictureSize } from '#server/store/pictureSizes.ts'
import type { Secret } from '#server/database/secret.ts'

export type LinkedFile = { entNo: string; fileNo: string; size?: PictureSize }

const period = 600_000

/**
 * Returns a signed path to a file, or to a small size of a picture, good for 10 to 20 minutes; the same one for a while, so that
 * browsers may cache it.
 */
export function fileLink(
  secret: Secret,
  entNo: string,
  fileNo: string,
  { size, now = Date.now() }: { size?: PictureSize; now?: number } = {},
): string {
  const until = Math.floor(now / period) + 2
  const told = [until.toString(36), entNo, fileNo, ...(size ? [size] : [])].join('.')
  return `/files/${told}.${signed(secret, told)}`
}

/** Returns what a link leads to; undefined where it was changed or has expired. */
export function openFileLink(secret: Secret, token: string, now = Date.now()): LinkedFile | undefined {
  const at = token.lastIndexOf('.')
  const told = token.slice(0, Math.max(at, 0))
  const [until = '', entNo, fileNo, size] = told.split('.')
  if (!entNo || !fileNo) return undefined
  const given = Buffer.from(token.slice(at + 1))
  const right = Buffer.from(signed(secret, told))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  if (now >= Number.parseInt(until, 36) * period) return undefined
  // Trusts the content, since only this server can have signed it.
  return { entNo, fileNo, ...(size && { size: size as PictureSize }) }
}

const signed = (secret: Secret, told: string) => secret.sign(`file ${told}`)
