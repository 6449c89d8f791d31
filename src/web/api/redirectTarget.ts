import { ownPath } from './signOut.ts'

const goalKey = 'goal'

/** Stores in this browser tab where to go after an external sign-in; no outside server is told, and none can set it. */
export const keepRedirectTarget = (path: string) => sessionStorage.setItem(goalKey, path)

export function takeRedirectTarget(): string {
  const path = sessionStorage.getItem(goalKey)
  sessionStorage.removeItem(goalKey)
  return ownPath(path)
}
