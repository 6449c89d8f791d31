import { type ComponentType, lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import '#web/stranger/m.css'
import { Message } from '#web/stranger/Card.tsx'

/**
 * Maps the small pages for visitors with a code or a link, without an account: each behind a key in its address
 * (docs/spec/security.md#tokens).
 */
const pages: Record<string, ComponentType> = {
  '/m/visit': lazy(() => import('#features/m/visit/visit.screen.tsx')),
  '/m/host': lazy(() => import('#features/m/host/host.screen.tsx')),
  '/m/sign': lazy(() => import('#features/m/sign/sign.screen.tsx')),
}

const Page = pages[location.pathname.replace(/\/$/, '')]

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Suspense>{Page ? <Page /> : <Message title="没有这个页面">请重新扫描二维码。</Message>}</Suspense>
  </StrictMode>,
)
