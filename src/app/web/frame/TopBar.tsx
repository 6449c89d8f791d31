import { ChevronDown, Maximize, Minimize, PanelLeft } from 'lucide-react'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { toast } from '#web/feedback/toast.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { useNavigate } from 'react-router'
import { MenuButton } from '#web/menu/MenuButton.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import type { Section } from '#web/head/section.ts'
import { ErrorLogButton } from './ErrorLogButton.tsx'
import { HelpLink } from './HelpLink.tsx'
import { SearchButton } from './SearchButton.tsx'
import { UserMenu } from '../user/UserMenu.tsx'
import { Bell } from '#features/user/box/bell.panel.tsx'
import { showWindow, useWindow } from '#web/layout/windows.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const Settings = lazyWindow(() => import('./SettingsDrawer.tsx'))

type Props = {
  folded: boolean
  onFold: () => void
  /** Holds the address of the manual's section about the shown page. */
  help: string
  /** Names the shown page, for a phone, with the pages beside it in its section of the menu. */
  title: string
  section: Section
  /** Draws the tabs of the visited pages, or where the shown page stands in the menu. */
  children: ReactNode
}

/** Draws the one bar above the pages (docs/spec/page.md#frame): menu, tabs, and what helps everywhere; on a phone the title. */
export function TopBar({ folded, onFold, help, title, section, children }: Props) {
  const narrow = useNarrow()
  const window = useWindow()
  return (
    <header className="frame-bar">
      <Button type="text" icon={<PanelLeft />} aria-label={folded ? '展开菜单' : '收起菜单'} onClick={onFold} />
      {narrow ? <PhoneTitle title={title} section={section} /> : children}
      <div className="frame-bar-end">
        {narrow && <SearchButton />}
        <Bell />
        {!narrow && <HelpLink to={help} />}
        {!narrow && <ErrorLogButton />}
        {!narrow && <FullScreenButton />}
        <UserMenu help={narrow ? help : undefined} />
      </div>
      {window === 'settings' && (
        <Suspense>
          <Settings onClose={() => showWindow()} />
        </Suspense>
      )}
    </header>
  )
}

/** Says which page is shown; where it has others beside it, it opens them. */
function PhoneTitle({ title, section }: { title: string; section: Section }) {
  const navigate = useNavigate()
  if (section.pages.length < 2)
    return (
      <span className="frame-title" aria-hidden="true">
        {title}
      </span>
    )
  return (
    <span className="frame-title">
      <MenuButton
        type="text"
        icon={<ChevronDown />}
        iconPlacement="end"
        aria-label={`${title}，${section.name}的其他页面`}
        menu={menuOf(
          section.pages.map(({ to, title: label }) => ({
            key: to,
            label,
            isChosen: to === section.path,
            act: () => void navigate(to),
          })),
        )}
      >
        {title}
      </MenuButton>
    </span>
  )
}

function FullScreenButton() {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = async () => {
    if (full) return document.exitFullscreen()
    if (!document.fullscreenEnabled) return toast.warning('当前浏览器不支持全屏')
    await document.documentElement.requestFullscreen().catch(() => toast.warning('当前浏览器不支持全屏'))
  }
  const name = full ? '退出全屏' : '全屏'
  return (
    <Button type="text" icon={full ? <Minimize /> : <Maximize />} aria-label={name} title={name} onClick={() => void toggle()} />
  )
}
