import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Hears the wheel over an element instead of scrolling it: 1 up, -1 down. */
export function useWheel(ref: RefObject<HTMLElement | null>, onWheel: (by: 1 | -1) => void, { withCtrl = false } = {}) {
  const hear = useEffectEvent((event: WheelEvent) => {
    if ((withCtrl && !event.ctrlKey) || event.deltaY === 0) return
    event.preventDefault()
    onWheel(event.deltaY < 0 ? 1 : -1)
  })
  useEffect(() => {
    const element = ref.current
    // Uses a listener that is not passive, which alone may keep the page from scrolling.
    element?.addEventListener('wheel', hear, { passive: false })
    return () => element?.removeEventListener('wheel', hear)
  }, [ref])
}
