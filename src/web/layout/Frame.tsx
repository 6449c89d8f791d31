import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { useIsFetching, useIsMutating, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Spin } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { userMdl } from '#features/user/mdl/mdl.contract.ts'
import type { MenuModule } from '#features/user/mdl/mdl.contract.ts'
import { query } from '../api.ts'
import { MeContext, meQuery } from '../me.tsx'
import { pagesOf, shownMenu } from '../screens.ts'
import { readToken } from '../session.ts'
import { signOut } from '../signOut.ts'
import { useNarrow } from '../useNarrow.ts'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'
import { visitTab } from './tabs.ts'
import { UserMenu } from './UserMenu.tsx'

/** Everything behind the sign-in: fetches the user and the modules, then shows the frame; without a session, the sign-in. */
export default function Frame() {
  const { pathname, search } = useLocation()
  const signedIn = readToken() !== undefined
  const me = useQuery({ ...meQuery, enabled: signedIn })
  const menu = useQuery({ ...query(userMdl.get, {}), staleTime: Number.POSITIVE_INFINITY, enabled: signedIn && me.data?.pwdFlag === '0' })
  const error = me.error ?? menu.error
  useEffect(() => {
    if (!error) return
    signOut(`/login?redirect=${encodeURIComponent(pathname + search)}&reason=${encodeURIComponent(error.message || "Has Error")}`)
  }, [error, pathname, search])
  if (!signedIn) return <Navigate replace to={`/login?redirect=${encodeURIComponent(pathname + search)}`} />
  if (me.data?.pwdFlag === '1') return <Navigate replace to="/editpwd" />
  if (!me.data || !menu.data) return <Spin delay={200} style={{ display: 'block', margin: '20vh auto' }} />
  return (
    <MeContext value={me.data}>
      <Inside menu={menu.data} />
    </MeContext>
  )
}

function Inside({ menu }: { menu: MenuModule[] }) {
  const { pathname, search } = useLocation()
  const narrow = useNarrow()
  const [folded, setFolded] = useState(() => document.cookie.includes('sidebar=folded'))
  const [open, setOpen] = useState(false)
  const pages = useMemo(() => pagesOf(menu), [menu])
  const shown = useMemo(() => shownMenu(menu), [menu])
  const page = pages.get(pathname)
  useEffect(() => {
    const home = pages.get('/dashboard')
    if (home) visitTab(home, '')
    if (!page) return
    visitTab(page, search)
    document.title = `${page.title} - 智慧校园学校平台`
  }, [page, pages, search])
  const fold = () => {
    if (narrow) return setOpen(true)
    // biome-ignore lint/suspicious/noDocumentCookie: the specification keeps this state in a cookie
    document.cookie = `sidebar=${folded ? 'open' : 'folded'}; path=/; max-age=31536000; samesite=lax`
    setFolded(!folded)
  }
  if (pathname === '/') return <Navigate replace to="/dashboard" />
  if (!page) return <Navigate replace to="/404" />
  const sidebar = <Sidebar menu={shown} shown={pathname} folded={folded && !narrow} onPick={() => setOpen(false)} />
  return (
    <div className="frame">
      <Progress />
      {narrow ? (
        <Drawer open={open} placement="left" size={210} onClose={() => setOpen(false)} closable={false} styles={{ body: { padding: 0 } }}>
          {sidebar}
        </Drawer>
      ) : (
        <aside className={`frame-side${folded ? ' folded' : ''}`}>{sidebar}</aside>
      )}
      <div className="frame-main">
        <header className="frame-bar">
          <Button type="text" icon={folded || narrow ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />} aria-label={folded || narrow ? '展开菜单' : '收起菜单'} onClick={fold} />
          <UserMenu />
        </header>
        <TabBar shown={pathname} />
        <TabHost shown={pathname} pages={pages} />
      </div>
    </div>
  )
}

/** The global loading indicator: shown while any call that is not quiet is under way. */
function Progress() {
  const reading = useIsFetching({ predicate: ({ meta }) => !meta?.quiet })
  const writing = useIsMutating()
  return reading + writing > 0 && <div className="frame-progress" role="progressbar" aria-label="加载中" />
}
