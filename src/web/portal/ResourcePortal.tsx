import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Spin } from 'antd'
import { res } from '#features/res/res/res.contract.ts'
import { EmptyState } from '../EmptyState.tsx'
import { useMay } from '../me.tsx'
import { Portal, type PortalPage } from './Portal.tsx'
import { SignedIn } from './SignedIn.tsx'

type Page = Omit<PortalPage, 'content'> & { screen: ComponentType }

const pages: Page[] = [
  { path: '/resource/home', title: '全部资源', inHead: true, screen: lazy(() => import('#features/res/res/PortalHome.tsx')) },
  { path: '/resource/my', title: '我的资源', inHead: true, screen: lazy(() => import('#features/res/res/PortalMy.tsx')) },
  { path: '/resource/details', title: '资源详情', screen: lazy(() => import('#features/res/res/PortalDetails.tsx')) },
  { path: '/resource/file', title: '资源预览', screen: lazy(() => import('#features/res/res/PortalFile.tsx')) },
]

const shown = pages.map(({ screen: Screen, ...page }) => ({
  ...page,
  hasOwnHead: true,
  content: (
    <SignedIn>
      <Readers>
        <Suspense fallback={<Spin className="page-spin" />}>
          <Screen />
        </Suspense>
      </Readers>
    </SignedIn>
  ),
}))

/** The resource portal (specification, section 2). */
export default function ResourcePortal() {
  return <Portal name="资源中心" home="/resource/home" pages={shown} />
}

/** Whoever may look at resources. */
function Readers({ children }: { children: ReactNode }) {
  const may = useMay()
  return may(res.getpage) ? children : <EmptyState hint="没有权限查看资源，请联系管理员" />
}
