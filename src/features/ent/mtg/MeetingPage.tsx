import { CalendarIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { formatTime } from '#web/page/format.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { RecordNeighbours } from '#web/list/RecordNeighbours.tsx'
import { RecordTabs } from '#web/layout/RecordTabs.tsx'
import { useMay } from '#web/api/me.tsx'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useTabName } from '#web/page/tab.ts'
import { MeetingFacts } from './MeetingFacts.tsx'
import { MyPart } from './replies/MyPart.tsx'
import { mtg } from './mtg.contract.ts'
import './mtg.css'
import { useMeetingActions } from './useMeetingActions.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { RecordHead } from '#web/head/RecordHead.tsx'

const MeetingPeople = lazyPage(() => import('./people/MeetingPeople.tsx'))
const Applications = lazyPage(() => import('./replies/Applications.tsx'))
const Attendance = lazyPage(() => import('./attendance/Attendance.tsx'))

const Minutes = lazyPage(() => import('./minutes/Minutes.tsx'))

const hasMinutes = (stt: string) => stt !== MeetingState.draft && stt !== MeetingState.cancelled
const pageOf = (mtgNo: string) => `/ent/mtg/${mtgNo}`

/** Draws everything about one meeting: its facts, people, applications and attendance. */
export default function MeetingPage() {
  const { mtgNo = '' } = useParams()
  const navigate = useNavigate()
  const may = useMay()
  const { data, error, refetch } = useQuery(query(mtg.getmtginfo, { mtgNo }))
  const { firstOf, menuFor, dialogs } = useMeetingActions({
    onDrafted: (made) => void navigate(`/ent/mtg/${made}`),
    onGone: () => void navigate('/ent/mtg'),
  })
  useTabName(data?.mtgName)
  if (error && !data) return <ReadFailed page="会议" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  const runs = data.editFlag === '1'
  const attends = data.attendFlag === '1'
  const part = (key: string, label: string, isOpen: boolean, children: ReactNode) => isOpen && { key, label, children }
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '会议管理', to: '/ent/mtg' }]} />
      <RecordHead
        mark={<CalendarIcon />}
        name={data.mtgName}
        state={<StatusTag type="MTG_STT" value={data.stt} />}
        facts={[
          <Label key="type" type="MTG_TYPE" value={data.mtgType} />,
          data.schds[0] && formatTime(data.schds[0].sDt),
          data.schds[0]?.place,
        ]}
        first={firstOf(data)}
        menu={menuFor(data)}
        neighbours={<RecordNeighbours call={mtg.getpage} rowKey="mtgNo" no={mtgNo} of="场会议" pathOf={pageOf} />}
      />
      <MyPart meeting={data} />
      <RecordTabs
        path={pageOf(mtgNo)}
        tabs={[
          { key: 'facts', label: '概况', children: <MeetingFacts meeting={data} /> },
          part('people', `参会人员 ${data.manCnt}`, attends, <MeetingPeople meeting={data} />),
          part(
            'apply',
            data.applCnt > 0 ? `申请 ${data.applCnt}` : '申请',
            runs && may(mtg.setpass),
            <Applications mtgNo={mtgNo} />,
          ),
          part('sign', '签到', attends && data.signFlag === '1' && data.schds.length > 0, <Attendance meeting={data} />),
          part('minutes', '纪要', attends && hasMinutes(data.stt), <Minutes meeting={data} />),
          runs && historyTab('mtg', mtgNo),
        ]}
      />
      {dialogs}
    </div>
  )
}
