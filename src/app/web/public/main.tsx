import { type ComponentType, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import '#web/stranger/m.css'
import { watchNetwork } from '#web/api/connection.ts'
import { TopLine } from '#web/feedback/TopLine.tsx'
import { Message } from '#web/stranger/Card.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

/**
 * Maps the small pages for visitors with a code or a link, without an account: each behind a key in its address
 * (docs/spec/security.md#tokens).
 */
const pages: Record<string, ComponentType> = {
  '/m/visit': lazyPage(() => import('#features/m/visit/visit.screen.tsx')),
  '/m/notice': lazyPage(() => import('#features/m/notice/notice.screen.tsx')),
  '/m/ans': lazyPage(() => import('#features/m/ans/ans.screen.tsx')),
  '/m/fill': lazyPage(() => import('#features/m/fill/fill.screen.tsx')),
  '/m/prc': lazyPage(() => import('#features/m/prc/prc.screen.tsx')),
  '/m/host': lazyPage(() => import('#features/m/host/host.screen.tsx')),
  '/m/sign': lazyPage(() => import('#features/m/sign/sign.screen.tsx')),
}

const Page = pages[location.pathname.replace(/\/$/, '')]

watchNetwork()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <TopLine />
    <Suspense>{Page ? <Page /> : <Message title="没有这个页面">请重新扫描二维码。</Message>}</Suspense>
  </StrictMode>,
)
