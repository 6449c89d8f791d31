import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useEffect, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router'
import { Composer } from './Composer.tsx'
import { type MenuModule, userMdl } from '#contract/shell/mdl.contract.ts'
import { queries, query } from '#web/api/api.ts'
import { useBusy } from '#web/api/busy.ts'
import { useAppearance } from '#web/theme/appearance.ts'
import { MeContext, mayOf, useMe } from '#web/api/me.tsx'
import { DragLayer } from '#web/drag/DragLayer.tsx'
import { Palette } from '../palette/Palette.tsx'
import { pagesOf } from '../screens.ts'
import { shownMenu } from './shownMenu.ts'
import { ownPath } from '#web/api/signOut.ts'
import { onceASession, useAfterSignIn, useTurnedAway } from '../useAfterSignIn.ts'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import { tabPathOf } from '#web/page/links.ts'
import { showTitle } from '#web/page/title.ts'
import { usePreparedAnnouncements } from '../Announcements.tsx'
import { Side } from '../menu/Side.tsx'
import { sectionOf } from '../menu/sectionOf.ts'
import { TabBar } from './TabBar.tsx'
import { TabHost } from './TabHost.tsx'
import { refreshTab, tabName, useTabs, visitTab } from '#web/page/tabs.ts'
import { PagePath } from './PagePath.tsx'
import { manualOf } from './HelpLink.tsx'
import { TopBar } from './TopBar.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { useCtrlK } from '#web/layout/useCtrlK.ts'
import { skipToPage, useRegionKeys } from './regions.ts'
import { useHeaderAway } from './useHeaderAway.ts'
import { showWindow, useWindow } from '#web/layout/windows.ts'
import './frame.css'

// Knows every page of the product, which only a wrong address needs.
const Elsewhere = lazyPage(() => import('../Elsewhere.tsx'))

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
  const { me, isFull, mustChange } = useAfterSignIn()
  const menu = useQuery({ ...query(userMdl.get, {}), ...onceASession, enabled: isFull })
  useTurnedAway([menu])
  if (mustChange) return <Navigate replace to="/editpwd" />
  if (!me || !menu.data) return <Spin delay={200} className="page-spin" />
  return (
    <MeContext value={me}>
      <Inside menu={menu.data} />
    </MeContext>
  )
}

// Maps short addresses to pages, and the refresh helper (docs/spec/page.md#routes).
const leads: Record<string, string> = { '/': '/dashboard', '/profile': '/profile/index' }
const redirect = '/redirect/'

function Inside({ menu }: { menu: MenuModule[] }) {
  const { pathname, search } = useLocation()
  const { look } = useAppearance()
  const me = useMe()
  const pages = useMemo(() => pagesOf(menu, mayOf(me)), [menu, me])
  const shown = useMemo(() => shownMenu(menu), [menu])
  const page = pages.get(pathname)
  const tabPath = tabPathOf(pathname, search)
  const header = useHeaderAway(look.fixedHeader)
  const tab = useTabs().find((one) => one.path === tabPath)
  const section = useMemo(() => sectionOf(shown, pathname), [shown, pathname])
  const name = tab ? tabName(tab) : (page?.title ?? '')
  const isSearching = useWindow() === 'search'
  useCtrlK(() => showWindow('search'))
  useRegionKeys()
  usePreparedAnnouncements()
  useEffect(() => {
    const home = pages.get('/dashboard')
    if (home && pathname !== home.path) visitTab(home, '')
    if (!page) return
    visitTab({ ...page, path: tabPath }, tabPath === pathname ? search : '')
    showTitle(page.title)
  }, [page, pages, pathname, search, tabPath])
  const lead = leads[pathname]
  if (lead) return <Navigate replace to={lead + search} />
  if (pathname.startsWith(redirect)) return <Refreshed path={ownPath(`/${pathname.slice(redirect.length)}${search}`)} />
  if (!page) return <Elsewhere path={pathname} search={search} pages={pages} />
  return (
    <div className="frame">
      <SkipLink />
      <Side menu={shown} shown={{ address: pathname + search, pathname }}>
        {(folded, fold) => (
          <div className={`frame-main${header.away ? ' header-away' : ''}`} onScrollCapture={header.onScroll}>
            <TopBar folded={folded} onFold={fold} help={manualOf(page.module)} title={name} section={section}>
              {look.tags ? <TabBar shown={tabPath} /> : <PagePath menu={shown} path={pathname} name={name} />}
            </TopBar>
            <ImpersonationBanner />
            <TabHost shown={tabPath} pages={pages} menu={shown} />
          </div>
        )}
      </Side>
      <DragLayer />
      <Composer />
      {isSearching && <Palette menu={shown} pages={pages} onClose={showWindow} />}
    </div>
  )
}

/** Is the first stop of Tab, and leads past the menu, the top bar and the tabs. */
const SkipLink = () => (
  <a
    className="skip"
    href="#main"
    onClick={(event) => {
      event.preventDefault()
      skipToPage()
    }}
  >
    跳到内容
  </a>
)

/** Redirects `/redirect/ent/emp` to `/ent/emp` and draws that page anew. */
function Refreshed({ path }: { path: string }) {
  useEffect(() => {
    const { pathname, search } = new URL(path, location.origin)
    refreshTab(tabPathOf(pathname, search))
  }, [path])
  return <Navigate replace to={path} />
}

/** Draws the global loading indicator: shown while any call that is not quiet is under way. */
function Progress() {
  return useBusy() && <div className="frame-progress" role="progressbar" aria-label="加载中" />
}
