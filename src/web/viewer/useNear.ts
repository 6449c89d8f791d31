import { type RefObject, useEffect, useState } from 'react'

/** Returns the numbers of the pages (`data-page`) in a pane that are in view, or less than a screen away. */
export function useNear(pane: RefObject<HTMLElement | null>, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const element = pane.current
    if (!element || count === 0) return
    const observer = new IntersectionObserver(
      (changes) =>
        setNear((before) => {
          const now = new Set(before)
          for (const { target, isIntersecting } of changes) {
            const number = Number((target as HTMLElement).dataset.page)
            if (isIntersecting) now.add(number)
            else now.delete(number)
          }
          return now
        }),
      { root: element, rootMargin: '80% 0px' },
    )
    for (const page of element.querySelectorAll('[data-page]')) observer.observe(page)
    return () => observer.disconnect()
  }, [pane, count])
  return near
}
