import { dropSession } from './session.ts'

// Not in the address, where anybody could word it.
const reasonKey = 'reason'

/** Why the page went back to the sign-in, said once. */
export const readReason = () => sessionStorage.getItem(reasonKey) ?? ''
export const forgetReason = () => sessionStorage.removeItem(reasonKey)

/** Leaves nothing of the user behind and starts the page afresh: a second user never sees the first one's menu. The sign-in shows the reason. */
export function signOut(to: string, reason?: string) {
  dropSession()
  if (reason) sessionStorage.setItem(reasonKey, reason)
  location.replace(to)
}

/** Only paths of this page may be returned to after signing in (security, R10). */
export function ownPath(path: string | null): string {
  if (!path?.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(path)) return '/'
  const target = new URL(path, location.origin)
  return target.origin === location.origin ? target.pathname + target.search : '/'
}
