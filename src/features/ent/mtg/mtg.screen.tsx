import { DoorOpen, Plus } from 'lucide-react'
import { Badge, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { DateRangeFilter } from '#web/list/filters/DateRangeFilter.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { mtg } from './mtg.contract.ts'
import { Meeting } from './mtg.parts.contract.ts'
import './mtg.css'
import { type Row, useMeetingActions } from './useMeetingActions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const roles = [
  { value: 'host', label: '我主持' },
  { value: 'attend', label: '我参加' },
  { value: 'created', label: '我起草' },
]

const turnout = (_: unknown, { manCnt, comeCnt, stt }: Row) =>
  `${formatCount(manCnt)} / ${stt === '1' || stt === '2' ? '–' : formatCount(comeCnt)}`

const pathOf = (mtgNo: string) => `/ent/mtg/${mtgNo}`

/** Draws the meetings that one calls, hosts or attends; those who run them draft and publish them here. */
export default function MeetingScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const list = useListState(mtg.getpage)
  const { filters, setFilters } = list
  const [opened, setOpened] = useState<string>()
  const open = (mtgNo: string) => {
    setOpened(mtgNo)
    void navigate(pathOf(mtgNo))
  }
  const { draft, menuFor, dialogs } = useMeetingActions({ onDrafted: open })
  useUrlParam('new', () => may(mtg.creatorupdatemtg) && draft())
  const create = may(mtg.creatorupdatemtg) && (
    <Button type="primary" icon={<Plus />} onClick={draft}>
      起草会议
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="会议管理" />
      <PageTable
        call={mtg.getpage}
        list={list}
        rowKey="mtgNo"
        search="会议名称、拼音或编号"
        opened={opened}
        offState={null}
        empty={{ hint: create ? '还没有会议' : '还没有需要你参加的会议', action: create }}
        actions={
          <>
            <Button icon={<DoorOpen />} onClick={() => void navigate('/ent/mtg/rooms')}>
              会议室
            </Button>
            {create}
          </>
        }
        filters={
          <>
            <DateRangeFilter
              from={filters.mtgSDt}
              to={filters.mtgEDt}
              onChange={(from, to) => setFilters({ mtgSDt: from, mtgEDt: to })}
            />
            <CodeFilter type="MTG_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
            <SelectFilter label="我的角色" options={roles} value={filters.mine} onChange={(mine) => setFilters({ mine })} />
            <CodeFilter type="MTG_TYPE" label="类型" value={filters.mtgType} onChange={(mtgType) => setFilters({ mtgType })} />
          </>
        }
        columns={[
          linkedNameColumn<Row>(Meeting, 'mtgName', 220, {
            open: ({ mtgNo }) => open(mtgNo),
            hrefOf: ({ mtgNo }) => pathOf(mtgNo),
          }),
          column<Row>(Meeting, 'mtgType', { width: 96, minor: true }),
          column<Row>(Meeting, 'sDt', { width: 150, render: (at: string | null) => formatTime(at) }),
          column<Row>(Meeting, 'place', { width: 120 }),
          column<Row>(Meeting, 'hostName', { width: 90 }),
          column<Row>(Meeting, 'manCnt', { width: 90, title: '应到/实到', render: turnout }),
          column<Row>(Meeting, 'applCnt', {
            width: 64,
            isIdle: ({ applCnt }: Row) => applCnt === 0,
            render: (count: number) => (count > 0 ? <Badge count={count} title={`${count} 份申请待审批`} /> : '–'),
          } as object),
          column<Row>(Meeting, 'myStt', { width: 88, minor: true }),
          column<Row>(Meeting, 'stt', { width: 80 }),
          actionsColumn<Row>(menuFor, ({ mtgName }) => mtgName),
        ]}
      />
      {dialogs}
    </div>
  )
}
