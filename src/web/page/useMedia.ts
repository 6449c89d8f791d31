import { useSyncExternalStore } from 'react'

/** Tells whether a condition about the window holds, and when that changes. */
export function mediaHook(condition: string) {
  const media = window.matchMedia(condition)
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => media.matches)
}

/** Tells whether the page is in mobile mode: below 992 px (docs/spec/page.md#phones). */
export const useNarrow = mediaHook('(max-width: 991px)')

/** Tells whether there is room for two things beside each other, as a tree and a wide list. */
export const useWide = mediaHook('(min-width: 1200px)')
