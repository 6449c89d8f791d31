import { use, useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react'
import { TabContext } from './tabContext.ts'

type Mark = { id: string; tab: string; safe: boolean; giveUp: () => void }

/** Lists the forms with unsaved changes, by the tab they live in. Effects cannot tell: these end while a tab is hidden. */
let marks: readonly Mark[] = []
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
 * is kept by the server, so a reload loses nothing; `giveUp` lets go of that draft.
 */
export function useUnsavedMark(): (dirty: boolean, safe?: boolean, giveUp?: () => void) => void {
  const { path: tab } = use(TabContext)
  const id = useId()
  const mine = `${tab} ${id}`
  useEffect(
    () => () => {
      // Leaves the marks of a tab that is only hidden, where the address is another one by now.
      if (location.pathname === tab) set(marks.filter(({ id }) => id !== mine))
    },
    [tab, mine],
  )
  return (dirty, safe = false, giveUp = () => {}) => {
    const known = marks.find((mark) => mark.id === mine)
    if (dirty === (known !== undefined) && (!known || known.safe === safe)) return
    const others = marks.filter((mark) => mark.id !== mine)
    set(dirty ? [...others, { id: mine, tab, safe, giveUp }] : others)
  }
}

/** Marks unsaved changes of an editor without drafts. */
export function useUnsaved(dirty: boolean) {
  const mark = useUnsavedMark()
  const tell = useEffectEvent(() => mark(dirty))
  useEffect(() => tell(), [dirty])
}

/** Tells whether a tab holds something unsaved now. */
export const holdsUnsaved = (tab: string) => marks.some((mark) => mark.tab === tab)

/** Lets go of what is not saved in a tab, and of the drafts that are kept of it. */
export function giveUpUnsaved(tab: string) {
  const gone = marks.filter((mark) => mark.tab === tab)
  forgetUnsaved((one) => one === tab)
  for (const { giveUp } of gone) giveUp()
}

/** Returns what is not saved, by tab, and whether drafts of it are stored. */
export const useUnsavedMarks = (): readonly Pick<Mark, 'tab' | 'safe'>[] => useSyncExternalStore(subscribe, () => marks)

/** Removes the marks of a tab that is closed or drawn anew. */
export const forgetUnsaved = (isGone: (tab: string) => boolean) => set(marks.filter(({ tab }) => !isGone(tab)))

/** Tells whether something is not saved that no draft keeps. */
export const holdsUnsafe = () => marks.some(({ safe }) => !safe)

// Sets how long drafts get to be kept before the page is loaded again, in milliseconds.
const draftTime = 3000

/** Loads the page again, once drafts are kept of what was typed; the browser asks where there are none. */
export async function reloadSafely() {
  const end = Date.now() + draftTime
  while (holdsUnsafe() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  location.reload()
}

// Warns before the page is left with changes that no draft keeps.
addEventListener('beforeunload', (event) => {
  if (holdsUnsafe()) event.preventDefault()
})
