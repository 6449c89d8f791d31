import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import type { ActionMenu, MenuItem } from './menuOf.ts'

type Props = {
  menu: ActionMenu
  box: RefObject<HTMLDivElement | null>
  /** Closes it and returns to its button. */
  onClose: () => void
  /** Closes it where the focus goes on. */
  onLeave: () => void
}

// Keeps presses and keys in a menu from the row or the node it belongs to.
const stop = (event: MouseEvent) => event.stopPropagation()

/** Draws an open menu: arrows, Home, End and first letters move in it, Enter and Space act, Esc returns to its button. */
export function MenuList({ menu: { items }, box, onClose, onLeave }: Props) {
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const to = (next: number) => entries[(next + entries.length) % entries.length]?.focus()
    const acts: Record<string, () => unknown> = {
      ArrowDown: () => to(at + 1),
      ArrowUp: () => to(at < 0 ? -1 : at - 1),
      Home: () => to(0),
      End: () => to(-1),
      Escape: onClose,
    }
    event.stopPropagation()
    if (event.key === 'Tab') return onLeave()
    const begun = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const act = acts[event.key] ?? (begun && (() => beginning(entries, at, event.key)?.focus()))
    if (!act) return
    event.preventDefault()
    act()
  }
  const choose = ({ act }: MenuItem) => {
    onClose()
    act()
  }
  return (
    <div className="menu" role="menu" popover="manual" ref={box} tabIndex={-1} onKeyDown={walk} onClick={stop}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          tabIndex={-1}
          className={item.danger ? 'menu-item danger' : 'menu-item'}
          {...(item.isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
          onClick={() => choose(item)}
          onMouseEnter={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}

/** Finds the next entry whose words begin with a letter. */
const beginning = (entries: HTMLElement[], at: number, letter: string) =>
  [...entries.slice(at + 1), ...entries.slice(0, at + 1)].find(({ textContent }) =>
    textContent.toLowerCase().startsWith(letter.toLowerCase()),
  )
