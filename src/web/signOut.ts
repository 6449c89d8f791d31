import { dropSession } from './session.ts'

/** Leaves nothing of the user behind and starts the page afresh: a second user never sees the first one's menu. */
export function signOut(to: string) {
  dropSession()
  location.replace(to)
}

/** Only paths of this page may be returned to after signing in (security, R10). */
export function ownPath(path: string | null): string {
  if (!path?.startsWith('/') || /^\/[/\\]|\p{Cc}/u.test(path)) return '/'
  const target = new URL(path, location.origin)
  return target.origin === location.origin ? target.pathname + target.search : '/'
}
