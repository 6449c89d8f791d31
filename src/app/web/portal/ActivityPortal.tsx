import { act } from '#features/vam/act/act.contract.ts'
import { Portal } from './Portal.tsx'
import { portalPage } from '#web/portal/portalPage.tsx'

const portal = { base: '/vam/prtl', call: act.getshownpage, noun: '活动' }

const pages = [
  portalPage(portal, 'index', '全部活动', { inHead: true, load: () => import('#features/vam/prtl/ActivityIndex.tsx') }),
  portalPage(portal, 'myreg', '我的报名', { inHead: true, load: () => import('#features/vam/prtl/enrol/Enrolments.tsx') }),
  portalPage(portal, 'works', '作品展示', { inHead: true, load: () => import('#features/vam/prtl/works/Works.tsx') }),
  portalPage(portal, 'dtl', '活动详情', { load: () => import('#features/vam/prtl/ActivityDetail.tsx') }),
  portalPage(portal, 'enroll', '活动报名', { load: () => import('#features/vam/prtl/enrol/Enrol.tsx') }),
  portalPage(portal, 'uploadworks', '上传作品', { load: () => import('#features/vam/prtl/works/HandIn.tsx') }),
]

/** Draws the activity portal: pages that the menu does not show (docs/spec/activities.md#portal). */
export default function ActivityPortal() {
  return <Portal name="活动" home="/vam/prtl/index" help="actportal" pages={pages} />
}
