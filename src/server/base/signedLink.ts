import { timingSafeEqual } from 'node:crypto'

/** Signs texts as only this installation can. */
type Signer = { sign(text: string): string }

/** Returns the key of a link that tells some numbers, good for one purpose until `until` (milliseconds). */
export function signLink(secret: Signer, purpose: string, numbers: readonly string[], until: number): string {
  const told = [...numbers, Math.floor(until / 1000).toString(36)].join('.')
  return `${told}.${secret.sign(`${purpose} ${told}`)}`
}

/** Returns the numbers that such a key tells; undefined where it is forged, for another purpose, or has expired. */
export function openLink(secret: Signer, purpose: string, key: string, now = Date.now()): string[] | undefined {
  const told = key.split('.')
  const given = Buffer.from(told.pop() ?? '')
  const right = Buffer.from(secret.sign(`${purpose} ${told.join('.')}`))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const until = told.pop() ?? ''
  return now < Number.parseInt(until, 36) * 1000 ? told : undefined
}
