import { res } from '#features/res/res/res.contract.ts'
import { Portal } from './Portal.tsx'
import { portalPage } from '#web/portal/portalPage.tsx'

const portal = { base: '/resource', call: res.getpage, noun: '资源' }

const pages = [
  portalPage(portal, 'home', '全部资源', { inHead: true, load: () => import('#features/res/res/portal/PortalHome.tsx') }),
  portalPage(portal, 'my', '我的资源', { inHead: true, load: () => import('#features/res/res/portal/PortalMy.tsx') }),
  portalPage(portal, 'details', '资源详情', { load: () => import('#features/res/res/portal/PortalDetails.tsx') }),
  portalPage(portal, 'file', '资源预览', { load: () => import('#features/res/res/portal/PortalFile.tsx') }),
]

/** Draws the resource portal (docs/spec/resources.md#portal). */
export default function ResourcePortal() {
  return <Portal name="资源中心" home="/resource/home" help="resportal" pages={pages} />
}
