import { QueryClientProvider } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { type MouseEvent, Suspense, useEffect, useMemo } from 'react'
import { Link, Navigate, NavLink, useLocation, useNavigate, useNavigationType } from 'react-router'
import { queries } from '#web/api/api.ts'
import { HelpLink, manualOf } from '../frame/HelpLink.tsx'
import { MeContext, type User } from '#web/api/me.tsx'
import { PartBoundary } from '#web/feedback/PartBoundary.tsx'
import { readToken } from '#web/api/session.ts'
import { signInPath } from '#web/api/signOut.ts'
import { forgetUnsaved } from '#web/page/unsaved.ts'
import { useAfterSignIn } from '../useAfterSignIn.ts'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { TabContext } from '#web/page/tabContext.ts'
import { useTitle } from '#web/page/title.ts'
import type { PortalPage } from '#web/portal/portalPage.tsx'
import '#web/portal/portal.css'

/** Describes a portal; `help` names the section of the manual about it. */
type Props = { name: string; home: string; help: string; pages: PortalPage[] }

/** Draws the frame of a portal, which stands beside the back office: a head with its links, and one page. */
export const Portal = (props: Props) => (
  <QueryClientProvider client={queries}>
    <Entrance {...props} />
  </QueryClientProvider>
)

function Entrance(props: Props) {
  const { pathname } = useLocation()
  const isSignedIn = readToken() !== undefined
  const { me, mustChange } = useAfterSignIn(isSignedIn)
  const tab = useMemo(() => ({ active: true, path: pathname }), [pathname])
  if (mustChange) return <Navigate replace to="/editpwd" />
  if (isSignedIn && !me) return <Spin delay={200} className="page-spin" />
  return (
    <MeContext value={me}>
      <TabContext value={tab}>
        <Inside {...props} me={me} />
      </TabContext>
    </MeContext>
  )
}

function Inside({ name, home, help, pages, me }: Props & { me: User | undefined }) {
  const { pathname } = useLocation()
  const page = pages.find(({ path }) => path === pathname)
  const { onWayOut, dialog } = useWaysOut()
  useArrival(page?.title)
  if (!page) return <Navigate replace to="/404" />
  return (
    <div className="portal touch">
      <header className="portal-head" onClickCapture={onWayOut}>
        <Link to={home} className="portal-name">
          {name}
        </Link>
        <nav aria-label={name}>
          {pages
            .filter(({ inHead }) => inHead)
            .map(({ path, title }) => (
              <NavLink key={path} to={path}>
                {title}
              </NavLink>
            ))}
        </nav>
        <span className="portal-visitor">
          <HelpLink to={manualOf(help)} />
          <Visitor me={me} />
        </span>
      </header>
      <main className={page.bare ? 'portal-page bare' : 'portal-page'}>
        {!page.bare && <h1>{page.title}</h1>}
        <PartBoundary as="page" key={pathname}>
          <Suspense fallback={<Spin delay={200} className="page-spin" />}>{page.content}</Suspense>
        </PartBoundary>
      </main>
      {dialog}
    </div>
  )
}

/** Names the page, and begins it at its top; the way back leads to where one was. */
function useArrival(title: string | undefined) {
  const { pathname } = useLocation()
  const way = useNavigationType()
  useTitle(title)
  useEffect(() => {
    if (way !== 'POP') window.scrollTo(0, 0)
    return () => forgetUnsaved((path) => path === pathname)
  }, [pathname, way])
}

/** Asks before a link of the head leads away from something unsaved. */
function useWaysOut() {
  const navigate = useNavigate()
  const { leave, isUnsaved, dialog } = useLeaving()
  const onWayOut = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target === '_blank' || !isUnsaved() || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    leave(() => navigate(link.pathname + link.search))
  }
  return { onWayOut, dialog }
}

/** Draws the visitor's way back to the back office, or to the sign-in. */
function Visitor({ me }: { me: User | undefined }) {
  const { pathname, search } = useLocation()
  if (!me) return <Button href={signInPath(pathname + search)}>登录</Button>
  return (
    <>
      <span className="portal-who">{me.nickName}</span>
      <Link to="/dashboard">管理后台</Link>
    </>
  )
}
