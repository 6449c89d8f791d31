import { useSyncExternalStore } from 'react'

const paper = window.matchMedia('print')

/**
 * Tells whether a condition about the window holds, and when that changes. While it is printed the page stays as it is on the
 * screen, however narrow a sheet is.
 */
export function mediaHook(condition: string) {
  const media = window.matchMedia(condition)
  let onScreen = media.matches
  const read = () => {
    if (!paper.matches) onScreen = media.matches
    return onScreen
  }
  const subscribe = (listener: () => void) => {
    media.addEventListener('change', listener)
    paper.addEventListener('change', listener)
    return () => {
      media.removeEventListener('change', listener)
      paper.removeEventListener('change', listener)
    }
  }
  return () => useSyncExternalStore(subscribe, read)
}

/** Tells whether the page is in mobile mode: below 992 px (docs/spec/page.md#phones). */
export const useNarrow = mediaHook('(max-width: 991px)')

/** Tells whether there is room for two things beside each other, as a tree and a wide list. */
export const useWide = mediaHook('(min-width: 1200px)')
