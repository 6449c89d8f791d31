import { useCallback, useState } from 'react'

/** Returns how wide an element is in pixels, 0 until it stands on the page, and the function that takes it as its `ref`. */
export function useRoom() {
  const [room, setRoom] = useState(0)
  const place = useCallback((box: HTMLElement | null) => {
    if (!box) return
    // Keeps the former width in a hidden tab, which has none.
    const measure = () => box.clientWidth > 0 && setRoom(box.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    measure()
    return () => observer.disconnect()
  }, [])
  return [room, place] as const
}
