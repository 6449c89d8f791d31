import { timingSafeEqual } from 'node:crypto'
import { Fault } from '#server/base/fault.ts'
import type { Secret } from '#server/database/secret.ts'

/** Describes the session of a meeting that a code is for; `since`: when it was made, in milliseconds. */
export type Code = { entNo: string; mtgNo: string; rdx: number; since: number }
type Place = Pick<Code, 'entNo' | 'mtgNo' | 'rdx'>

/** Sets how often the code on the screen changes, in milliseconds. */
const codePeriod = 15_000
// Limits the time to enter a name or password after a scan in time, in milliseconds.
const filling = 300_000

/** Returns the code that is on the screen now, and for how many seconds. */
export function codeOf(secret: Secret, place: Place, now = Date.now()) {
  return {
    token: tokenOf(secret, 'c', place, Math.floor(now / codePeriod) * codePeriod),
    leftSeconds: (codePeriod - (now % codePeriod)) / 1000,
  }
}

/** Returns the token that replaces a code scanned in time, while its form is filled in. */
export const formToken = (secret: Secret, code: Code) => tokenOf(secret, 'f', code, code.since)

/** Returns what a code is for. Throws notFound for one that is forged, or no longer on the screen. */
export function openCode(secret: Secret, token: string, now = Date.now()): Code {
  const [kind = '', since = '', entNo = '', mtgNo = '', rdx = '', signature = '', ...more] = token.split('.')
  const given = Buffer.from(signature)
  const right = Buffer.from(signed(secret, [kind, since, entNo, mtgNo, rdx].join('.')))
  const isReal = more.length === 0 && given.length === right.length && timingSafeEqual(given, right)
  const at = Number.parseInt(since, 36)
  if (!isReal || now >= at + (kind === 'c' ? 2 * codePeriod : filling)) throw new Fault('notFound', '请扫描屏幕上最新的二维码')
  return { entNo, mtgNo, rdx: Number(rdx), since: at }
}

// Sets how often the short code changes, in milliseconds: it is typed by hand, and good for as long again.
const shortPeriod = 60_000

/** Returns the six digits that stand beside the code on the screen now. */
export const shortCodeOf = (secret: Secret, place: Place, now = Date.now()) =>
  digitsOf(secret, place, Math.floor(now / shortPeriod) * shortPeriod)

/** Returns what six digits are for where they are those of this session, now or a minute ago; undefined otherwise. */
export function openShortCode(secret: Secret, place: Place, digits: string, now = Date.now()): Code | undefined {
  const latest = Math.floor(now / shortPeriod) * shortPeriod
  const since = [latest, latest - shortPeriod].find((at) => digitsOf(secret, place, at) === digits)
  return since === undefined ? undefined : { ...place, since }
}

function digitsOf(secret: Secret, { entNo, mtgNo, rdx }: Place, since: number): string {
  const hash = signed(secret, ['d', since.toString(36), entNo, mtgNo, rdx].join('.'))
  return String(Buffer.from(hash, 'base64url').readUInt32BE() % 1_000_000).padStart(6, '0')
}

function tokenOf(secret: Secret, kind: 'c' | 'f', { entNo, mtgNo, rdx }: Place, since: number) {
  const told = [kind, since.toString(36), entNo, mtgNo, rdx].join('.')
  return `${told}.${signed(secret, told)}`
}

const signed = (secret: Secret, told: string) => secret.sign(`sign-in ${told}`)
