import type { KeyboardEvent } from 'react'

/** The keys of a button, for what must be no button: Firefox does not drag one. */
export const keyboardPress = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  act()
}
