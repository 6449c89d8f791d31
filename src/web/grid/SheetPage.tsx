import { ArrowLeft } from 'lucide-react'
import { Button, Spin } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { codes, sessionEnded } from '#contract/codes.ts'
import { history } from '#contract/shell/history.contract.ts'
import { readAgain } from '#web/api/api.ts'
import { useDictionaries } from '#web/api/dictionary.tsx'
import { NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { FilterBar } from '#web/list/filters/FilterBar.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import type { ListState } from '#web/list/listState.ts'
import { offerUndo, onUndone, sayUndone } from '#web/feedback/offerUndo.ts'
import { CallError, type In, send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useUnsavedMark } from '#web/page/unsaved.ts'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { type ColumnOptions, callColumn, dictionaryOf, type Row } from './columns.ts'
import { countStuck, type EditState, isBad, type SavedRecords, SheetEdits } from './edits.ts'
import { Sheet } from './Sheet.tsx'
import { SheetBar } from './SheetBar.tsx'
import { SheetLine } from './SheetLine.tsx'
import { guardedList } from './sheetMode.ts'
import type { CellState } from './sheetModel.ts'
import { sheetRowLimit, useRows } from './useRows.ts'

type Props = {
  /** Names the calls that change many rows and read them. */
  call: Call
  source: Call
  record: z.ZodObject
  rowKey: string
  list: ListState
  /** Lists the columns; the first stays visible: the name. */
  columns: readonly ColumnOptions[]
  search: string
  filters: (list: ListState) => ReactNode
  /** Names the measure for counts: 名学生. */
  unit: string
  onClose: () => void
}

// Lists refusals that say nothing about the step itself, so that it may be tried again: without the network (-1), busy, signed
// out.
const passing: readonly number[] = [-1, codes.busy[0], codes.unavailable[0], ...sessionEnded]

/** Draws a list that is edited like a spreadsheet: its filters, the sheet, and what of it is not saved. */
// oxlint-disable-next-line complexity -- it draws what the hooks of the sheet say, one branch for each of their states
export default function SheetPage({
  call,
  source,
  record,
  rowKey,
  list,
  columns: options,
  search,
  filters,
  unit,
  onClose,
}: Props) {
  const { leave, dialog } = useLeaving()
  const mark = useUnsavedMark()
  const [edits] = useState(
    () =>
      new SheetEdits(rowKey, (datas) =>
        send(call, { datas } as In<Call>).then(({ result, op }) => ({ result: result as Row[], op })),
      ),
  )
  const state = useSyncExternalStore(edits.subscribe, edits.read)
  const shown = useRows(source, rowKey, list, state.newer)
  const { rows, count, error, refetch, queryKey } = shown
  const items = useDictionaries(options.map(({ field, readOnly }) => (readOnly ? undefined : dictionaryOf(call, field))))
  const columns = options.map((one, i) =>
    callColumn(
      call,
      record,
      one,
      (items[i] ?? []).flatMap(({ infoNo, chnName, showFlag }) => (showFlag === '1' ? [{ value: infoNo, label: chnName }] : [])),
    ),
  )
  const saved = useEffectEvent(({ rows: now, fields, op }: SavedRecords) => {
    if (!op) return
    const titles = columns.filter(({ field }) => fields.includes(field)).map(({ title }) => title)
    offerUndo({ op, text: `已修改 ${formatCount(now.length)} ${unit}的${titles.join('、')}` })
    void readAgain(call, queryKey)
  })
  useEffect(() => edits.listen((one) => saved(one)), [edits])
  useEffect(() => {
    edits.show(columns)
  })
  const unsaved = state.rows.size > 0
  const tell = useEffectEvent(() => mark(unsaved, false, () => edits.giveUp()))
  useEffect(() => tell(), [unsaved])
  useEffect(() => onUndone((gone) => edits.forget(gone)), [edits])

  const stuck = countStuck(state)
  // Answers whether a step was taken back.
  const undoOne = async (): Promise<boolean> => {
    await edits.settled()
    const now = edits.read()
    const op = now.steps.at(-1)
    const stop = (reason: string) => {
      toast.warning(reason)
      return false
    }
    if (now.isSending) return stop('正在保存，请稍候')
    if (countStuck(now).cells > 0) return stop('有单元格没有保存，请先改好或放弃修改')
    if (!op) return stop('没有可以撤销的修改')
    try {
      const { message } = await send(history.undo, { op })
      toast.success(message)
      sayUndone(op)
      void readAgain(history.undo)
      return true
    } catch (failure) {
      // Forgets a step that can never be undone, since it must not stand before the older steps.
      if (failure instanceof CallError && !passing.includes(failure.code)) edits.forget(op)
      toast.error((failure as Error).message)
      return false
    }
  }
  const wanted = useRef(0)
  // Undoes one step per press, the next when the one before is done; where one cannot be undone, drops the rest.
  const undo = async () => {
    if (++wanted.current > 1) return
    while (wanted.current > 0) wanted.current = (await undoOne()) ? wanted.current - 1 : 0
  }
  const keyOf = (row: Row) => String(row[rowKey])
  const calm = guardedList(list, leave)
  const isTooMany = count !== undefined && count > sheetRowLimit
  return (
    <div className="list">
      <FilterBar
        keyword={<Keyword value={list.keyWord} onChange={calm.look} placeholder={search} hotkey />}
        filters={filters(calm)}
        onReset={list.isFiltered ? calm.clear : undefined}
      />
      <div className="page-tools">
        <Button icon={<ArrowLeft />} onClick={() => leave(onClose)}>
          返回列表
        </Button>
        <SheetBar edits={edits} state={state} unit={unit} />
        <span className={stuck.cells > 0 ? 'unseen' : 'grey'} aria-live="polite">
          {count !== undefined && `共 ${formatCount(count)} ${unit}`}
          {count !== undefined && !isTooMany && !shown.isWhole && `，已读取 ${formatCount(rows.length)} ${unit}`}
          {state.isSending ? '，正在保存…' : state.steps.length > 0 && stuck.cells === 0 && '，修改都已保存'}
        </span>
      </div>
      {error && rows.length === 0 && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {error && rows.length > 0 && (
        <div className="spread bad-line" role="alert">
          没有读完：{error.message}
          <Button size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      )}
      {!error && count === undefined && <Spin delay={200} className="page-spin" />}
      {count === 0 && <NothingFits onClear={calm.clear} />}
      {isTooMany && (
        <div className="empty">
          <strong>
            表格编辑一次最多 {formatCount(sheetRowLimit)} {unit}
          </strong>
          这里有 {formatCount(count)} {unit}，请先选一个范围，或者加上筛选条件。
        </div>
      )}
      {count !== undefined && count > 0 && !isTooMany && (
        <Sheet
          // Starts a new sheet for other rows.
          key={JSON.stringify(queryKey)}
          label="表格编辑"
          columns={columns}
          rows={{ count, rowAt: (at) => rows[at], keyOf }}
          stateOf={(row, { field }) => stateOf(state, keyOf(row), field)}
          write={(changes) => edits.apply(changes)}
          line={(row, column) => <SheetLine row={row} column={column} rowKey={rowKey} edits={edits} state={state} />}
          onUndo={() => void undo()}
        />
      )}
      {dialog}
    </div>
  )
}

function stateOf({ rows }: EditState, no: string, field: string): CellState {
  const cell = rows.get(no)?.cells[field]
  if (!cell) return {}
  const { text, state, error } = cell
  if (isBad(cell)) return { text, error }
  return state === 'stuck' ? { text, note: '未保存', marks: ['unsaved'] } : { text, marks: ['saving'] }
}
