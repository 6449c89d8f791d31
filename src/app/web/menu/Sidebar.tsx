import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { showWindow } from '#web/layout/windows.ts'
import { afterPaint } from '#web/page/afterPaint.ts'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import icon from '#web/theme/icon.svg'
import { useAppearance } from '#web/theme/appearance.ts'
import { useMe } from '#web/api/me.tsx'
import { SearchButton } from '../frame/SearchButton.tsx'
import { useOpenModule } from '../frame/useOpenModule.ts'
import { MainMenu } from './MainMenu.tsx'
import { entryOf, holds, type MenuEntry } from './menuEntries.ts'

const home: MenuEntry = {
  key: '/dashboard',
  title: '首页',
  words: 'shouye sy',
  icon: null,
  link: { to: '/dashboard' },
  items: [],
}

type Props = {
  menu: MenuModule[]
  /** Holds the address of the shown page, with its query and without. */
  shown: { address: string; pathname: string }
  folded: boolean
  className: string
  onPick: () => void
}

/** Draws the enterprise's logo and name, the search, and the user's modules. */
export function Sidebar({ menu, shown: { address, pathname }, folded, className, onPick }: Props) {
  const { look } = useAppearance()
  const open = useOpenModule(menu)
  const entries = useMemo(() => [home, ...menu.map(entryOf)], [menu])
  const current = entries.some((entry) => holds(entry, address)) ? address : nearestPath(entries, pathname)
  const box = useRef<HTMLDivElement>(null)
  // Brings the entry of the shown page into sight, also where that was opened by its address.
  useEffect(() => afterPaint(() => box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })), [current])
  return (
    <nav className={className} aria-label="主菜单">
      {look.sidebarLogo && <Brand folded={folded} />}
      <SearchButton isWide={!folded} />
      <div className="frame-menu" ref={box}>
        <MainMenu entries={entries} current={current} folded={folded} onOpen={open} onPick={onPick} />
      </div>
    </nav>
  )
}

// Finds the entry of a page that has none of its own by the addresses above it: a record and an import belong to their list.
function nearestPath(entries: readonly MenuEntry[], pathname: string): string {
  for (let path = pathname; path; path = path.slice(0, path.lastIndexOf('/')))
    if (entries.some((entry) => holds(entry, path))) return path
  return pathname
}

/** Draws the enterprise's logo and name, which open the identities that one may take instead. */
function Brand({ folded }: { folded: boolean }) {
  const { entName, entLogo, imitUserNo } = useMe()
  const content = (
    <>
      {/* Reads the link to the logo again, which is good for some minutes only. */}
      <img src={entLogo ?? icon} alt="" onError={({ currentTarget }) => currentTarget.setAttribute('src', icon)} />
      {!folded && <span>{entName}</span>}
    </>
  )
  if (imitUserNo)
    return (
      <div className="frame-brand" title={entName}>
        {content}
      </div>
    )
  return (
    <button
      type="button"
      className="frame-brand"
      title={entName}
      aria-label={`${entName}，切换身份`}
      onClick={() => showWindow('identities')}
    >
      {content}
      {!folded && <ChevronsUpDown aria-hidden />}
    </button>
  )
}
