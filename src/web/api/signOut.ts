import { dropSession, readCasUrl } from './session.ts'

// Keeps the reason out of the address, where anybody could word it.
const reasonKey = 'reason'
const portalKey = 'portal'
const portal = '/resource/'

/** Returns why the page went back to the sign-in, shown once. */
export const readReason = () => sessionStorage.getItem(reasonKey) ?? ''
export const forgetReason = () => sessionStorage.removeItem(reasonKey)

/** Remembers whoever comes through the resource portal, so that they leave to its own sign-in (docs/spec/page.md#access). */
export function rememberPortal(path: string) {
  if (path.startsWith(portal)) sessionStorage.setItem(portalKey, '1')
}

/** Returns the address of the sign-in for a path, to which it leads back afterwards. */
export function signInPath(path: string): string {
  return `${path.startsWith(portal) ? '/resource/login' : '/login'}?redirect=${encodeURIComponent(path)}`
}

/** Returns the sign-in of the part that the user came through. */
export const ownSignIn = () => (sessionStorage.getItem(portalKey) ? '/resource/login' : '/login')

/** Leaves nothing of the user behind and starts the page afresh: a second user never sees the first one's menu. The sign-in shows the reason. */
export function signOut(to: string, reason?: string) {
  dropSession()
  if (reason) sessionStorage.setItem(reasonKey, reason)
  location.replace(to)
}

/** Signs out of everything: a session that came from a CAS server ends there too. */
export const leaveAll = () => signOut(readCasUrl() ?? ownSignIn())

/**
 * Returns the path if it is one of this page, the only ones to return to after signing in (docs/spec/security.md#outside); else
 * `/`.
 */
export function ownPath(path: string | null): string {
  if (!path?.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(path)) return '/'
  const target = new URL(path, location.origin)
  const own = target.pathname + target.search
  // Checks the resolved path: its dots can leave two slashes at the beginning, which name another host.
  return target.origin === location.origin && !own.startsWith('//') ? own : '/'
}
