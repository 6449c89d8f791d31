import { InboxIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { CollectionState } from '#domain/collections/collections.contract.ts'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { RecordHead } from '#web/head/RecordHead.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { RecordTabs } from '#web/layout/RecordTabs.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { RecordNeighbours } from '#web/list/RecordNeighbours.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useTabName } from '#web/page/tab.ts'
import { prop } from '#features/ent/prop/prop.contract.ts'
import { useMay } from '#web/api/me.tsx'
import { hnd } from './hnd.contract.ts'
import './hnd.css'
import { useCollectionActions } from './useCollectionActions.tsx'

const AskedPeople = lazyPage(() => import('./AskedPeople.tsx'))
const Proposals = lazyPage(() => import('#features/ent/prop/proposals.panel.tsx'))
const Statistics = lazyPage(() => import('./Statistics.tsx'))

type Shown = Out<typeof hnd.get>

const pageOf = (hndNo: string) => `/ent/hnd/${hndNo}`

/** Draws everything about one collection: who has answered, what, in sum, and what was asked. */
export default function CollectionPage() {
  const { hndNo = '' } = useParams()
  const navigate = useNavigate()
  const may = useMay()
  const { data, error, refetch } = useQuery(query(hnd.get, { hndNo }))
  const { firstOf, restOf, dialogs } = useCollectionActions(() => void navigate('/ent/hnd'))
  useTabName(data?.title)
  if (error && !data) return <ReadFailed page="收集" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  const { title, stt, tmplName, dueTm, toCnt, doneCnt } = data
  const isOut = stt !== CollectionState.draft
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '收集', to: '/ent/hnd' }]} />
      <RecordHead
        mark={<InboxIcon />}
        name={title}
        state={<StatusTag type="HND_STT" value={stt} />}
        facts={[
          tmplName,
          isOut && `已填 ${formatCount(doneCnt)} / ${formatCount(toCnt)}`,
          dueTm ? `${formatTime(dueTm)} 截止` : '不限时间',
        ]}
        first={firstOf(data)}
        menu={restOf(data)}
        neighbours={<RecordNeighbours call={hnd.getpage} rowKey="hndNo" no={hndNo} of="次收集" pathOf={pageOf} />}
      />
      <RecordTabs
        path={pageOf(hndNo)}
        tabs={[
          isOut && { key: 'asked', label: '进度', children: <AskedPeople collection={data} /> },
          isOut && { key: 'statis', label: '统计', children: <Statistics hndNo={hndNo} /> },
          isOut &&
            data.backs.length > 0 &&
            may(prop.getpage) && { key: 'back', label: '回写', children: <Proposals hndNo={hndNo} /> },
          { key: 'facts', label: '要求', children: <Facts collection={data} /> },
          historyTab('hnd', hndNo),
        ]}
      />
      {dialogs}
    </div>
  )
}

function Facts({ collection }: { collection: Shown }) {
  const { des, scope, dueTm, lateFlag, editFlag, joinFlag, sndName, sentTm, billClmns } = collection
  return (
    <FactList
      items={[
        ['谁来填', scope.map(({ name, outFlag }) => (outFlag === '1' ? `除外：${name}` : name)).join('、') || '–'],
        ['说明', des ?? '–'],
        ['题目', billClmns.map(({ clmnName }) => clmnName).join('、') || '–'],
        ['截止时间', dueTm ? formatTime(dueTm) : '不限'],
        ['过期后', lateFlag === '1' ? '还可以填写，会标出来' : '不能再填写'],
        ['提交后', editFlag === '1' ? '截止前可以修改' : '不能修改'],
        ['后来加入的', joinFlag === '1' ? '也要填，会自动通知' : '不用填'],
        ['发起人', sndName],
        ['发起时间', sentTm ? formatTime(sentTm) : '还没有发起'],
      ]}
    />
  )
}
