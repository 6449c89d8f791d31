import type { SessionUser } from '#contract/sessionUser.ts'
import type * as z from 'zod'
import { clearCurrentSchool } from './currentSchool.ts'

type User = z.output<typeof SessionUser>

// One entry per platform (docs/spec/sign-in.md#session, docs/spec/product.md#identities); the browser tab works in one of them at
// a time.
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

// A session that only serves to change a password: never stored, so a reload forgets it.
let interim: (Tokens & { user: Owner }) | undefined

/** Works in a session without keeping it, until the password is changed; undefined lets go of it. */
export function holdInterim(result: (Tokens & { user: Owner }) | undefined) {
  interim = result
}

/** The token of this browser tab, if somebody is signed in here. */
export const readToken = () => interim?.token ?? current()?.token

export function keepSession({ token, tokenId }: Tokens, user: Owner) {
  interim = undefined
  // Which school is looked at was the other session's matter.
  clearCurrentSchool()
  const system = systems[user.idntNo] ?? 'school'
  const { idntVal, idntNo, entNo } = user
  sessionStorage.setItem(system, JSON.stringify({ token, tokenId, idntVal, idntNo, entNo } satisfies Kept))
  sessionStorage.setItem('system', system)
  stampTime()
}

/** What is kept of the CAS server that the session came from: the service it was for, and where it is ended. */
export function keepCas(casUrl: string) {
  sessionStorage.setItem('casKey', `${location.origin}/login/cas`)
  sessionStorage.setItem('casParams', casUrl)
}

export const readCasUrl = () => sessionStorage.getItem('casParams')

/** Another identity of the same person: of the former one nothing stays in this browser tab. */
export function changeIdentity(tokens: Tokens, owner: Owner) {
  const casUrl = readCasUrl()
  sessionStorage.clear()
  keepSession(tokens, owner)
  if (casUrl) keepCas(casUrl)
}

/** A new token for the session that goes on, after a change of password. */
export function replaceToken(tokens: Tokens) {
  const kept = interim?.user ?? current()
  if (kept) keepSession(tokens, kept)
}

/** Signing out leaves nothing behind in this browser tab. */
export function dropSession() {
  interim = undefined
  sessionStorage.clear()
}

// The rule of the specification until the settings are read.
const windowKey = 'tokenWindow'
const windowMinutes = () => Number(sessionStorage.getItem(windowKey) ?? 120)

/** For how many minutes without a call the session lasts (setting TKN_WIN). */
export const keepWindow = (minutes: string | undefined) => sessionStorage.setItem(windowKey, minutes ?? '120')

export const stampTime = () => sessionStorage.setItem('tokenTime', String(Date.now()))

/** Whether more minutes have passed since the token was last used than it lasts (docs/spec/sign-in.md#session). */
export const hasLapsed = () => Date.now() - Number(sessionStorage.getItem('tokenTime') ?? Date.now()) > windowMinutes() * 60_000
