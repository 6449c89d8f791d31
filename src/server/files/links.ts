import { timingSafeEqual } from 'node:crypto'
import type { PictureSize } from '#server/store/pictureSizes.ts'
import type { Secret } from '#server/database/secret.ts'

type LinkedFile = { entNo: string; fileNo: string; size?: PictureSize; isPublic: boolean }

// Changes links only so often, so that browsers may cache what is behind them.
const period = 600_000
// Marks links that anybody may open.
const publicMark = 'p-'

type Options = { size?: PictureSize; isPublic?: boolean; now?: number }

/**
 * Returns a signed path to a file, or to a small size of a picture, good for 10 to 20 minutes in a browser in which somebody is
 * signed in; `isPublic` opens it to everybody, for pages of people without an account.
 */
export function fileLink(
  secret: Secret,
  entNo: string,
  fileNo: string,
  { size, isPublic = false, now = Date.now() }: Options = {},
): string {
  const until = (Math.floor(now / period) + 2).toString(36)
  const told = [isPublic ? publicMark + until : until, entNo, fileNo, ...(size ? [size] : [])].join('.')
  return `/files/${told}.${signed(secret, told)}`
}

/** Returns what a link leads to, and for whom; undefined where it was changed or has expired. */
export function openFileLink(secret: Secret, token: string, now = Date.now()): LinkedFile | undefined {
  const at = token.lastIndexOf('.')
  const told = token.slice(0, Math.max(at, 0))
  const [until = '', entNo, fileNo, size] = told.split('.')
  const isPublic = until.startsWith(publicMark)
  if (!entNo || !fileNo) return undefined
  const given = Buffer.from(token.slice(at + 1))
  const right = Buffer.from(signed(secret, told))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  if (now >= Number.parseInt(isPublic ? until.slice(publicMark.length) : until, 36) * period) return undefined
  // Trusts the content, since only this server can have signed it.
  return { entNo, fileNo, isPublic, ...(size && { size: size as PictureSize }) }
}

const signed = (secret: Secret, told: string) => secret.sign(`file ${told}`)
