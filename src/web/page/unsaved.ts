import { use, useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react'
import { TabContext } from './tabContext.ts'

type Mark = { id: string; tab: string; safe: boolean; giveUp: () => void }

/** The forms that hold what is not saved, by the tab they live in. Effects do not tell: these end while a tab is hidden. */
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
      // Where the tab is only hidden the address is another one by now.
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

/** The same for an editor that no draft is kept of. */
export function useUnsaved(dirty: boolean) {
  const mark = useUnsavedMark()
  const tell = useEffectEvent(() => mark(dirty))
  useEffect(() => tell(), [dirty])
}

/** Whether a tab holds something unsaved now. */
export const holdsUnsaved = (tab: string) => marks.some((mark) => mark.tab === tab)

/** Lets go of what is not saved in a tab, and of the drafts that are kept of it. */
export function giveUpUnsaved(tab: string) {
  const gone = marks.filter((mark) => mark.tab === tab)
  forgetUnsaved((one) => one === tab)
  for (const { giveUp } of gone) giveUp()
}

/** What is not saved, by tab, and whether drafts of it are kept. */
export const useUnsavedMarks = (): readonly Pick<Mark, 'tab' | 'safe'>[] => useSyncExternalStore(subscribe, () => marks)

/** A tab that is closed or drawn anew holds nothing any more. */
export const forgetUnsaved = (isGone: (tab: string) => boolean) => set(marks.filter(({ tab }) => !isGone(tab)))

// What no draft keeps would be lost with the page.
addEventListener('beforeunload', (event) => {
  if (marks.some(({ safe }) => !safe)) event.preventDefault()
})
