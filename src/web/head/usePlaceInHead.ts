import { useCallback, useState } from 'react'

/** Describes the slots in the head of a page: behind its title, and at its end. */
export type HeadPlaces = { title: HTMLElement; acts: HTMLElement }

// Finds what a page shows only at times, or beside a list of its own, which has tools of its own.
const apart = '[role=tabpanel], .ant-drawer, .ant-modal, :has(> .work-head)'

/**
 * Returns the slots of a list in the head of its page, and a function that is given the list; no slots for one that stands in a tab
 * or a window.
 */
export function usePlaceInHead() {
  const [places, setPlaces] = useState<HeadPlaces>()
  const find = useCallback((list: HTMLElement | null) => {
    const head = list?.closest(apart) ? null : list?.closest('.page')?.querySelector('.page-title')
    if (!head) return
    const made = { title: document.createElement('span'), acts: document.createElement('span') }
    made.title.className = 'beside-title'
    made.acts.className = 'end'
    head.querySelector('h1')?.after(made.title)
    head.append(made.acts)
    setPlaces(made)
    return () => {
      made.title.remove()
      made.acts.remove()
    }
  }, [])
  return [places, find] as const
}
