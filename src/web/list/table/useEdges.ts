import { type RefObject, useEffect } from 'react'

/** Marks a box that scrolls sideways with `more-left` and `more-right`, so that the columns at its edges cast their shadows. */
export function useEdges(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth, classList } = element
      classList.toggle('more-left', scrollLeft > 0)
      classList.toggle('more-right', scrollLeft + clientWidth < scrollWidth - 1)
    }
    // Measures after the layout of a frame, which costs no layout of its own.
    const watching = new ResizeObserver(mark)
    watching.observe(element)
    if (element.firstElementChild) watching.observe(element.firstElementChild)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      watching.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [box])
}
