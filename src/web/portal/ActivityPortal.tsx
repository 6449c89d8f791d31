import { type ComponentType, lazy, use } from 'react'
import { act } from '#features/vam/act/act.contract.ts'
import { MeContext, mayOf } from '../me.tsx'
import { Portal, type PortalPage } from './Portal.tsx'

const page = (path: string, title: string, load: () => Promise<{ default: ComponentType }>, inHead = false): PortalPage => {
  const Page = lazy(load)
  return { path: `/vam/prtl/${path}`, title, inHead, bare: true, content: <Allowed page={Page} /> }
}

const pages = [
  page('index', '全部活动', () => import('#features/vam/prtl/ActivityIndex.tsx'), true),
  page('myreg', '我的报名', () => import('#features/vam/prtl/Enrolments.tsx'), true),
  page('works', '作品展示', () => import('#features/vam/prtl/Works.tsx'), true),
  page('dtl', '活动详情', () => import('#features/vam/prtl/ActivityDetail.tsx')),
  page('enroll', '活动报名', () => import('#features/vam/prtl/Enrol.tsx')),
  page('uploadworks', '上传作品', () => import('#features/vam/prtl/HandIn.tsx')),
]

/** The activity portal: pages that the menu does not show (specification, section 2). */
export default function ActivityPortal() {
  return <Portal name="活动" home="/vam/prtl/index" pages={pages} />
}

/** A page, for whoever may look at activities; who is not signed in sees what is shown to everybody. */
function Allowed({ page: Page }: { page: ComponentType }) {
  const me = use(MeContext)
  if (!me || mayOf(me)(act.getshownpage)) return <Page />
  return (
    <div className="empty">
      <h1>没有权限查看活动</h1>
      需要的话，请本企业的管理员在角色管理里授权。
    </div>
  )
}
