import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { query } from '#web/api/api.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { DepartmentFilter } from '#features/ent/org/filter.picker.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { useOpenedRecord } from '#web/feedback/useOpenedRecord.ts'
import { HeadActs } from '#web/head/HeadActs.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { Chips } from '#web/list/filters/Chips.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { DateRangeFilter } from '#web/list/filters/DateRangeFilter.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { formatTime } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { LeaveCalendar } from './LeaveCalendar.tsx'
import { leaveWords } from '#domain/leaves/leaveWords.web.ts'
import './lve.css'
import { Leave, lve } from './lve.contract.ts'
import { type Row, useLeaveActs, useSeesStaff } from './useLeaveActs.tsx'

const LeaveDrawer = lazyWindow(() => import('./LeaveDrawer.tsx'))

/** Draws who is on leave: as a list, or as a month. */
export default function LeavesScreen() {
  const list = useListState(lve.getpage, { span: 'today' })
  const [params, setParams] = useSearchParams()
  const { opened, open, close, hrefOf, dialog } = useOpenedRecord('lveNo')
  const { firstOf, menuFor, dialogs } = useLeaveActs()
  const may = useMay()
  const out = () =>
    save(lve.export, { ...list.filters, keyWord: list.keyWord || undefined }).catch((error: Error) => toast.error(error.message))
  const isMonth = params.get('view') === 'month'
  const ways = (
    <SegmentedControl
      aria-label="怎样看"
      value={isMonth ? 'month' : 'list'}
      onChange={(view) => setParams(view === 'month' ? { view } : {}, { replace: true })}
      options={[
        { value: 'list', label: '列表' },
        { value: 'month', label: '日历' },
      ]}
    />
  )
  const showDay = (day: string) => setParams({ span: 'all', sDt: day, eDt: day }, { replace: true })
  return (
    <div className="page touch">
      <PageHead title="请假" />
      {isMonth ? (
        <>
          <HeadActs>{ways}</HeadActs>
          <LeaveCalendar who={list.filters.who} onDay={showDay} />
        </>
      ) : (
        <PageTable
          call={lve.getpage}
          list={list}
          rowKey="lveNo"
          search="姓名"
          opened={opened}
          offState={null}
          filters={<LeaveFilters {...list} />}
          chips={<SpanChips {...list} />}
          actions={
            <>
              {may(lve.export) && <Button onClick={() => void out()}>导出</Button>}
              {ways}
            </>
          }
          empty={{ hint: '没有人请假。请假的申请通过审批后就列在这里。', of: ['span'] }}
          columns={[
            linkedNameColumn<Row>(Leave, 'name', 110, { open: ({ lveNo }) => open(lveNo), hrefOf: ({ lveNo }) => hrefOf(lveNo) }),
            column<Row>(Leave, 'stt', { width: 88 }),
            { key: 'when', title: '时间', width: 220, render: (_: unknown, row: Row) => leaveWords(row) },
            column<Row>(Leave, 'place', { width: 140 }),
            column<Row>(Leave, 'kind', { width: 80 }),
            column<Row>(Leave, 'leftTm', { width: 140, render: (time: string | null) => formatTime(time) }),
            column<Row>(Leave, 'backTm', { width: 140, render: (time: string | null) => formatTime(time) }),
            actionsColumn<Row>(menuFor, ({ name }) => name, firstOf),
          ]}
        />
      )}
      <Suspense>{opened && <LeaveDrawer lveNo={opened} onClose={close} />}</Suspense>
      {dialogs}
      {dialog}
    </div>
  )
}

/** Draws the filters of leaves, besides the name. */
function LeaveFilters({ filters, setFilters }: ListState) {
  const seesStaff = useSeesStaff()
  const isSchool = useMe().idntNo === '030'
  return (
    <>
      <DateRangeFilter
        both
        from={filters.sDt}
        to={filters.eDt}
        onChange={(sDt, eDt) => setFilters({ sDt, eDt, ...(sDt && { span: undefined }) })}
      />
      {seesStaff && (
        <SelectFilter
          label="人员"
          value={filters.who}
          onChange={(who) => setFilters({ who })}
          options={[
            { value: 'stu', label: '学生' },
            { value: 'emp', label: '员工' },
          ]}
        />
      )}
      {seesStaff && <DepartmentFilter label="部门" value={filters.orgNo} onChange={(orgNo) => setFilters({ orgNo })} />}
      {isSchool && <UnitFilter label="年级班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />}
      <CodeFilter type="LVE_KIND" label="类型" value={filters.kind} onChange={(kind) => setFilters({ kind })} />
      <CodeFilter type="LVE_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
    </>
  )
}

/** Draws how many are on leave today, this week, and whom the gate lets out now; each is a way to see just those. */
function SpanChips({ filters, setFilters }: ListState) {
  const { who } = filters
  const count = (span: 'today' | 'week' | 'gate') => ({
    ...query(lve.getpage, { span, pageSize: 1, ...(who && { who: who as 'stu' | 'emp' }) }),
    placeholderData: (before: unknown) => before as never,
  })
  const today = useQuery(count('today')).data?.recordCount
  const week = useQuery(count('week')).data?.recordCount
  const gate = useQuery(count('gate')).data?.recordCount
  const chip = (key: string, label: string, found: number | undefined) => ({
    key,
    label,
    count: found,
    is: filters.span === key,
    onShow: () => setFilters({ span: filters.span === key ? undefined : key, sDt: undefined, eDt: undefined }),
  })
  return <Chips chips={[chip('today', '今天', today), chip('week', '本周', week), chip('gate', '可以离校', gate)]} />
}
