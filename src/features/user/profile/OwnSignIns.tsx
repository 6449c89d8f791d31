import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { SignInRecord, userLgn } from '#features/user/userlgn/userlgn.contract.ts'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'

// Adds the state that tables ask for, which its rows do not have.
type Line = z.output<typeof SignInRecord> & { stt?: string }

const pageSize = 20

/** Draws every try to sign in with my account, those of strangers included. */
export function OwnSignIns() {
  const [pageIndex, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(userLgn.getlogpage, { ownFlag: '1', pageIndex, pageSize }),
    placeholderData: (before) => before,
  })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <ListTable<Line>
      rowKey="lgnNo"
      rows={data?.datas}
      empty={<EmptyState hint="还没有登录" />}
      columns={[
        column<Line>(SignInRecord, 'lgnTm', { width: 136, fixed: 'left' }),
        column<Line>(SignInRecord, 'rslt', { width: 100 }),
        column<Line>(SignInRecord, 'way', {
          width: 140,
          render: (way: string, { imitName }) => (
            <>
              <Label type="LGN_WAY" value={way} /> {imitName && <Tag color="orange">由{imitName}</Tag>}
            </>
          ),
        }),
        column<Line>(SignInRecord, 'address', { width: 124, minor: true }),
        column<Line>(SignInRecord, 'client', { width: 150, minor: true }),
        column<Line>(SignInRecord, 'entName', { width: 160, minor: true }),
      ]}
      pager={{
        current: pageIndex,
        pageSize,
        total: data?.recordCount ?? 0,
        showSizeChanger: false,
        showTotal: (total) => `共 ${formatCount(total)} 条`,
        onChange: setPage,
        hideOnSinglePage: (data?.recordCount ?? 0) === 0,
      }}
    />
  )
}
