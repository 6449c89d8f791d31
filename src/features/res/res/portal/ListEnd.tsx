import { Pagination, Spin } from 'antd'
import type { ReactNode } from 'react'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import type { Row } from '../ResourceCards.tsx'
import type { PortalList } from './usePortalList.tsx'

type Props = { list: PortalList; empty: ReactNode; children: (rows: Row[]) => ReactNode }

/** Draws the rows of a list of the portal with its pages, or why there are none. */
export function ListEnd({ list: { page, error, refetch, pageIndex, pageSize, set, isOld }, empty, children }: Props) {
  if (error && !page) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!page) return <Spin className="page-spin" delay={200} />
  if (page.recordCount === 0) return empty
  return (
    <div className="resource-list" aria-busy={isOld}>
      {children(page.datas)}
      <Pagination
        align="center"
        hideOnSinglePage
        showSizeChanger={false}
        current={pageIndex}
        pageSize={pageSize}
        total={page.recordCount}
        onChange={(to) => set({ page: to === 1 ? undefined : String(to) })}
      />
    </div>
  )
}
