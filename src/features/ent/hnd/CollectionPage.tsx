import { valueColumns } from '#contract/form/shown.ts'
import { InboxIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Select, Spin } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { Anonymity, CollectionState, Repeat } from '#domain/collections/collections.contract.ts'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
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
const Answers = lazyPage(() => import('./answers/Answers.tsx'))
const OpenLink = lazyPage(() => import('./link/OpenLink.tsx'))
const Statistics = lazyPage(() => import('./answers/Statistics.tsx'))

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
  const { title, stt, tmplName, dueTm, opnFlag, anon, rpt } = data
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
          isOut && doneWords(data),
          rpt !== Repeat.once && (nxtWords(data) ?? ''),
          anon !== Anonymity.none && <Label key="anon" type="HND_ANON" value={anon} />,
          dueTm ? `${formatTime(dueTm)} 截止` : '不限时间',
        ]}
        first={firstOf(data)}
        menu={restOf(data)}
        neighbours={<RecordNeighbours call={hnd.getpage} rowKey="hndNo" no={hndNo} of="次收集" pathOf={pageOf} />}
      />
      {data.rounds.length > 0 && <Rounds collection={data} onRound={(no) => void navigate(pageOf(no))} />}
      <RecordTabs
        path={pageOf(hndNo)}
        tabs={[
          data.lnkPath !== null && { key: 'link', label: '链接', children: <OpenLink collection={data} path={data.lnkPath} /> },
          isOut && { key: 'asked', label: opnFlag === '1' ? '已填' : '进度', children: <AskedPeople collection={data} /> },
          isOut && { key: 'answers', label: '答卷', children: <Answers collection={data} /> },
          isOut && { key: 'statis', label: '统计', children: <Statistics collection={data} /> },
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

const doneWords = ({ doneCnt, toCnt, opnFlag, mostCnt }: Shown) =>
  opnFlag === '1'
    ? `已收 ${formatCount(doneCnt)} 份${mostCnt ? `，最多 ${formatCount(mostCnt)} 份` : ''}`
    : `已填 ${formatCount(doneCnt)} / ${formatCount(toCnt)}`

const nxtWords = ({ rnd, nxtTm }: Shown) => `第 ${rnd} 期${nxtTm ? `，下一期 ${formatTime(nxtTm)} 自动发` : ''}`

/** Goes from one round to another of a collection that repeats. */
function Rounds({ collection: { hndNo, rounds }, onRound }: { collection: Shown; onRound: (hndNo: string) => void }) {
  return (
    <p className="asked-rounds">
      <Select
        aria-label="第几期"
        value={hndNo}
        onChange={onRound}
        options={rounds.map(({ hndNo: no, rnd, sentTm, doneCnt, toCnt }) => ({
          value: no,
          label: `第 ${rnd} 期 · ${formatTime(sentTm).slice(0, 10)} · 已填 ${formatCount(doneCnt)} / ${formatCount(toCnt)}`,
        }))}
      />
    </p>
  )
}

function Facts({ collection }: { collection: Shown }) {
  const { des, scope, dueTm, lateFlag, editFlag, joinFlag, sndName, sentTm, billClmns, opnFlag, rpt, anon, mostCnt, flowName } =
    collection
  return (
    <FactList
      items={[
        [
          '谁来填',
          opnFlag === '1'
            ? '有链接就能填'
            : scope.map(({ name, outFlag }) => (outFlag === '1' ? `除外：${name}` : name)).join('、') || '–',
        ],
        ['多久收一次', <Label key="rpt" type="HND_RPT" value={rpt} />],
        ['答卷审批', flowName ? `按“${flowName}”审批` : '不用审批'],
        ['匿名', <Label key="anon" type="HND_ANON" value={anon} />],
        ['说明', des ?? '–'],
        [
          '题目',
          valueColumns(billClmns)
            .map(({ clmnName }) => clmnName)
            .join('、') || '–',
        ],
        ['最多收多少份', mostCnt ? `${formatCount(mostCnt)} 份` : opnFlag === '1' ? '不限' : '每人一份'],
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
