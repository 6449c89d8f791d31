import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate, NavLink, useLocation } from 'react-router'
import { queries } from '../api.ts'
import { meQuery } from '../me.tsx'
import { readToken } from '../session.ts'
import { signInPath } from '../signOut.ts'
import './portal.css'

/** A page of a portal: its address, its title, whether the head leads to it, and whether it says itself what it is. */
export type PortalPage = { path: string; title: string; inHead?: boolean; hasOwnHead?: boolean; content: ReactNode }

type Props = { name: string; home: string; pages: PortalPage[] }

/** The frame of a portal, which stands beside the back office: a head with the ways through it, and one page. */
export const Portal = (props: Props) => (
  <QueryClientProvider client={queries}>
    <Inside {...props} />
  </QueryClientProvider>
)

function Inside({ name, home, pages }: Props) {
  const { pathname } = useLocation()
  const page = pages.find(({ path }) => path === pathname)
  useEffect(() => {
    if (page) document.title = `${page.title} - 智慧校园学校平台`
  }, [page])
  if (!page) return <Navigate replace to={home} />
  return (
    <div className="portal">
      <header className="portal-head">
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
        <Visitor />
      </header>
      <main className={page.hasOwnHead ? 'portal-room' : 'portal-page'}>
        {!page.hasOwnHead && <h1>{page.title}</h1>}
        {page.content}
      </main>
    </div>
  )
}

/** Who looks at it: the way back to the back office, or to the sign-in. */
function Visitor() {
  const { pathname, search } = useLocation()
  const signedIn = readToken() !== undefined
  const { data: me } = useQuery({ ...meQuery, enabled: signedIn })
  if (!signedIn) return <Button href={signInPath(pathname + search)}>登录</Button>
  return (
    <span className="portal-visitor">
      {me?.nickName}
      <Link to="/dashboard">管理后台</Link>
    </span>
  )
}
