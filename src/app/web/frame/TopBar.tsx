import { CompressOutlined, ExpandOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { toast } from '#web/feedback/toast.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { ErrorLogButton } from './ErrorLogButton.tsx'
import { HelpLink } from './HelpLink.tsx'
import { SearchButton } from './SearchButton.tsx'
import { UserMenu } from './UserMenu.tsx'
import { showWindow, useWindow } from '#web/layout/windows.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const Settings = lazyWindow(() => import('./SettingsDrawer.tsx'))

/** Draws the bar above the pages (docs/spec/page.md#frame); `help` is the manual's section about the shown page. */
export function TopBar({ folded, onFold, help }: { folded: boolean; onFold: () => void; help: string }) {
  const narrow = useNarrow()
  const window = useWindow()
  return (
    <header className="frame-bar">
      <Button
        type="text"
        icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={folded ? '展开菜单' : '收起菜单'}
        onClick={onFold}
      />
      <div className="frame-bar-end">
        {narrow && <SearchButton />}
        {!narrow && <ErrorLogButton />}
        {!narrow && <FullScreenButton />}
        <Button type="text" icon={<SettingOutlined />} aria-label="界面设置" onClick={() => showWindow('settings')} />
        {!narrow && <HelpLink to={help} />}
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
  return (
    <Button
      type="text"
      icon={full ? <CompressOutlined /> : <ExpandOutlined />}
      aria-label={full ? '退出全屏' : '全屏'}
      onClick={() => void toggle()}
    />
  )
}
