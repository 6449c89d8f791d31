import { EmptyState } from '../EmptyState.tsx'
import { Portal } from './Portal.tsx'

/** The activity portal: pages that the menu does not show (specification, section 2). */
export default function ActivityPortal() {
  const nothing = <EmptyState hint="还没有发布的活动" />
  return (
    <Portal
      name="活动"
      home="/vam/prtl/index"
      pages={[
        { path: '/vam/prtl/index', title: '全部活动', inHead: true, content: nothing },
        { path: '/vam/prtl/myreg', title: '我的报名', inHead: true, content: <EmptyState hint="还没有报名" /> },
        { path: '/vam/prtl/works', title: '作品展示', inHead: true, content: <EmptyState hint="还没有作品" /> },
        { path: '/vam/prtl/dtl', title: '活动详情', content: nothing },
        { path: '/vam/prtl/enroll', title: '活动报名', content: nothing },
        { path: '/vam/prtl/uploadworks', title: '上传作品', content: nothing },
      ]}
    />
  )
}
