import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the inner size of an element, followed while it changes. */
export function useBoxSize(ref: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    // Measures with the scroll bars, which come and go with the size and must not change it.
    const measure = () => setSize({ width: element.offsetWidth, height: element.offsetHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [ref])
  return size
}
