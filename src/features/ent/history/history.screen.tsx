import { HistoryIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { modules } from '#contract/modules.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { EnterpriseField } from '#features/ecb/ent/enterprise.picker.tsx'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { DateRangeFilter } from '#web/list/filters/DateRangeFilter.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { DeedParts } from '#web/history/DeedParts.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { history, Operation } from '#contract/shell/history.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const UndoOperation = lazyWindow(() => import('./UndoOperation.tsx'))

type Line = z.output<typeof Operation>

const sides = [
  { value: '0', label: '改动' },
  { value: '1', label: '查看和导出' },
]
const places = modules.flatMap(({ code, name, path }) => (path ? [{ value: code, label: name }] : []))

// Lists the identities that read what was done in the enterprises below: bureaus and operators.
const looksBelow: readonly string[] = ['020', '060']

/** Draws the operations: who, when, on what, and their undo. */
export default function HistoryScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const me = useMe()
  const [entNo, setEntNo] = useState(me.entNo)
  const ofAddress = useListState(history.getpage)
  const list = entNo === me.entNo ? ofAddress : { ...ofAddress, filters: { ...ofAddress.filters, entNo } }
  const [taking, setTaking] = useState<Line>()
  const { sDt, eDt, mdlCode, mineFlag, lookFlag } = ofAddress.filters
  const seesAll = may({ access: permissions('history').review })
  return (
    <div className="page touch">
      <PageHead title="操作记录">{!seesAll && <span className="grey">你自己做过的操作</span>}</PageHead>
      {looksBelow.includes(me.idntNo) && may(ent.gettree) && (
        <div className="one-enterprise">
          <EnterpriseField
            value={entNo}
            onChange={(chosen) => {
              list.setFilters({})
              setEntNo(chosen ?? me.entNo)
            }}
          />
        </div>
      )}
      <PageTable
        key={entNo}
        call={history.getpage}
        list={list}
        rowKey="op"
        actions={
          <Button icon={<HistoryIcon />} onClick={() => navigate('/ent/history/tree')}>
            查看历史快照
          </Button>
        }
        search="操作人或对象的名称"
        empty={{ hint: sDt || eDt ? '这段时间没有操作' : '还没有操作' }}
        unfolded={({ op }) => <Details op={op} entNo={entNo} />}
        filters={
          <>
            <SelectFilter
              label="模块"
              value={mdlCode}
              options={places}
              onChange={(chosen) => list.setFilters({ mdlCode: chosen })}
            />
            <DateRangeFilter from={sDt} to={eDt} onChange={(from, to) => list.setFilters({ sDt: from, eDt: to })} />
            {seesAll && (
              <SelectFilter
                label="操作人"
                value={mineFlag}
                options={[{ value: '1', label: '我做的' }]}
                onChange={(chosen) => list.setFilters({ mineFlag: chosen })}
              />
            )}
            <SelectFilter
              label="种类"
              value={lookFlag}
              options={sides}
              onChange={(chosen) => list.setFilters({ lookFlag: chosen })}
            />
          </>
        }
        columns={[
          column<Line>(Operation, 'at', { width: 144, fixed: 'left', render: formatTime }),
          column<Line>(Operation, 'nickName', {
            width: 100,
            render: (name: string | null, { imitName }) => (
              <>
                {name ?? '–'} {imitName && <Tag color="orange">由{imitName}</Tag>}
              </>
            ),
          }),
          column<Line>(Operation, 'title', { width: 152 }),
          column<Line>(Operation, 'what', { width: 180 }),
          column<Line>(Operation, 'rowCnt', {
            width: 64,
            align: 'right',
            minor: true,
            render: (count: number) => formatCount(count),
          }),
          {
            ...column<Line>(Operation, 'backStt', {
              width: 132,
              fixed: 'right',
              render: (stt: string, line) => <Outcome stt={stt} line={line} onTake={setTaking} />,
            }),
            // Puts it on a phone where a card has its state.
            key: 'stt',
          },
        ]}
      />
      <Suspense>{taking && <UndoOperation operation={taking} entNo={entNo} onClose={() => setTaking(undefined)} />}</Suspense>
    </div>
  )
}

function Outcome({ stt, line, onTake }: { stt: string; line: Line; onTake: (line: Line) => void }) {
  if (stt === '2') return <span className="grey">已撤销</span>
  if (stt === '0') return <span className="grey">{line.why}</span>
  return (
    <RowButton onClick={() => onTake(line)} label={`撤销：${line.title}，${line.what}`}>
      撤销
    </RowButton>
  )
}

/** Draws every field that an operation changed, of its first rows. */
function Details({ op, entNo }: { op: string; entNo: string }) {
  const { data, error, refetch } = useQuery(query(history.get, { op, entNo }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} />
  const { rsn, parts, rowCnt } = data
  return (
    <div className="history-details">
      {rsn && <div className="grey">原因：{rsn}</div>}
      <DeedParts parts={parts} />
      {parts.length === 0 && <span className="grey">没有你能查看的内容</span>}
      {rowCnt > parts.length && parts.length > 0 && (
        <span className="grey">
          共 {formatCount(rowCnt)} 行，这里是其中 {formatCount(parts.length)} 行
        </span>
      )}
    </div>
  )
}
