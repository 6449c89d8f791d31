import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { QueryClientProvider, useIsFetching, useIsMutating, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Spin } from 'antd'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { userCfg } from '#features/user/cfg/cfg.contract.ts'
import { type MenuModule, userMdl } from '#features/user/mdl/mdl.contract.ts'
import { queries, query } from '../api.ts'
import { MeContext, meQuery } from '../me.tsx'
import { pagesOf, shownMenu } from '../screens.ts'
import { keepWindow } from '../session.ts'
import { signInPath, signOut } from '../signOut.ts'
import { showTheme } from '../theme.ts'
import { useNarrow } from '../useMedia.ts'
import { ImitationBanner } from './ImitationBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'
import { visitTab } from './tabs.ts'
import { UserMenu } from './UserMenu.tsx'

export default function Frame() {
  return (
    <QueryClientProvider client={queries}>
      <Progress />
      <Entrance />
    </QueryClientProvider>
  )
}

/** Fetches the user and the modules, then shows the frame; where that fails, back to the sign-in with the reason. */
function Entrance() {
  const { pathname, search } = useLocation()
  const me = useQuery(meQuery)
  const menu = useQuery({ ...query(userMdl.get, {}), staleTime: Number.POSITIVE_INFINITY, enabled: me.data?.pwdFlag === '0' })
  const settings = useQuery({ ...query(userCfg.getentcfg, {}), enabled: me.data?.pwdFlag === '0' })
  const error = me.error ?? menu.error ?? settings.error
  useEffect(() => {
    if (!error) return
    signOut(signInPath(pathname + search), error.message || 'Has Error')
  }, [error, pathname, search])
  const { THEME, TKN_WIN } = settings.data ?? {}
  useLayoutEffect(() => {
    showTheme(THEME)
    if (TKN_WIN) keepWindow(TKN_WIN)
  }, [THEME, TKN_WIN])
  if (me.data?.pwdFlag === '1') return <Navigate replace to="/editpwd" />
  if (!me.data || !menu.data || !settings.data) return <Spin delay={200} style={{ display: 'block', margin: '20vh auto' }} />
  return (
    <MeContext value={{ ...me.data, cfgData: settings.data }}>
      <Inside menu={menu.data} />
    </MeContext>
  )
}

const foldedCookie = 'sidebar=folded'

function Inside({ menu }: { menu: MenuModule[] }) {
  const { pathname, search } = useLocation()
  const narrow = useNarrow()
  const [folded, setFolded] = useState(() => document.cookie.includes(foldedCookie))
  const [open, setOpen] = useState(false)
  const pages = useMemo(() => pagesOf(menu), [menu])
  const shown = useMemo(() => shownMenu(menu), [menu])
  const page = pages.get(pathname)
  useEffect(() => {
    const home = pages.get('/dashboard')
    if (home && pathname !== home.path) visitTab(home, '')
    if (!page) return
    visitTab(page, search)
    document.title = `${page.title} - 智慧校园学校平台`
  }, [page, pages, pathname, search])
  const fold = () => {
    if (narrow) return setOpen(true)
    document.cookie = `${folded ? 'sidebar=open' : foldedCookie}; path=/; max-age=31536000; samesite=lax`
    setFolded(!folded)
  }
  if (pathname === '/') return <Navigate replace to="/dashboard" />
  if (!page) return <Navigate replace to="/404" />
  const sidebar = <Sidebar menu={shown} shown={pathname} folded={folded && !narrow} onPick={() => setOpen(false)} />
  const unfolds = folded || narrow
  return (
    <div className="frame">
      {narrow ? (
        <Drawer
          open={open}
          placement="left"
          size={210}
          onClose={() => setOpen(false)}
          closable={false}
          styles={{ body: { padding: 0 } }}
        >
          {sidebar}
        </Drawer>
      ) : (
        <aside className={`frame-side${folded ? ' folded' : ''}`}>{sidebar}</aside>
      )}
      <div className="frame-main">
        <header className="frame-bar">
          <Button
            type="text"
            icon={unfolds ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
            aria-label={unfolds ? '展开菜单' : '收起菜单'}
            onClick={fold}
          />
          <UserMenu />
        </header>
        <ImitationBanner />
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
