import { use, useId, useSyncExternalStore } from 'react'
import { TabContext } from './tab.ts'

/** The forms that hold what is not saved, by the tab they live in. Not kept by effects: these end while a tab is hidden. */
let marks: readonly { id: string; tab: string; safe: boolean }[] = []
const listeners = new Set<() => void>()

function set(next: typeof marks) {
  marks = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Says of one form whether it holds what is not saved: its tab then shows a dot, and closing it asks. `safe`: a draft of it
 * is kept by the server, so a reload loses nothing.
 */
export function useUnsavedMark(): (dirty: boolean, safe?: boolean) => void {
  const { path: tab } = use(TabContext)
  const id = useId()
  const mine = `${tab} ${id}`
  return (dirty, safe = false) => {
    const known = marks.find((mark) => mark.id === mine)
    if (dirty === (known !== undefined) && (!known || known.safe === safe)) return
    const others = marks.filter((mark) => mark.id !== mine)
    set(dirty ? [...others, { id: mine, tab, safe }] : others)
  }
}

/** The tabs that hold something unsaved. */
export function useUnsavedTabs(): readonly string[] {
  const current = useSyncExternalStore(subscribe, () => marks)
  return current.map(({ tab }) => tab)
}

/** A tab that is closed or drawn anew holds nothing any more. */
export const forgetUnsaved = (isGone: (tab: string) => boolean) => set(marks.filter(({ tab }) => !isGone(tab)))

// What no draft keeps would be lost with the page.
addEventListener('beforeunload', (event) => {
  if (marks.some(({ safe }) => !safe)) event.preventDefault()
})
