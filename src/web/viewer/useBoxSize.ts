import { type RefObject, useLayoutEffect, useState } from 'react'

/** How large an element is inside, followed while it changes. */
export function useBoxSize(ref: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    // Bars for scrolling come and go with the size; they must not change it.
    const measure = () => setSize({ width: element.offsetWidth, height: element.offsetHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [ref])
  return size
}
