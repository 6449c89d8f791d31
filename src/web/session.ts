import type { SessionUser } from '#features/user/user/user.contract.ts'
import type * as z from 'zod'

type User = z.output<typeof SessionUser>

// One entry per platform (specification, section 3; domain, 7.9); the browser tab works in one of them at a time.
const systems: Record<string, string> = {
  '010': 'enterprise',
  '020': 'edc',
  '030': 'school',
  '040': 'agent',
  '050': 'merchant',
  '060': 'ecb',
}
const windowMinutes = 120

type Kept = { token: string; tokenId: string; idntVal: string; idntNo: string; entNo: string }

const current = (): Kept | undefined => {
  const kept = sessionStorage.getItem(sessionStorage.getItem('system') ?? '')
  return kept ? (JSON.parse(kept) as Kept) : undefined
}

/** The token of this browser tab, if somebody is signed in here. */
export const readToken = () => current()?.token

export function keepSession(
  { token, tokenId }: { token: string; tokenId: string },
  user: Pick<User, 'idntVal' | 'idntNo' | 'entNo'>,
) {
  const system = systems[user.idntNo] ?? 'school'
  const { idntVal, idntNo, entNo } = user
  sessionStorage.setItem(system, JSON.stringify({ token, tokenId, idntVal, idntNo, entNo } satisfies Kept))
  sessionStorage.setItem('system', system)
  stampTime()
}

/** A new token for the session that goes on, after a change of password. */
export function replaceToken(tokens: { token: string; tokenId: string }) {
  const kept = current()
  if (kept) keepSession(tokens, kept)
}

/** Signing out leaves nothing behind in this browser tab. */
export const dropSession = () => sessionStorage.clear()

export const stampTime = () => sessionStorage.setItem('tokenTime', String(Date.now()))

/** Whether more than 120 minutes have passed since the token was last used (specification, section 4). */
export const hasLapsed = () => Date.now() - Number(sessionStorage.getItem('tokenTime') ?? Date.now()) > windowMinutes * 60_000
