import { Download, Printer } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { permissions } from '#contract/access.ts'
import { MeetingState, SignState, signWays } from '#domain/meetings/meetings.contract.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { formatCount } from '#web/page/format.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { StatusTag, useDictionary } from '#web/api/dictionary.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { type Out, save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { type MeetingInfo, sessionName } from '../MeetingFacts.tsx'
import { mtg } from '../mtg.contract.ts'
import { Sign } from '../mtg.parts.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

const MeetingSheet = lazyWindow(() => import('../MeetingSheet.tsx'))

type Row = Out<typeof mtg.getmtgsignpage>['datas'][number]

const onLeave = 'leave'

/** Draws the filter by result; on leave are those who did not come all the same. */
function ResultFilter({ list: { filters, setFilters } }: { list: ListState }) {
  const results = useDictionary('SIGN_STT').map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))
  return (
    <SelectFilter
      label="签到结果"
      options={[...results, { value: onLeave, label: '请假' }]}
      value={filters.leaveFlag === '1' ? onLeave : filters.stt}
      onChange={(to) => setFilters(to === onLeave ? { stt: undefined, leaveFlag: '1' } : { stt: to, leaveFlag: undefined })}
    />
  )
}

/** Draws the attendance of a session, with entries by hand. */
export default function Attendance({ meeting }: { meeting: MeetingInfo }) {
  const { mtgNo, schds, stt, editFlag } = meeting
  const may = useMay()
  const list = useListState(mtg.getmtgsignpage, { mtgNo, rdx: String(schds[0]?.rdx ?? 1) })
  const { filters, setFilters } = list
  const [entered, setEntered] = useState<string[]>()
  const [printing, setPrinting] = useState(false)
  const rdx = Number(filters.rdx)
  const runs = editFlag === '1'
  const mayEnter = runs && may(mtg.setsign) && stt !== MeetingState.draft && stt !== MeetingState.cancelled
  const out = () => save(mtg.exportmtgsign, { ...filters, mtgNo, rdx }).catch((error: Error) => toast.error(error.message))
  return (
    <>
      {schds.length > 1 && (
        <SegmentedControl
          className="session-choice"
          aria-label="场次"
          value={String(rdx)}
          onChange={(to) => setFilters({ rdx: to })}
          options={schds.map((one) => ({ value: String(one.rdx), label: sessionName(one) }))}
        />
      )}
      <PageTable
        call={mtg.getmtgsignpage}
        list={list}
        rowKey="manNo"
        search="姓名、拼音或手机后四位"
        offState={null}
        empty={{ hint: '还没有参会人员' }}
        actions={
          runs && (
            <>
              {may(mtg.exportmtgsign) && (
                <Button icon={<Download />} onClick={() => void out()}>
                  导出签到表
                </Button>
              )}
              {may({ access: permissions('mtg').print }) && (
                <Button icon={<Printer />} onClick={() => setPrinting(true)}>
                  打印签到表
                </Button>
              )}
            </>
          )
        }
        bulk={
          mayEnter
            ? (ticked, clear) => (
                <Button
                  type="primary"
                  onClick={() => {
                    setEntered(ticked)
                    clear()
                  }}
                >
                  登记所选
                </Button>
              )
            : undefined
        }
        filters={
          <>
            <ResultFilter list={list} />
            <CodeFilter type="MAN_TYPE" label="类型" value={filters.manType} onChange={(manType) => setFilters({ manType })} />
          </>
        }
        columns={[
          column<Row>(Sign, 'manName', {
            width: 130,
            fixed: 'left',
            render: (name: string, { awayFlag }) => (
              <>
                {name} {awayFlag === '1' && <span className="tag warn">请假</span>}
              </>
            ),
          }),
          column<Row>(Sign, 'manType', { width: 96 }),
          column<Row>(Sign, 'workUnit', { width: 150, minor: true }),
          column<Row>(Sign, 'signTm', { width: 150 }),
          ...(meeting.outFlag === '1' ? [column<Row>(Sign, 'outTm', { width: 150 })] : []),
          column<Row>(Sign, 'signWay', { width: 72, render: (way: string | null) => (way && signWays[way]) ?? '–' }),
          column<Row>(Sign, 'lateMin', { width: 80, render: (count: number | null) => count ?? '–' }),
          column<Row>(Sign, 'stt', {
            width: 80,
            render: (result: string, { leaveFlag }) =>
              leaveFlag === '1' ? <span className="tag off">请假</span> : <StatusTag type="SIGN_STT" value={result} />,
          }),
          column<Row>(Sign, 'rem', { width: 140, minor: true }),
          ...(mayEnter
            ? [
                actionsColumn<Row>(
                  () => undefined,
                  (row) => row.manName,
                  { label: '登记', act: ({ manNo }) => setEntered([manNo]) },
                ),
              ]
            : []),
        ]}
      />
      {printing && (
        <Suspense>
          <MeetingSheet meeting={meeting} rdx={rdx} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
      {entered && (
        <EditModal
          title={entered.length > 1 ? `登记 ${formatCount(entered.length)} 人的签到` : '登记签到'}
          call={mtg.setsign}
          initial={{ stt: SignState.made }}
          send={{ mtgNo, rdx, manNos: entered }}
          okText="登记"
          said="签到已登记"
          width={440}
          onClose={() => setEntered(undefined)}
        >
          <Field name="stt" />
          <Field name="rem" autoFocus />
        </EditModal>
      )}
    </>
  )
}
