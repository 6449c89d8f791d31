import { useLayoutEffect } from 'react'

// Names where to go when what had the focus is gone: to its row, its table, or the page.
const places = '.table-row, .table-box, .page, main'

/** Remembers where the focus is, with the places around it. */
function wayBack() {
  const way: HTMLElement[] = []
  for (let one = document.activeElement; one instanceof HTMLElement && one !== document.body; one = one.parentElement)
    if (way.length === 0 || one.matches(places)) way.push(one)
  return way
}

/** Goes back there: to the nearest that is still shown, and can take the focus. */
function goBack(way: readonly HTMLElement[]) {
  const now = document.activeElement
  // Leaves the focus where something else has taken it meanwhile, as the next window does.
  if (now && now !== document.body && now.isConnected) return
  for (const one of way) {
    if (!one.isConnected || !one.checkVisibility()) continue
    one.focus({ preventScroll: true })
    if (one.contains(document.activeElement)) return
    // Enters the rows of a table where one was.
    one.querySelector<HTMLElement>('.row-stop[tabindex="0"]')?.focus({ preventScroll: true })
    if (one.contains(document.activeElement)) return
  }
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Returns the focus to where it was before something opened, once that is gone from the page. */
export function useReturnFocus(isOpen: boolean) {
  useLayoutEffect(() => {
    if (!isOpen) return
    const way = wayBack()
    return () => {
      // Waits until antd's lock of the focus is gone with the window.
      setTimeout(() => goBack(way))
    }
  }, [isOpen])
}
