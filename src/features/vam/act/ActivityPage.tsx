import { Flag } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ActivityState, For } from '#domain/activities/activities.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { RecordNeighbours } from '#web/list/RecordNeighbours.tsx'
import { RecordTabs } from '#web/layout/RecordTabs.tsx'
import { useMay } from '#web/api/me.tsx'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useTabName } from '#web/page/tab.ts'
import { act } from './act.contract.ts'
import './act.css'
import { ActivityFacts, spanOf } from './ActivityFacts.tsx'
import { useActivityActions } from './useActivityActions.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { RecordHead } from '#web/head/RecordHead.tsx'

const Enrolments = lazyPage(() => import('#features/vam/reg/enrolments.panel.tsx'))
const Works = lazyPage(() => import('#features/vam/wrk/works.panel.tsx'))
const Missing = lazyPage(() => import('./export/missing.panel.tsx'))

const pageOf = (actNo: string) => `/vam/act/${actNo}`

/** Draws everything about one activity: its facts, participants, works, and who does not take part. */
export default function ActivityPage() {
  const { actNo = '' } = useParams()
  const navigate = useNavigate()
  const may = useMay()
  const { data, error, refetch } = useQuery(query(act.get, { actNo }))
  const { firstOf, menuFor, dialogs } = useActivityActions({ onGone: () => void navigate('/vam/act') })
  useTabName(data?.title)
  if (error && !data) return <ReadFailed page="活动" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  const isOut = data.stt !== ActivityState.draft && data.stt !== ActivityState.waiting
  const part = (key: string, label: string, isOpen: boolean, children: ReactNode) => isOpen && { key, label, children }
  const hasEnrolments = isOut && may(reg.getpage)
  const hasWorks = isOut && data.wrkFlag === '1' && may(wrk.getpage)
  const page = pageOf(actNo)
  const counts = [
    ...(isOut ? [{ label: '报名', count: data.takeCnt + data.waitCnt, to: hasEnrolments ? `${page}?tab=reg` : undefined }] : []),
    ...(data.waitCnt > 0 ? [{ label: '候补', count: data.waitCnt }] : []),
    ...(hasWorks ? [{ label: '作品', count: data.wrkCnt, to: `${page}?tab=wrk` }] : []),
    ...(data.signCnt > 0 ? [{ label: '已签到', count: data.signCnt }] : []),
  ]
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '活动管理', to: '/vam/act' }]} />
      <RecordHead
        mark={<Flag />}
        name={data.title}
        state={<StatusTag type="ACT_STT" value={data.stt} />}
        facts={[spanOf(data.sDt, data.eDt), data.place]}
        first={firstOf(data)}
        menu={menuFor(data)}
        neighbours={<RecordNeighbours call={act.getpage} rowKey="actNo" no={actNo} of="个活动" pathOf={pageOf} />}
      />
      {data.answer && data.stt === ActivityState.draft && <p className="bad-line">退回原因：{data.answer}</p>}
      <RecordTabs
        path={page}
        tabs={[
          { key: 'facts', label: '概况', children: <ActivityFacts activity={data} counts={counts} /> },
          part('reg', '报名', hasEnrolments, <Enrolments activity={data} />),
          part('wrk', '作品', hasWorks, <Works actNo={actNo} />),
          part('missing', '未报名学生', isOut && data.who !== For.employees && may(stu.getpage), <Missing actNo={actNo} />),
          historyTab('act', actNo),
        ]}
      />
      {dialogs}
    </div>
  )
}
