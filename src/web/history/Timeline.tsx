import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { Suspense, useState } from 'react'
import type { Deed } from '#contract/timeline.ts'
import { history } from '#contract/shell/history.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { DeedParts } from './DeedParts.tsx'
import type { RecordOf } from './RecordThen.tsx'
import './timeline.css'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const RecordThen = lazyWindow(() => import('./RecordThen.tsx'))

const pageSize = 20

/** Draws the history of a record, newest first: who, when, every field before and after, and a way to restore values. */
export default function Timeline(record: RecordOf) {
  const [pageIndex, setPage] = useState(1)
  const [opened, setOpened] = useState<Deed>()
  const { data, error, refetch } = useQuery(query(history.gettimeline, { ...record, pageIndex, pageSize }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.recordCount === 0) return <EmptyState hint="还没有变动" />
  return (
    <>
      <ol className="timeline">
        {data.datas.map((deed) => (
          <li key={deed.op}>
            <Moment deed={deed} record={record} onOpen={() => setOpened(deed)} />
          </li>
        ))}
      </ol>
      <Pagination
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        current={pageIndex}
        pageSize={pageSize}
        total={data.recordCount}
        onChange={setPage}
      />
      <Suspense>{opened && <RecordThen record={record} deed={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </>
  )
}

function Moment({ deed, record, onOpen }: { deed: Deed; record: RecordOf; onOpen: () => void }) {
  const { op, at, nickName, imitName, title, rsn, parts } = deed
  const restore = useSend(history.restore, { said: ({ flds }) => `${flds.length} 个字段已恢复` })
  const isChange = parts.some(({ act }) => act === 'insert' || act === 'update')
  return (
    <>
      <div className="timeline-head">
        <strong>{title}</strong>
        <span className="grey">
          {nickName && `${nickName}${imitName ? `（${imitName}代为操作）` : ''} · `}
          <time>{formatTime(at)}</time>
        </span>
      </div>
      {rsn && <div className="grey">原因：{rsn}</div>}
      <DeedParts
        parts={parts}
        onBack={({ tbl }, field) => restore.mutate({ ...record, tbl, op, side: 'before', flds: [field] })}
        isBusy={restore.isPending}
      />
      {isChange && (
        <Button type="link" size="small" className="timeline-then" onClick={onOpen}>
          查看当时
        </Button>
      )}
    </>
  )
}
