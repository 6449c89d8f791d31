import { lazy, Suspense, useEffect, useState } from 'react'
import { onEnded } from './ended.ts'
import { signOut } from './signOut.ts'

const AppModal = lazy(() => import('./AppModal.tsx').then((module) => ({ default: module.AppModal })))

/** A session that has ended asks whether to sign in again or to stay on the page (specification, section 8). */
export function Relogin() {
  const [asking, setAsking] = useState(false)
  useEffect(() => onEnded(() => setAsking(true)), [])
  const again = () => signOut(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  return (
    asking && (
      <Suspense>
        <AppModal open title="登录已失效" width={440} okText="重新登录" cancelText="取消" onOk={again} onCancel={() => setAsking(false)}>
          您已被登出，可以取消继续留在该页面，或者重新登录
        </AppModal>
      </Suspense>
    )
  )
}
