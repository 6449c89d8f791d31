import { type UIEvent, useRef, useState } from 'react'

// Sets the pixels that the hand may slip without meaning it.
const slip = 24

/** Hides a top bar that is not fixed while the user scrolls down, and shows it on the way up. */
export function useHeaderAway(fixed: boolean) {
  const [away, setAway] = useState(false)
  const last = useRef(0)
  const onScroll = ({ target }: UIEvent) => {
    if (fixed || !(target instanceof HTMLElement) || !target.classList.contains('tab-page')) return
    const by = target.scrollTop - last.current
    if (Math.abs(by) < slip) return
    last.current = target.scrollTop
    setAway(by > 0 && target.scrollTop > 2 * slip)
  }
  return { away: away && !fixed, onScroll }
}
