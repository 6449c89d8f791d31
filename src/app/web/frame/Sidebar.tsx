import { HomeOutlined } from '@ant-design/icons'
import { Menu } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import icon from '../icon.svg'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { useAppearance } from '#web/theme/appearance.ts'
import { useMe } from '#web/api/me.tsx'
import { isGroup, linkOf } from '#web/page/links.ts'
import { SearchButton } from './SearchButton.tsx'
import { useOpenModule } from './useOpenModule.ts'

// Lists the groups that start folded, for they are opened rarely (docs/spec/modules.md#the-menu).
const seldom = new Set(['gplat', 'glog'])

const isShown = (module: MenuModule, address: string) => addressOf(module) === address
const holds = (module: MenuModule, address: string): boolean =>
  isShown(module, address) || module.items.some((one) => holds(one, address))

/** Returns the address of a module in this page; undefined for an outside site and a group. */
function addressOf(module: MenuModule): string | undefined {
  const link = linkOf(module)
  return !isGroup(module) && 'to' in link ? link.to : undefined
}

type Props = {
  menu: MenuModule[]
  /** Holds the address of the shown page, with its query and without. */
  shown: { address: string; pathname: string }
  folded: boolean
  onPick: () => void
}

/** Draws the enterprise's logo and name, the search, and the user's modules. */
export function Sidebar({ menu, shown: { address, pathname }, folded, onPick }: Props) {
  const { entName, entLogo } = useMe()
  const { look } = useAppearance()
  const open = useOpenModule(menu)
  const items = useMemo(() => [{ key: '/dashboard', icon: <HomeOutlined />, label: '首页' }, ...menu.map(itemOf)], [menu])
  const current = menu.some((group) => holds(group, address)) ? address : pathname
  const pick = (key: string) => {
    onPick()
    open(key)
  }
  return (
    <>
      {look.sidebarLogo && (
        <div className="frame-brand" title={entName}>
          {/* Reads the link to the logo again, which is good for some minutes only. */}
          <img src={entLogo ?? icon} alt="" onError={({ currentTarget }) => currentTarget.setAttribute('src', icon)} />
          {!folded && <span>{entName}</span>}
        </div>
      )}
      <SearchButton isWide={!folded} />
      <div className="frame-menu">
        <Menu
          mode="inline"
          inlineCollapsed={folded}
          selectedKeys={[current]}
          defaultOpenKeys={
            folded
              ? []
              : menu.filter((group) => !seldom.has(group.mdlCode) || holds(group, current)).map(({ mdlCode }) => mdlCode)
          }
          style={{ borderInlineEnd: 0 }}
          items={items}
          onClick={({ key }) => pick(key)}
        />
      </div>
    </>
  )
}

type Item = { key: string; label: string; icon: ReactNode; children?: Item[] }

function itemOf(module: MenuModule): Item {
  const { mdlCode, name, picPath, items } = module
  const item = { label: name, icon: <ModuleIcon name={picPath} /> }
  return isGroup(module) ? { ...item, key: mdlCode, children: items.map(itemOf) } : { ...item, key: addressOf(module) ?? mdlCode }
}
