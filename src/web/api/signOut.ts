import { dropSession, endInOtherTabs, readCasUrl } from './session.ts'

// Keeps the reason out of the address, where anybody could word it.
const reasonKey = 'reason'
const portalKey = 'portal'
const portal = '/resource/'

// Tells that the page is about to be loaded anew: until then this one may draw the sign-in as well, which must leave the reason.
let isLeaving = false

/** Returns why the page went back to the sign-in, shown once. */
export const readReason = () => sessionStorage.getItem(reasonKey) ?? ''
export const forgetReason = () => {
  if (!isLeaving) sessionStorage.removeItem(reasonKey)
}

export const keepReason = (reason: string) => sessionStorage.setItem(reasonKey, reason)

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
  isLeaving = true
  dropSession()
  if (reason) keepReason(reason)
  location.replace(to)
}

/** Ends a session in which nobody did anything for too long, and loads the page again, which leads to the sign-in. */
export function leaveLapsed() {
  isLeaving = true
  dropSession()
  keepReason('长时间没有操作，请重新登录')
  location.reload()
}

/** Signs out of everything: in the tabs that share the session, and at the CAS server that it came from. */
export function leaveAll() {
  endInOtherTabs()
  void endPush().finally(() => signOut(readCasUrl() ?? ownSignIn()))
}

// Lets nothing be shown on this device of whoever has left it; waits a moment at most.
const endPush = async () => {
  const registered = navigator.serviceWorker?.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))
  await Promise.race([registered, new Promise((resolve) => setTimeout(resolve, 300))])
}

// Tells whether a path is itself a way in, to which nobody returns.
const isSignIn = (path: string) => /^\/(login|resource\/login)(\/|$)/i.test(path)

/** Returns the first page behind a sign-in, where no other one was asked for. */
export const homeOf = (path: string) => (path.startsWith(portal) ? '/resource/home' : '/')

/**
 * Returns the path if it is one of this page, the only ones to return to after signing in (docs/spec/security.md#outside); else
 * `otherwise`.
 */
export function ownPath(path: string | null, otherwise = '/'): string {
  if (!path?.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(path)) return otherwise
  const target = new URL(path, location.origin)
  const own = target.pathname + target.search
  // Checks the resolved path: its dots can leave two slashes at the beginning, which name another host.
  const isOwn = target.origin === location.origin && !own.startsWith('//')
  return isOwn && !isSignIn(target.pathname) ? own : otherwise
}
