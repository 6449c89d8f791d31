import '#web/api/askEarly.ts'
import '#web/theme/layers.css'
import { nonce } from '#web/api/nonce.ts'
import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import { Fragment, type ReactNode, StrictMode, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { watchNetwork } from '#web/api/connection.ts'
import { receiveSession, shareSession } from '#web/api/handover.ts'
import { watchErrors } from '#web/api/errorLog.ts'
import { watchSpokenParts } from '#web/page/spokenParts.ts'
import { useAppearance } from '#web/theme/appearance.ts'
import { readToken } from '#web/api/session.ts'
import { rememberPortal, signInPath } from '#web/api/signOut.ts'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import '#web/theme/style.css'
import { useTheme } from '#web/theme/theme.ts'
import { Announcements } from './Announcements.tsx'
import { tidyPath } from './tidyPath.ts'
import { TopLine } from '#web/feedback/TopLine.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const SignIn = lazyPage(() => import('#features/common/user/signin.screen.tsx'))
const Arrival = lazyPage(() => import('#features/common/user/arrival.screen.tsx'))
const EditPassword = lazyPage(() => import('#features/user/user/editpwd.screen.tsx'))
const Frame = lazyPage(() => import('./frame/Frame.tsx'))
const ActivityPortal = lazyPage(() => import('./portal/ActivityPortal.tsx'))
const ResourcePortal = lazyPage(() => import('./portal/ResourcePortal.tsx'))

/** Sends visitors without a session to the sign-in, and back to the page afterwards. */
function Guarded() {
  const { pathname, search } = useLocation()
  rememberPortal(pathname)
  // Tells whether it is a page of its own, which only another load of the browser opens.
  const isApart = /^\/(docs$|m\/)/.test(pathname)
  useEffect(() => {
    if (isApart) location.replace(pathname + search)
  }, [isApart, pathname, search])
  if (isApart) return null
  if (!readToken() && pathname !== openPortal) return <Navigate replace to={signInPath(pathname + search)} />
  if (pathname.startsWith('/vam/prtl/')) return <ActivityPortal />
  return pathname.startsWith('/resource/') ? <ResourcePortal /> : <Frame />
}

// Opens the activities to visitors without an account (docs/spec/page.md#access).
const openPortal = '/vam/prtl/index'

/** Draws the page of an address, once that is written as this page writes it. */
function Addressed() {
  const { pathname, search, hash } = useLocation()
  const tidy = pathname.startsWith('/m/') ? pathname : tidyPath(pathname)
  if (tidy !== pathname) return <Navigate replace to={{ pathname: tidy, search, hash }} />
  return (
    <Suspense>
      <Routes>
        <Route path="/login" element={<SignIn title="登录" />} />
        <Route path="/resource/login" element={<SignIn title="资源中心登录" />} />
        <Route path="/login/sso" element={<Arrival way="sso" />} />
        <Route path="/login/cas" element={<Arrival way="cas" />} />
        <Route path="/login/transitPage" element={<Arrival way="transit" />} />
        <Route path="/editpwd" element={<EditPassword />} />
        <Route path="*" element={<Guarded />} />
      </Routes>
    </Suspense>
  )
}

// Puts the styles that antd makes in development where the build has them: below ours.
const Styles = import.meta.env.DEV
  ? ({ children }: { children: ReactNode }) => <StyleProvider layer>{children}</StyleProvider>
  : Fragment

function Page() {
  const theme = useTheme()
  const { look } = useAppearance()
  return (
    <ConfigProvider locale={zhCN} theme={theme} componentSize={look.size} csp={{ nonce }} button={{ autoInsertSpace: false }}>
      <TopLine />
      <Announcements />
      <BrowserRouter>
        <Addressed />
      </BrowserRouter>
    </ConfigProvider>
  )
}

watchErrors()
watchSpokenParts()
watchNetwork()
shareSession()
void receiveSession()
  .then(() => (readToken() ? Frame : SignIn).prepare())
  .then(() =>
    createRoot(document.getElementById('root') as HTMLElement).render(
      <StrictMode>
        <Styles>
          <Page />
        </Styles>
      </StrictMode>,
    ),
  )
