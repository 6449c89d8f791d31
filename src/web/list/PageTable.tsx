import { Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import type { ColumnChoice } from './columns/columnChoice.ts'
import { useFittingColumns } from './columns/useFittingColumns.ts'
import { EmptyState } from './EmptyState.tsx'
import './list.css'
import { FilterWords } from './filters/filterWords.ts'
import { Keyword } from './filters/Keyword.tsx'
import type { ListState } from './listState.ts'
import { InOtherStates } from './InOtherStates.tsx'
import { ListHead } from './ListHead.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'
import { pagerOf, totalOf } from './pager.ts'
import { usePreference } from '#web/api/preference.ts'
import { rowDrag } from './rowDrag.ts'
import { useListPaper } from './print/useListPaper.tsx'
import { SavedViews } from './views/SavedViews.tsx'
import { TickAll, TickedTools } from './ticks.tsx'
import { useHotkey } from '#web/page/useHotkey.ts'
import { usePage } from './usePage.ts'
import { usePlaceInHead } from '#web/head/usePlaceInHead.ts'
import { useViews } from './views/useViews.ts'
import type { ListColumn } from './dataTable.types.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

const ColumnSettings = lazyPiece(() => import('./columns/ColumnSettings.tsx'))

type Row = Record<string, unknown>
type PageOf<C extends Call> = z.output<C['output']> extends { datas: (infer R)[] } ? R & Row & { stt?: string } : never

type Props<C extends Call> = {
  call: C
  /** Names the cheaper call that answers all but the optional columns: made while none of these is shown. */
  plain?: Call
  list: ListState
  rowKey: keyof PageOf<C> & string
  columns: ListColumn<PageOf<C>>[]
  /** Names what the keyword is searched in, as its placeholder. */
  search: string
  /** Draws `Filter`s beside the keyword. */
  filters?: ReactNode
  /** Stands where there is no row; `of` names the filters that say what the list is of, rather than narrow it. */
  empty: { hint: string; action?: ReactNode; of?: readonly string[] }
  /** Draws the counts of its states, which are the ways to see just those. */
  chips?: ReactNode
  /** Draws the main actions, which stand in the head of the page. */
  actions?: ReactNode
  /** Draws the actions on the ticked rows; without it rows have no tick boxes. */
  bulk?: ((ticked: string[], clear: () => void) => ReactNode) | undefined
  /** Tells whether a row can be ticked; all can without it. */
  tickable?: (row: PageOf<C>) => boolean
  /** Names the row whose details are open. */
  opened?: string | undefined
  /** Names the type under which rows are dragged onto a tree beside; their numbers are dragged. */
  drag?: string | undefined
  /** Names the state of disabled rows, as in DataTable. */
  offState?: string | null
  /** Draws more of a row, below it, when it is unfolded. */
  unfolded?: ((row: PageOf<C>) => ReactNode) | undefined
}

const noChoice: ColumnChoice = {}

/** Draws a paged list of one call: states, keyword, filters, tools, table, pager, and in the head of its page count and acts. */
export function PageTable<C extends Call>(props: Props<C>) {
  const {
    call,
    plain = call,
    list,
    rowKey,
    columns,
    search,
    filters,
    empty,
    chips,
    actions,
    bulk,
    tickable,
    opened,
    drag,
    offState,
    unfolded,
  } = props
  const [columnChoice, setColumnChoice] = usePreference<ColumnChoice>(`columns ${call.path}`, noChoice)
  const views = useViews(call, list, columnChoice, setColumnChoice)
  const [ticked, setTicked] = useState<string[]>([])
  const [isFull, setFull] = useState(false)
  const [places, findPlace] = usePlaceInHead()
  useHotkey(isFull ? 'Escape' : undefined, () => setFull(false))
  const beside = { ticks: bulk, details: unfolded }
  const { onCards, room, measured, hasOptional, fitting, onPaper } = useFittingColumns(columns, columnChoice, beside)
  const source: Call = hasOptional ? call : plain
  const { page: shown, asked, error, isFormer, isCounting, refetch } = usePage<PageOf<C>>(source, list, !views.opening)
  const paper = useListPaper<PageOf<C>>({ call: source, list, rowKey, columns: onPaper, page: shown })
  const clear = () => setTicked([])
  const heading = (
    <>
      <Count of={shown} isCounting={isCounting} />
      <SavedViews views={views} />
    </>
  )
  return (
    <div id={paper.id} className={isFull ? 'list list-full' : 'list'} ref={findPlace}>
      <FilterWords value={paper.words}>
        <ListHead
          measured={measured}
          places={places}
          heading={heading}
          chips={chips}
          actions={actions}
          keyword={<Keyword value={list.keyWord} onChange={list.look} placeholder={search} hotkey />}
          filters={filters}
          onReset={list.isFiltered ? list.clear : undefined}
        >
          <ListTools
            columns={
              <Suspense fallback={<div className="column-settings" style={{ height: columns.length * 32 }} />}>
                <ColumnSettings
                  columns={columns}
                  choice={columnChoice}
                  shown={fitting.map(({ key }) => String(key))}
                  onCards={onCards}
                  onChange={setColumnChoice}
                />
              </Suspense>
            }
            onRefresh={() => void refetch()}
            onPrint={paper.print}
            isFull={isFull}
            onFull={setFull}
          />
        </ListHead>
      </FilterWords>
      {ticked.length > 0 && (
        <TickedTools count={ticked.length} onClear={clear}>
          {shown && shown.recordCount > Math.max(shown.datas.length, ticked.length) && (
            <TickAll<PageOf<C>>
              key={asked}
              call={plain}
              list={list}
              rowKey={rowKey}
              mayTick={tickable}
              total={shown.recordCount}
              onTick={(keys) => setTicked((others) => [...new Set([...others, ...keys])])}
            />
          )}
          {bulk?.(ticked, clear)}
        </TickedTools>
      )}
      {shown && <RefreshFailed error={error} onRetry={refetch} />}
      <ListTable<PageOf<C>>
        rowKey={rowKey}
        isPrintedApart
        columns={fitting}
        room={room}
        rows={shown?.datas}
        error={shown ? null : error}
        onRetry={refetch}
        rowClassName={(row) => (row[rowKey] === opened ? 'row-chosen' : '')}
        {...(drag && { onRow: (row: PageOf<C>) => rowDrag(drag, String(row[rowKey]), ticked) })}
        ticks={bulk && { ticked, onTick: setTicked, keepsOthers: true, mayTick: tickable }}
        empty={<EmptyState hint={empty.hint}>{empty.action}</EmptyState>}
        onClear={list.isFilteredBeyond(empty.of) && list.clear}
        elsewhere={<InOtherStates call={plain} list={list} />}
        pager={pagerOf(list, shown?.recordCount ?? 0, isCounting)}
        isFormer={isFormer}
        from={asked}
        offState={offState}
        details={unfolded && { draw: unfolded }}
      />
      {paper.drawn}
    </div>
  )
}

const RefreshFailed = ({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) =>
  error && (
    <div className="spread bad-line" role="alert">
      刷新失败：{error.message}
      <Button size="small" onClick={() => onRetry()}>
        重试
      </Button>
    </div>
  )

const Count = ({ of, isCounting }: { of: { recordCount: number } | undefined; isCounting: boolean }) => (
  <span className="grey" aria-live="polite">
    {of && totalOf(of.recordCount, isCounting)}
  </span>
)
