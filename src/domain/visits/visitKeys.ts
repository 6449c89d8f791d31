import { openLink, signLink } from '#server/base/signedLink.ts'
import type { Secret } from '#server/database/secret.ts'
import { newToken } from '#server/base/tokens.ts'

/** Makes a key that names its enterprise, so that it needs no session: of a code at the gate, of a visitor's own page. */
export const newKey = (entNo: string) => `${entNo}.${newToken()}`

/** Returns the enterprise that a key names; empty where it is no key. */
export const enterpriseIn = (key: string) => /^([A-Za-z0-9_-]{1,20})\.[A-Za-z0-9_.-]{43,200}$/.exec(key)?.[1] ?? ''

type Asked = { entNo: string; vstNo: string; empNo: string }

/** Returns a link with which one person answers one visit, good until `until` (milliseconds). */
export const hostKey = (secret: Secret, { entNo, vstNo, empNo }: Asked, until: number): string =>
  signLink(secret, 'visit', [entNo, vstNo, empNo], until)

/** Returns what such a link asks; undefined where it is forged or has expired. */
export function openHostKey(secret: Secret, key: string, now = Date.now()): Asked | undefined {
  const [entNo, vstNo, empNo] = openLink(secret, 'visit', key, now) ?? []
  return entNo && vstNo && empNo ? { entNo, vstNo, empNo } : undefined
}

/** Returns the reference to an employee on the page of a visitor, who is shown no numbers. */
export const hostReference = (secret: Secret, entNo: string, empNo: string) => secret.sign(`host ${entNo} ${empNo}`).slice(0, 20)
