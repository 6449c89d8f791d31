import type { KeyboardEvent } from 'react'

/** Handles the keys of a button, for an element that must be none: Firefox does not drag one. */
export const keyboardPress = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  act()
}
