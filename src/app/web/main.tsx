import { nonce } from '#web/api/nonce.ts'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { onSessionEnded } from '#web/api/sessionEnded.ts'
import { watchErrors } from '#web/api/errorLog.ts'
import { useAppearance } from '#web/theme/appearance.ts'
import { readToken } from '#web/api/session.ts'
import { rememberPortal, signInPath } from '#web/api/signOut.ts'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import '#web/theme/style.css'
import { useTheme } from '#web/theme/theme.ts'
import { onFirstToast } from '#web/feedback/toast.ts'
import { onFirstUndo } from '#web/feedback/offerUndo.ts'

const SignIn = lazy(() => import('#features/common/user/signin.screen.tsx'))
const Arrival = lazy(() => import('#features/common/user/arrival.screen.tsx'))
const EditPassword = lazy(() => import('#features/user/user/editpwd.screen.tsx'))
const Frame = lazy(() => import('./frame/Frame.tsx'))
const Toasts = lazy(() => import('#web/feedback/Toasts.tsx'))
const UndoNotice = lazy(() => import('./UndoNotice.tsx'))
const ActivityPortal = lazy(() => import('./portal/ActivityPortal.tsx'))
const ResourcePortal = lazy(() => import('./portal/ResourcePortal.tsx'))
const Relogin = lazy(() => import('#web/feedback/Relogin.tsx'))

/** Sends visitors without a session to the sign-in, and back to the page afterwards. */
function Guarded() {
  const { pathname, search } = useLocation()
  rememberPortal(pathname)
  // Tells whether it is a page of its own, which only another load of the browser opens.
  const isApart = /^\/(docs\/?$|m\/)/.test(pathname)
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

/** Draws notices and the question after a session's end: loaded when they are needed. */
function Announcements() {
  const [toasts, setToasts] = useState(false)
  const [undo, setUndo] = useState(false)
  const [ended, setEnded] = useState(false)
  useEffect(() => onFirstToast(() => setToasts(true)), [])
  useEffect(() => onFirstUndo(() => setUndo(true)), [])
  useEffect(() => onSessionEnded(() => setEnded(true)), [])
  return (
    <Suspense>
      {toasts && <Toasts />}
      {undo && <UndoNotice />}
      {ended && <Relogin onStay={() => setEnded(false)} />}
    </Suspense>
  )
}

function Page() {
  const theme = useTheme()
  const { look } = useAppearance()
  return (
    <ConfigProvider locale={zhCN} theme={theme} componentSize={look.size} csp={{ nonce }} button={{ autoInsertSpace: false }}>
      <Announcements />
      <BrowserRouter>
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
      </BrowserRouter>
    </ConfigProvider>
  )
}

watchErrors()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
