import { EmptyState } from '../EmptyState.tsx'
import { Portal } from './Portal.tsx'

/** The resource portal (specification, section 2). */
export default function ResourcePortal() {
  const nothing = <EmptyState hint="还没有发布的资源" />
  return (
    <Portal
      name="资源中心"
      home="/resource/home"
      pages={[
        { path: '/resource/home', title: '全部资源', inHead: true, content: nothing },
        { path: '/resource/my', title: '我的资源', inHead: true, content: <EmptyState hint="还没有上传或收藏的资源" /> },
        { path: '/resource/details', title: '资源详情', content: nothing },
        { path: '/resource/file', title: '资源预览', content: nothing },
      ]}
    />
  )
}
