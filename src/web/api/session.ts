import type { SessionUser } from '#contract/sessionUser.ts'
import type * as z from 'zod'
import { clearCurrentSchool, schoolKey } from './currentSchool.ts'
import { type SessionEntries, tellTabs } from './tabChannel.ts'

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

/** Switches to another identity of the same person and clears all of the former one from this browser tab, and from those that share it. */
export function changeIdentity(tokens: Tokens, owner: Owner) {
  endInOtherTabs()
  const casUrl = readCasUrl()
  sessionStorage.clear()
  keepSession(tokens, owner)
  if (casUrl) keepCas(casUrl)
}

/** Replaces the token of a session that goes on after a change of password, also in the tabs that share it. */
export function replaceToken(tokens: Tokens) {
  const former = readToken()
  const kept = interim?.user ?? current()
  if (kept) keepSession(tokens, kept)
  if (former) tellTabs({ kind: 'renewed', former, ...tokens })
}

/** Stores the tokens that another tab got for the session that both share. */
export function followToken(tokens: Tokens) {
  const kept = current()
  if (kept) storeKept({ ...kept, token: tokens.token, tokenId: tokens.tokenId })
}

const storeKept = (kept: Kept) => sessionStorage.setItem(sessionStorage.getItem('system') ?? '', JSON.stringify(kept))

/** Clears all of a session from this browser tab, which asks no other one for theirs from then on. */
export function dropSession() {
  interim = undefined
  sessionStorage.clear()
  sessionStorage.setItem(ownKey, '1')
}

// Marks a tab in which a session has ended: whoever opens a page in it signs in by themselves.
const ownKey = 'signed-out'

/** Tells whether this tab has had no session yet, as a new one. */
export const isNewTab = () => !current() && sessionStorage.getItem(ownKey) === null

// Stands in place of a token that another tab has ended: calls with it are refused, and the page stays until somebody leaves it.
const endedToken = 'ended'

/** Makes the session of this tab worthless, after another one has ended it. */
export function voidSession() {
  const kept = current()
  if (kept) storeKept({ ...kept, token: endedToken, tokenId: '' })
}

/** Tells the tabs that share the session of this one that it has ended. */
export function endInOtherTabs() {
  const kept = current()
  if (kept) tellTabs({ kind: 'ended', token: kept.token })
}

// Uses the rule of the specification until the settings are read.
const windowKey = 'tokenWindow'
const windowMinutes = () => Number(sessionStorage.getItem(windowKey) ?? 120)

/** Stores for how many minutes without a call the session lasts (setting TKN_WIN). */
export const keepWindow = (minutes: string | undefined) => sessionStorage.setItem(windowKey, minutes ?? '120')

// Limits how often other tabs hear that the token was used, in milliseconds.
const pause = 60_000
let told = 0

/** Stores when the token was used last; the tabs that share it hear of it once a minute. */
export function stampTime(at = Date.now()) {
  sessionStorage.setItem('tokenTime', String(at))
  const kept = current()
  if (!kept || Date.now() - told < pause) return
  told = Date.now()
  tellTabs({ kind: 'used', token: kept.token, at })
}

/** Stores that another tab has used the token that both share. */
export function followUse(at: number) {
  if (at > readUse()) sessionStorage.setItem('tokenTime', String(at))
}

const readUse = () => Number(sessionStorage.getItem('tokenTime') ?? 0)

/** Tells whether more minutes have passed since the token was last used than it lasts (docs/spec/sign-in.md#session). */
export const hasLapsed = () => Date.now() - Number(sessionStorage.getItem('tokenTime') ?? Date.now()) > windowMinutes() * 60_000

// Lists what goes along with the entry of a session, so that the other tab works as this one does.
const along = ['system', 'tokenTime', windowKey, 'casKey', 'casParams', schoolKey]

/** Returns the session of this tab to be handed to another one, undefined where there is none that lasts. */
export function sessionToHand() {
  const kept = current()
  if (!kept || kept.token === endedToken || hasLapsed()) return undefined
  const keys = [sessionStorage.getItem('system') ?? '', ...along]
  const entries: SessionEntries = {}
  for (const key of keys) {
    const value = sessionStorage.getItem(key)
    if (value !== null) entries[key] = value
  }
  return { person: [kept.idntNo, kept.idntVal, kept.entNo].join('/'), used: readUse(), entries }
}

/** Works in the session of another tab from now on. */
export function takeSession(entries: SessionEntries) {
  for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
}
