import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { ShareState } from '#domain/resources/resources.contract.ts'
import { query } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatBytes, formatTime } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { useHotkey } from '#web/page/useHotkey.ts'
import { ResourceThumb } from '../ResourceThumb.tsx'
import { res } from '../res.contract.ts'
import './review.css'
import { ReviewOne } from './ReviewOne.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

const states = [
  { value: ShareState.waiting, label: '待审核' },
  { value: ShareState.shared, label: '已共享' },
  { value: ShareState.refused, label: '已驳回' },
]
const hints: Record<string, string> = { 1: '没有待审核的资源', 2: '还没有共享的资源', 3: '没有驳回过资源' }
const pageSize = 20

/** Draws the resources that others offer, one after another: opened, put into a class, or refused. */
export default function ResourceReview() {
  const narrow = useNarrow()
  const [shrStt, setState] = useState<string>(ShareState.waiting)
  const [chosen, setChosen] = useState<string>()
  const [pageIndex, setPage] = useState(1)
  const asked = { shrStt, pageSize, pageIndex }
  const { data, error, refetch } = useQuery({ ...query(res.getofferedpage, asked), placeholderData: keepPreviousData })
  const rows = data?.datas ?? []
  const at = Math.max(
    0,
    rows.findIndex(({ resNo }) => resNo === chosen),
  )
  // Shows the list first on a phone; the chosen one replaces it.
  const shown = narrow && !chosen ? undefined : rows[at]
  const go = (by: number) => setChosen(rows[at + by]?.resNo ?? chosen)
  useHotkey('j', () => go(1))
  useHotkey('k', () => go(-1))
  const show = (to: string) => {
    setState(to)
    setChosen(undefined)
    setPage(1)
  }
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const pages = Math.ceil((data?.recordCount ?? 0) / pageSize)
  return (
    <div className="review">
      {(!narrow || !shown) && (
        <div className="review-list">
          <SegmentedControl aria-label="状态" options={states} value={shrStt} onChange={show} />
          {!data && <Spin delay={200} />}
          {data?.recordCount === 0 && <EmptyState hint={hints[shrStt]} />}
          <ul className="resource-rows">
            {rows.map(({ resNo, resName, ofEntName, type, thumb, size, updTm }) => (
              <li key={resNo} aria-current={resNo === shown?.resNo || undefined}>
                <button type="button" onClick={() => setChosen(resNo)}>
                  <ResourceThumb type={type} thumb={thumb} size="row" />
                  <span className="resource-facts">
                    <strong>{resName}</strong>
                    <span className="grey">
                      {ofEntName} · {formatBytes(size)} · {formatTime(updTm)}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {pages > 1 && (
            <div className="spread">
              <Button disabled={pageIndex === 1} onClick={() => setPage(pageIndex - 1)}>
                上一页
              </Button>
              <span className="grey">
                {pageIndex} / {pages}
              </span>
              <Button disabled={pageIndex === pages} onClick={() => setPage(pageIndex + 1)}>
                下一页
              </Button>
            </div>
          )}
        </div>
      )}
      {shown && (
        <div className="review-one">
          {narrow && <Button onClick={() => setChosen(undefined)}>返回列表</Button>}
          <ReviewOne key={shown.resNo} row={shown} onDone={() => setChosen(narrow ? undefined : rows[at + 1]?.resNo)} />
        </div>
      )}
    </div>
  )
}
