import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { queries } from './api.ts'
import { Relogin } from './Relogin.tsx'
import './style.css'
import { theme } from './theme.ts'
import { Toasts } from './toast.tsx'

const SignIn = lazy(() => import('#features/common/user/signin.screen.tsx'))
const EditPassword = lazy(() => import('#features/user/user/editpwd.screen.tsx'))
const Frame = lazy(() => import('./layout/Frame.tsx'))

const nonce = document.querySelector('meta[property=csp-nonce]')?.getAttribute('content') ?? ''
const root = document.getElementById('root') as HTMLElement

createRoot(root).render(
  <StrictMode>
    <ConfigProvider locale={zhCN} theme={theme} componentSize="medium" csp={{ nonce }} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={queries}>
        <Toasts />
        <BrowserRouter>
          <Relogin />
          <Suspense>
            <Routes>
              <Route path="/login" element={<SignIn />} />
              <Route path="/editpwd" element={<EditPassword />} />
              <Route path="*" element={<Frame />} />
            </Routes>
          </Suspense>
        </BrowserRouter>
      </QueryClientProvider>
    </ConfigProvider>
  </StrictMode>,
)
