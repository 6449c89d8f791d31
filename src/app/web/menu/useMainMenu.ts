import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { usePreference } from '#web/api/preference.ts'
import { nextNamed, useTypeahead } from '#web/page/typeahead.ts'
import { holds, type MenuEntry, shownEntries } from './menuEntries.ts'

/** Describes what is open in the main menu, and what opens and closes it. */
export type MenuState = {
  current: string
  isOpen: (key: string) => boolean
  open: (key: string) => void
  toggle: (key: string) => void
  /** Closes what is shown beside an icon. */
  close: () => void
  /** Returns what makes the menu one stop of Tab. */
  propsOf: (key: string) => { 'data-key': string; tabIndex: number }
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
  onBlur: (event: FocusEvent) => void
}

type Given = { entries: readonly MenuEntry[]; current: string; folded: boolean }

const none: readonly string[] = []

const keyOf = (target: EventTarget) => (target instanceof HTMLElement ? target.dataset['key'] : undefined)

/** Walks over the main menu by keys, and remembers which groups were folded; folded to icons, one is open at a time. */
export function useMainMenu({ entries, current, folded }: Given): MenuState {
  const [folds, setFolds] = usePreference<readonly string[]>('menuFolds', none)
  const [beside, setBeside] = useState<string>()
  const [walked, setWalked] = useState<string>()
  const typeahead = useTypeahead()
  const isTop = (key: string) => entries.some((entry) => entry.key === key)
  const isOpen = (key: string) => (folded && isTop(key) ? beside === key : !folds.includes(key))
  const shown = shownEntries(entries, isOpen)
  // Lets Tab come in where it was left, else at the page that is shown or the group that holds it.
  const stop = (shown.find(({ key }) => key === walked) ?? shown.findLast((entry) => holds(entry, current)) ?? shown[0])?.key

  const set = (key: string, isToOpen: boolean) => {
    if (folded && isTop(key)) setBeside(isToOpen ? key : undefined)
    else setFolds(isToOpen ? folds.filter((one) => one !== key) : [...folds, key])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ key }) => key === keyOf(event.target))
    const entry = shown[at]
    if (!entry) return
    const list = event.currentTarget
    const focus = (key: string | undefined) =>
      key !== undefined && list.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
    const isGroup = !entry.link
    const acts: Record<string, () => void> = {
      ArrowDown: () => focus(shown[at + 1]?.key),
      ArrowUp: () => focus(shown[at - 1]?.key),
      Home: () => focus(shown[0]?.key),
      End: () => focus(shown.at(-1)?.key),
      ArrowRight: () => isGroup && (isOpen(entry.key) ? focus(entry.items[0]?.key) : set(entry.key, true)),
      ArrowLeft: () => (isGroup && isOpen(entry.key) ? set(entry.key, false) : focus(entry.group)),
      ...(beside !== undefined && {
        Escape: () => {
          focus(beside)
          setBeside(undefined)
        },
      }),
    }
    const typed = typeahead(event)
    const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : acts[event.key]
    if (typed !== undefined) focus(nextNamed(shown, entry.key, typed)?.key)
    else if (act) act()
    else return
    event.preventDefault()
    // Keeps a letter from the keys of the page.
    event.stopPropagation()
  }
  return {
    current,
    isOpen,
    open: (key) => set(key, true),
    toggle: (key) => set(key, !isOpen(key)),
    close: () => setBeside(undefined),
    propsOf: (key) => ({ 'data-key': key, tabIndex: key === stop ? 0 : -1 }),
    onKeyDown,
    onFocus: ({ target }) => setWalked(keyOf(target)),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) setBeside(undefined)
    },
  }
}
