import { Spin, Tabs } from 'antd'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { ShareState } from '#domain/resources/resources.contract.ts'
import { query } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { res } from './res.contract.ts'
import { ResourceList } from './ResourceList.tsx'
import './resources.css'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const ResourceReview = lazyPage(() => import('./review/ResourceReview.tsx'))

/** Draws the resources of the enterprise by their classes, and those of others that wait here for a review. */
export default function ResourceScreen() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const reviews = may(res.getofferedpage)
  const waiting = useQuery({ ...query(res.getofferedpage, { shrStt: ShareState.waiting, pageSize: 1 }), enabled: reviews })
  const isReview = reviews && params.get('tab') === 'review'
  const count = waiting.data?.recordCount ?? 0
  return (
    <div className="page touch">
      <PageHead title="资源管理">
        <Link to="/resource/home" className="head-link">
          资源中心
        </Link>
      </PageHead>
      {reviews && (
        <Tabs
          activeKey={isReview ? 'review' : 'own'}
          onChange={(key) => setParams(key === 'review' ? { tab: key } : {}, { replace: true })}
          items={[
            { key: 'own', label: '本单位资源' },
            { key: 'review', label: count > 0 ? `待审核 ${formatCount(count)}` : '待审核' },
          ]}
        />
      )}
      {isReview ? (
        <Suspense fallback={<Spin delay={200} className="page-spin" />}>
          <ResourceReview />
        </Suspense>
      ) : (
        <ResourceList />
      )}
    </div>
  )
}
