import { ChevronDown, House } from 'lucide-react'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { holds, type MenuEntry } from './menuEntries.ts'
import { type MenuState, useMainMenu } from './useMainMenu.ts'
import './mainMenu.css'

type Props = {
  entries: readonly MenuEntry[]
  /** Holds the key of the entry whose page is shown. */
  current: string
  folded: boolean
  /** Opens a module whose address only the server knows. */
  onOpen: (mdlCode: string) => void
  onPick: () => void
}

/**
 * Draws the modules as links. It is one stop of Tab: arrows walk over it, unfold and fold its groups, letters jump to a name. Folded
 * to icons, a group shows its entries beside it.
 */
export function MainMenu({ onOpen, onPick, ...props }: Props) {
  const menu = useMainMenu(props)
  const pick = (mdlCode?: string) => {
    menu.close()
    onPick()
    if (mdlCode) onOpen(mdlCode)
  }
  return (
    <ul
      className={props.folded ? 'main-menu folded' : 'main-menu'}
      onKeyDown={menu.onKeyDown}
      onFocus={menu.onFocus}
      onBlur={menu.onBlur}
    >
      {props.entries.map((entry) => (
        <Entry key={entry.key} entry={entry} menu={menu} isIcon={props.folded} onPick={pick} />
      ))}
    </ul>
  )
}

type EntryProps = { entry: MenuEntry; menu: MenuState; isIcon?: boolean; onPick: (mdlCode?: string) => void }

function Entry({ entry, menu, isIcon = false, onPick }: EntryProps) {
  if (!entry.link) return <Group entry={entry} menu={menu} isIcon={isIcon} onPick={onPick} />
  return (
    <li>
      <Leaf entry={entry} menu={menu} isIcon={isIcon} onPick={onPick} />
    </li>
  )
}

function Leaf({ entry, menu, isIcon, onPick }: EntryProps) {
  const { key, link } = entry
  const props = { ...menu.propsOf(key), className: 'menu-entry', title: isIcon ? entry.title : undefined }
  const content = <Face entry={entry} />
  if (link && 'to' in link)
    return (
      <Link
        {...props}
        to={link.to}
        aria-current={holds(entry, menu.current) ? 'page' : undefined}
        onClick={plainly(() => onPick())}
      >
        {content}
      </Link>
    )
  if (link && 'outside' in link)
    return (
      <a {...props} href={link.outside} target="_blank" rel="noopener noreferrer" onClick={() => onPick()}>
        {content}
      </a>
    )
  return (
    <button {...props} type="button" onClick={() => onPick(key)}>
      {content}
    </button>
  )
}

// Leaves the menu as it is for a click that opens another tab of the browser.
const plainly = (act: () => void) => (event: MouseEvent) => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) act()
}

function Group({ entry, menu, isIcon, onPick }: EntryProps) {
  const { key, title, items } = entry
  const isOpen = menu.isOpen(key)
  const below = isOpen && items.map((one) => <Entry key={one.key} entry={one} menu={menu} onPick={onPick} />)
  const hover = isIcon && { onMouseEnter: () => menu.open(key), onMouseLeave: menu.close }
  return (
    <li {...hover}>
      <button
        {...menu.propsOf(key)}
        type="button"
        className={isIcon ? 'menu-entry' : 'menu-entry group'}
        aria-expanded={isOpen}
        aria-current={(isIcon && holds(entry, menu.current)) || undefined}
        title={isIcon ? title : undefined}
        onClick={() => menu.toggle(key)}
      >
        {isIcon ? <Face entry={entry} /> : <span className="menu-name">{title}</span>}
        {!isIcon && <ChevronDown className={isOpen ? 'menu-caret open' : 'menu-caret'} aria-hidden />}
      </button>
      {below && (isIcon ? <Beside title={title}>{below}</Beside> : <ul>{below}</ul>)}
    </li>
  )
}

function Face({ entry: { key, icon, title } }: { entry: MenuEntry }) {
  return (
    <>
      <span className="menu-icon" aria-hidden="true">
        {key === '/dashboard' ? <House /> : <ModuleIcon name={icon} />}
      </span>
      <span className="menu-name">{title}</span>
    </>
  )
}

/** Draws the entries of a group beside its icon, within the window. */
function Beside({ title, children }: { title: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const beside = list.current?.parentElement?.getBoundingClientRect()
    if (!list.current || !beside) return
    const top = Math.min(beside.top, innerHeight - list.current.offsetHeight - 8)
    Object.assign(list.current.style, { top: `${Math.max(8, top)}px`, left: `${beside.right}px` })
  }, [])
  return (
    <ul ref={list} className="menu-beside" aria-label={title}>
      {children}
    </ul>
  )
}
