import { ColumnHeightOutlined, ReloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, type TableColumnType, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { query } from './api.ts'
import { DataTable } from './DataTable.tsx'
import { EmptyState, NothingFits, ReadFailed } from './EmptyState.tsx'
import { formatCount } from './format.ts'
import { Keyword } from './Keyword.tsx'
import { useListState } from './listState.ts'

type Row = Record<string, unknown>
type PageOf<C extends Call> = z.output<C['output']> extends { datas: (infer R)[] } ? R & Row & { stt?: string } : never

type Props<C extends Call> = {
  call: C
  rowKey: keyof PageOf<C> & string
  columns: TableColumnType<PageOf<C>>[]
  /** What the keyword is looked for in, as its placeholder. */
  search: string
  /** Filters beside the keyword. */
  filters?: ReactNode
  /** Input besides keyword, filters of the address and page. */
  input?: Partial<z.input<C['input']>>
  empty: { hint: string; action?: ReactNode }
  /** Main actions, left in the tool bar. */
  actions?: ReactNode
}

const densities = { small: '紧凑', middle: '标准', large: '宽松' } as const
type Density = keyof typeof densities

/** A paged list of one call: keyword, filters, tools, table, pager; its page and filters live in the address. */
export function PageTable<C extends Call>({ call, rowKey, columns, search, filters, input, empty, actions }: Props<C>) {
  const list = useListState(call)
  const [keyWord, setKeyWord] = useState('')
  const [density, setDensity] = useState<Density>('small')
  const pageSize = list.pageSize ?? 50
  const asked = { ...list.filters, ...input, keyWord, pageIndex: list.pageIndex, pageSize } as z.input<C['input']>
  const { data, error, isFetching, refetch } = useQuery({ ...query(call, asked), placeholderData: (before) => before })
  // Every paged call answers the page of the contract.
  const shown = data as { datas: PageOf<C>[]; recordCount: number } | undefined
  const filtered = keyWord !== '' || Object.keys(list.filters).length > 0
  const look = (word: string) => {
    setKeyWord(word)
    list.setFilters({})
  }
  const reset = () => {
    setKeyWord('')
    list.clear()
  }
  return (
    <>
      <div className="page-tools">
        <Keyword value={keyWord} onChange={look} placeholder={search} />
        {filters}
        {filtered && (
          <Button type="link" onClick={reset}>
            重置
          </Button>
        )}
      </div>
      <div className="page-tools">
        {actions}
        <span className="grey" aria-live="polite">
          {shown && `共 ${formatCount(shown.recordCount)} 条`}
        </span>
        <div className="end">
          <Dropdown
            trigger={['click']}
            menu={{
              selectedKeys: [density],
              items: Object.entries(densities).map(([key, label]) => ({ key, label })),
              onClick: ({ key }) => setDensity(key as Density),
            }}
          >
            <Button type="text" icon={<ColumnHeightOutlined />} aria-label="密度" />
          </Dropdown>
          <Tooltip title="刷新">
            <Button type="text" icon={<ReloadOutlined spin={isFetching} />} aria-label="刷新" onClick={() => refetch()} />
          </Tooltip>
        </div>
      </div>
      {error && shown && (
        <div className="spread bad-line" role="alert">
          刷新失败：{error.message}
          <Button size="small" onClick={() => refetch()}>
            重试
          </Button>
        </div>
      )}
      {error && !shown ? (
        <ReadFailed message={error.message} onRetry={() => refetch()} />
      ) : (
        <DataTable<PageOf<C>>
          size={density}
          rowKey={rowKey}
          columns={columns}
          dataSource={shown?.datas ?? []}
          loading={{ spinning: !shown, delay: 200 }}
          locale={{
            emptyText: !shown ? (
              ' '
            ) : filtered ? (
              <NothingFits onClear={reset} />
            ) : (
              <EmptyState hint={empty.hint}>{empty.action}</EmptyState>
            ),
          }}
          pagination={{
            current: list.pageIndex,
            pageSize,
            total: shown?.recordCount ?? 0,
            showSizeChanger: true,
            showQuickJumper: true,
            pageSizeOptions: [5, 10, 20, 50, 100],
            showTotal: (total) => `共 ${formatCount(total)} 条`,
            onChange: list.setPage,
            hideOnSinglePage: (shown?.recordCount ?? 0) === 0,
          }}
        />
      )}
    </>
  )
}
