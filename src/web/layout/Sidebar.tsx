import { HomeOutlined } from '@ant-design/icons'
import { Menu } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { MenuModule } from '#features/user/mdl/mdl.contract.ts'
import icon from '../icon.svg'
import { ModuleIcon } from '../icons.tsx'
import { useMe } from '../me.tsx'

// What is opened once in a while starts folded (screens, 1).
const seldom = new Set(['gplat', 'glog'])
const holds = ({ items, url }: MenuModule, path: string): boolean => url === path || items.some((one) => holds(one, path))

/** The enterprise's name and the modules that this user has. */
export function Sidebar({
  menu,
  shown,
  folded,
  onPick,
}: {
  menu: MenuModule[]
  shown: string
  folded: boolean
  onPick: () => void
}) {
  const { entName, entLogo } = useMe()
  const navigate = useNavigate()
  return (
    <>
      <div className="frame-brand" title={entName}>
        {/* A link to a logo is good for some minutes only. */}
        <img src={entLogo ?? icon} alt="" onError={({ currentTarget }) => currentTarget.setAttribute('src', icon)} />
        {!folded && entName}
      </div>
      <div className="frame-menu">
        <Menu
          mode="inline"
          inlineCollapsed={folded}
          selectedKeys={[shown]}
          defaultOpenKeys={
            folded ? [] : menu.filter((group) => !seldom.has(group.mdlCode) || holds(group, shown)).map(({ mdlCode }) => mdlCode)
          }
          style={{ borderInlineEnd: 0 }}
          items={[{ key: '/dashboard', icon: <HomeOutlined />, label: '首页' }, ...menu.map(itemOf)]}
          onClick={({ key }) => {
            onPick()
            navigate(key)
          }}
        />
      </div>
    </>
  )
}

type Item = { key: string; label: string; icon: ReactNode; children?: Item[] }

function itemOf({ mdlCode, name, picPath, url, items }: MenuModule): Item {
  const icon = <ModuleIcon name={picPath} />
  return items.length > 0
    ? { key: mdlCode, label: name, icon, children: items.map(itemOf) }
    : { key: url ?? mdlCode, label: name, icon }
}
