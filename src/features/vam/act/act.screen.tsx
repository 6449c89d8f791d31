import { Download, Plus } from 'lucide-react'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { formatCount, formatDate } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { act } from './act.contract.ts'
import { Activity } from './act.parts.contract.ts'
import './act.css'
import { type Row, useActivityActions } from './useActivityActions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const whose = [{ value: '1', label: '我发起的' }]

/** Formats a span of days: 11-27 至 12-07; a single day once. */
const days = (from: string, to: string) => {
  const [first, last] = [from, to].map((moment) => formatDate(moment.slice(0, 8)).slice(5))
  return first === last ? first : `${first} 至 ${last}`
}

/** Formats 12 / 30, and how many wait. */
const places = ({ takeCnt, quota, quotaMode, waitCnt }: Row) => {
  const most = quota === null ? '不限' : quotaMode === '2' ? `每年级 ${formatCount(quota)}` : formatCount(quota)
  return `${formatCount(takeCnt)} / ${most}${waitCnt > 0 ? ` 候补 ${formatCount(waitCnt)}` : ''}`
}

const pathOf = (actNo: string) => `/vam/act/${actNo}`

/** Draws the activities of the enterprise, with the actions to make and publish them. */
export default function ActivityScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const list = useListState(act.getpage)
  const { filters, setFilters, keyWord } = list
  const [opened, setOpened] = useState<string>()
  const open = (actNo: string) => {
    setOpened(actNo)
    void navigate(pathOf(actNo))
  }
  const { make, menuFor, dialogs } = useActivityActions({ onMade: open })
  useUrlParam('new', () => may(act.create) && make())
  const create = may(act.create) && (
    <Button type="primary" icon={<Plus />} onClick={make}>
      新建活动
    </Button>
  )
  const out = () =>
    save(act.export, { stt: filters.stt, cls: filters.cls, keyWord: keyWord || undefined }).catch((error: Error) =>
      toast.error(error.message),
    )
  return (
    <div className="page touch">
      <PageHead title="活动管理" />
      <PageTable
        call={act.getpage}
        list={list}
        rowKey="actNo"
        search="活动名称、地点或编号"
        opened={opened}
        offState={null}
        empty={{ hint: '还没有活动', action: create }}
        actions={
          <>
            <Button onClick={() => void navigate('/vam/prtl/index')}>活动首页</Button>
            {may(act.export) && (
              <Button icon={<Download />} onClick={() => void out()}>
                导出
              </Button>
            )}
            {create}
          </>
        }
        filters={
          <>
            <CodeFilter type="ACT_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
            <CodeFilter type="ACT_CLS" label="分类" value={filters.cls} onChange={(cls) => setFilters({ cls })} />
            <SelectFilter label="发起人" options={whose} value={filters.mine} onChange={(mine) => setFilters({ mine })} />
          </>
        }
        columns={[
          linkedNameColumn<Row>(Activity, 'title', 220, {
            open: ({ actNo }) => open(actNo),
            hrefOf: ({ actNo }) => pathOf(actNo),
          }),
          column<Row>(Activity, 'cls', { width: 96 }),
          { key: 'regDt', title: '报名时间', width: 130, render: (_: unknown, { regSDt, regEDt }: Row) => days(regSDt, regEDt) },
          { key: 'actDt', title: '活动时间', width: 130, render: (_: unknown, { sDt, eDt }: Row) => days(sDt, eDt) },
          { key: 'places', title: '报名/名额', width: 140, render: (_: unknown, row: Row) => places(row) },
          column<Row>(Activity, 'rvwCnt', { width: 80, minor: true, render: (count: number) => count || '–' }),
          column<Row>(Activity, 'wrkCnt', { width: 64, render: (count: number) => count || '–' }),
          column<Row>(Activity, 'empName', { width: 90, minor: true }),
          column<Row>(Activity, 'stt', { width: 88 }),
          actionsColumn<Row>(menuFor, ({ title }) => title),
        ]}
      />
      {dialogs}
    </div>
  )
}
