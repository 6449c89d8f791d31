import { useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { Fragment, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { Deed } from '#contract/timeline.ts'
import { query } from './api.ts'
import { EmptyState, ReadFailed } from './EmptyState.tsx'
import { formatTime } from './format.ts'
import type { In } from './send.ts'
import './timeline.css'

const pageSize = 20

/** What was done to a record, newest first: who, when, and every field before and after. */
export default function Timeline<C extends Call>({ call, input }: { call: C; input: In<C> }) {
  const [pageIndex, setPage] = useState(1)
  const { data, error, refetch } = useQuery(query(call, { ...input, pageIndex, pageSize }))
  const shown = data as { datas: Deed[]; recordCount: number } | undefined
  if (error) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!shown) return null
  if (shown.recordCount === 0) return <EmptyState hint="还没有变动" />
  return (
    <>
      <ol className="timeline">
        {shown.datas.map((deed) => (
          <li key={deed.op}>
            <Moment {...deed} />
          </li>
        ))}
      </ol>
      <Pagination
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        current={pageIndex}
        pageSize={pageSize}
        total={shown.recordCount}
        onChange={setPage}
      />
    </>
  )
}

function Moment({ at, nickName, imitName, title, rsn, parts }: Deed) {
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
      {parts.map((part) => (
        <Part key={`${part.what} ${part.act}`} {...part} />
      ))}
    </>
  )
}

function Part({ what, act, changes }: Deed['parts'][number]) {
  if (act === 'delete') return <div>移除：{what}</div>
  if (act === 'read') return <div>查看了{changes.map(({ title }) => title).join('、')}</div>
  return (
    <>
      <div className="timeline-what">{act === 'insert' ? `新增：${what}` : what}</div>
      <dl className="timeline-changes">
        {changes.map(({ title, before, after }) => (
          <Fragment key={title}>
            <dt>{title}</dt>
            <dd>
              {act === 'update' && (
                <>
                  <del>{before ?? '空'}</del>
                  <span aria-label="改为"> → </span>
                </>
              )}
              <ins>{after ?? '空'}</ins>
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
