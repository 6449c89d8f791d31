import type { KeyboardEvent, MouseEvent } from 'react'
import { MenuList } from './MenuList.tsx'
import type { ActionMenu } from './menuOf.ts'
import './menu.css'
import { usePopup } from './usePopup.ts'

const focusFirst = (list: HTMLElement) =>
  (list.querySelector<HTMLElement>('[aria-checked="true"]') ?? list.querySelector('button'))?.focus({ preventScroll: true })

type Options = {
  side?: 'start' | 'end'
  /** Takes the focus instead of the button when the menu is closed, or where Tab goes on from. */
  onClosed?: () => void
}

/** Returns what makes a button open a menu, and the menu, which stands right behind the button. */
export function useMenu(menu: ActionMenu, { side = 'start', onClosed }: Options = {}) {
  const { isOpen, setOpen, close, trigger, box } = usePopup<HTMLDivElement>(side, focusFirst)
  const closed = () => {
    close()
    onClosed?.()
  }
  const leave = () => {
    setOpen(false)
    onClosed?.()
  }
  return {
    isOpen,
    setOpen,
    trigger: {
      ref: trigger,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': isOpen,
      onClick: (event: MouseEvent<HTMLElement>) => {
        event.stopPropagation()
        setOpen(!isOpen)
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key !== 'ArrowDown' || event.altKey || isOpen) return
        // Leaves arrows between rows to the rows.
        if (event.currentTarget.closest('.table-row')) return
        event.preventDefault()
        event.stopPropagation()
        setOpen(true)
      },
    },
    list: isOpen && <MenuList menu={menu} box={box} onClose={closed} onLeave={leave} />,
  }
}
