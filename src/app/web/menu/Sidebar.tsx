import { useMemo } from 'react'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import icon from '../icon.svg'
import { useAppearance } from '#web/theme/appearance.ts'
import { useMe } from '#web/api/me.tsx'
import { SearchButton } from '../frame/SearchButton.tsx'
import { useOpenModule } from '../frame/useOpenModule.ts'
import { MainMenu } from './MainMenu.tsx'
import { entryOf, holds, type MenuEntry } from './menuEntries.ts'

// Lists the groups that start folded, for they are opened rarely (docs/spec/modules.md#the-menu).
const seldom = new Set(['gplat', 'glog'])

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
  const { entName, entLogo } = useMe()
  const { look } = useAppearance()
  const open = useOpenModule(menu)
  const entries = useMemo(() => [home, ...menu.map(entryOf)], [menu])
  const current = entries.some((entry) => holds(entry, address)) ? address : pathname
  return (
    <nav className={className} aria-label="主菜单">
      {look.sidebarLogo && (
        <div className="frame-brand" title={entName}>
          {/* Reads the link to the logo again, which is good for some minutes only. */}
          <img src={entLogo ?? icon} alt="" onError={({ currentTarget }) => currentTarget.setAttribute('src', icon)} />
          {!folded && <span>{entName}</span>}
        </div>
      )}
      <SearchButton isWide={!folded} />
      <div className="frame-menu">
        <MainMenu
          entries={entries}
          current={current}
          folded={folded}
          openAtFirst={entries.filter((entry) => !seldom.has(entry.key) || holds(entry, current)).map(({ key }) => key)}
          onOpen={open}
          onPick={onPick}
        />
      </div>
    </nav>
  )
}
