import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 991px)')

/** Mobile mode: below 992 px (specification, section 2). */
export const useNarrow = () =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )
