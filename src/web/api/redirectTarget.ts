import { ownPath } from './signOut.ts'

const goalKey = 'goal'

/** Where to go after a sign-in outside stays in this browser tab; no server outside is told, and none can set it. */
export const keepRedirectTarget = (path: string) => sessionStorage.setItem(goalKey, path)

export function takeRedirectTarget(): string {
  const path = sessionStorage.getItem(goalKey)
  sessionStorage.removeItem(goalKey)
  return ownPath(path)
}
