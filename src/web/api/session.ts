import type { SessionUser } from '#contract/sessionUser.ts'
import type * as z from 'zod'
import { clearCurrentSchool } from './currentSchool.ts'

type User = z.output<typeof SessionUser>

// Maps each platform to its entry (docs/spec/sign-in.md#session, docs/spec/product.md#identities); the browser tab works in one
// of them at a time.
const systems: Record<string, string> = {
  '010': 'enterprise',
  '020': 'edc',
  '030': 'school',
  '040': 'agent',
  '050': 'merchant',
  '060': 'ecb',
}

type Kept = { token: string; tokenId: string; idntVal: string; idntNo: string; entNo: string }

const current = (): Kept | undefined => {
  const kept = sessionStorage.getItem(sessionStorage.getItem('system') ?? '')
  return kept ? (JSON.parse(kept) as Kept) : undefined
}

type Tokens = { token: string; tokenId: string }
type Owner = Pick<User, 'idntVal' | 'idntNo' | 'entNo'>

// Holds a session that only serves to change a password: never stored, so a reload forgets it.
let interim: (Tokens & { user: Owner }) | undefined

/** Works in a session without storing it, until the password is changed; undefined ends that. */
export function holdInterim(result: (Tokens & { user: Owner }) | undefined) {
  interim = result
}

/** Returns the token of this browser tab; undefined where nobody is signed in here. */
export const readToken = () => interim?.token ?? current()?.token

export function keepSession({ token, tokenId }: Tokens, user: Owner) {
  interim = undefined
  // Clears the current school, which belonged to the other session.
  clearCurrentSchool()
  const system = systems[user.idntNo] ?? 'school'
  const { idntVal, idntNo, entNo } = user
  sessionStorage.setItem(system, JSON.stringify({ token, tokenId, idntVal, idntNo, entNo } satisfies Kept))
  sessionStorage.setItem('system', system)
  stampTime()
}

/** Stores the CAS service of the session, and the address that ends it. */
export function keepCas(casUrl: string) {
  sessionStorage.setItem('casKey', `${location.origin}/login/cas`)
  sessionStorage.setItem('casParams', casUrl)
}

export const readCasUrl = () => sessionStorage.getItem('casParams')

/** Switches to another identity of the same person and clears all of the former one from this browser tab. */
export function changeIdentity(tokens: Tokens, owner: Owner) {
  const casUrl = readCasUrl()
  sessionStorage.clear()
  keepSession(tokens, owner)
  if (casUrl) keepCas(casUrl)
}

/** Replaces the token of a session that goes on after a change of password. */
export function replaceToken(tokens: Tokens) {
  const kept = interim?.user ?? current()
  if (kept) keepSession(tokens, kept)
}

/** Clears all of a session from this browser tab. */
export function dropSession() {
  interim = undefined
  sessionStorage.clear()
}

// Uses the rule of the specification until the settings are read.
const windowKey = 'tokenWindow'
const windowMinutes = () => Number(sessionStorage.getItem(windowKey) ?? 120)

/** Stores for how many minutes without a call the session lasts (setting TKN_WIN). */
export const keepWindow = (minutes: string | undefined) => sessionStorage.setItem(windowKey, minutes ?? '120')

export const stampTime = () => sessionStorage.setItem('tokenTime', String(Date.now()))

/** Tells whether more minutes have passed since the token was last used than it lasts (docs/spec/sign-in.md#session). */
export const hasLapsed = () => Date.now() - Number(sessionStorage.getItem('tokenTime') ?? Date.now()) > windowMinutes() * 60_000
