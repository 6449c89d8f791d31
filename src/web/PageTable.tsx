import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { query } from './api.ts'
import { DataTable, type ListColumn } from './DataTable.tsx'
import { EmptyState, NothingFits, ReadFailed } from './EmptyState.tsx'
import { formatCount } from './format.ts'
import { Keyword } from './Keyword.tsx'
import type { ListState } from './listState.ts'
import { type Density, ListTools } from './ListTools.tsx'
import { usePreference } from './preference.ts'
import { useWide } from './useMedia.ts'

type Row = Record<string, unknown>
type PageOf<C extends Call> = z.output<C['output']> extends { datas: (infer R)[] } ? R & Row & { stt?: string } : never

type Props<C extends Call> = {
  call: C
  /** The cheaper call that answers all but the optional columns: asked while none of these is shown. */
  plain?: Call
  list: ListState
  rowKey: keyof PageOf<C> & string
  columns: ListColumn<PageOf<C>>[]
  /** What the keyword is looked for in, as its placeholder. */
  search: string
  /** Filters beside the keyword. */
  filters?: ReactNode
  empty: { hint: string; action?: ReactNode }
  /** Main actions, left in the tool bar. */
  actions?: ReactNode
  /** What can be done with the ticked rows; without it rows have no tick boxes. */
  bulk?: ((ticked: string[], clear: () => void) => ReactNode) | undefined
  /** Rows that cannot be ticked are told by this; all can without it. */
  tickable?: (row: PageOf<C>) => boolean
  /** The row whose details are open. */
  opened?: string | undefined
}

/** A paged list of one call: keyword, filters, tools, table, pager. */
export function PageTable<C extends Call>(props: Props<C>) {
  const { call, plain = call, list, rowKey, columns, search, filters, empty, actions, bulk, tickable, opened } = props
  const [density, setDensity] = usePreference<Density>('density', 'small')
  const [extra, setExtra] = usePreference<string[]>(`columns ${call.path}`, [])
  const [ticked, setTicked] = useState<string[]>([])
  const pageSize = list.pageSize ?? 50
  const asked = { ...list.filters, keyWord: list.keyWord, pageIndex: list.pageIndex, pageSize } as z.input<C['input']>
  const source: Call = extra.length > 0 ? call : plain
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(source, asked),
    placeholderData: (before) => before,
  })
  // Every paged call answers the page of the contract.
  const shown = data as { datas: PageOf<C>[]; recordCount: number } | undefined
  // The last rows of the last page went away: what is before them is shown, not an empty list.
  const last = Math.ceil((shown?.recordCount ?? 0) / pageSize)
  const isPast = !isPlaceholderData && last > 0 && list.pageIndex > last
  const turnBack = useEffectEvent(() => list.setPage(last, pageSize))
  useEffect(() => {
    if (isPast) turnBack()
  }, [isPast])
  const wide = useWide()
  const optional = columns.filter((one) => one.optional)
  const clear = () => setTicked([])
  return (
    <>
      <div className="page-tools">
        <Keyword value={list.keyWord} onChange={list.look} placeholder={search} hotkey />
        {filters}
        {list.isFiltered && (
          <Button type="link" onClick={list.clear}>
            重置
          </Button>
        )}
      </div>
      <div className="page-tools">
        {ticked.length > 0 ? (
          <>
            <span>已选 {formatCount(ticked.length)} 项</span>
            {bulk?.(ticked, clear)}
            <Button type="link" onClick={clear}>
              取消选择
            </Button>
          </>
        ) : (
          <>
            {actions}
            <span className="grey" aria-live="polite">
              {shown && `共 ${formatCount(shown.recordCount)} 条`}
            </span>
          </>
        )}
        {/* Where room is short the actions of ticked rows take this place, so that the rows stay where they are. */}
        {(wide || ticked.length === 0) && (
          <ListTools
            density={density}
            onDensity={setDensity}
            columns={optional.map(({ key, title }) => ({ key: String(key), title: String(title) }))}
            chosen={extra}
            onChoose={setExtra}
            reading={isFetching}
            onRefresh={() => void refetch()}
          />
        )}
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
          columns={columns.filter(({ key, optional }) => !optional || extra.includes(String(key)))}
          dataSource={shown?.datas ?? []}
          loading={{ spinning: !shown, delay: 200 }}
          rowClassName={(row) => (row[rowKey] === opened ? 'row-chosen' : '')}
          {...(bulk && {
            rowSelection: {
              columnWidth: 40,
              fixed: 'left' as const,
              selectedRowKeys: ticked,
              preserveSelectedRowKeys: true,
              ...(tickable && { getCheckboxProps: (row: PageOf<C>) => ({ disabled: !tickable(row) }) }),
              onChange: (keys: React.Key[]) => setTicked(keys.map(String)),
            },
          })}
          locale={{
            emptyText: !shown ? (
              ' '
            ) : list.isFiltered ? (
              <NothingFits onClear={list.clear} />
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
