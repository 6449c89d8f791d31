import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ImportBatch, ImportRow } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { queries, query } from '#web/api/api.ts'
import { toast } from '#web/feedback/toast.ts'
import type { SheetRows } from '#web/grid/sheetModel.ts'

const pageSize = 200

/** Returns the rows of a batch with one outcome, or all of them: those that are drawn are read, others when they are asked for. */
export function useBatchRows(
  batchNo: ImportBatch['batchNo'],
  act: ImportRow['act'] | undefined,
  count: number,
): SheetRows<ImportRow> {
  const [pages, setPages] = useState<readonly number[]>([0])
  const pageOf = (page: number) => query(imp.getrows, { batchNo, act, pageIndex: page + 1, pageSize })
  const results = useQueries({ queries: count > 0 ? pages.map(pageOf) : [] })
  // Ignores pages that are not drawn and were read before the last change: rows may stand elsewhere since.
  const kept = (page: number) => {
    const found = queries.getQueryCache().find<ImportRow[]>({ queryKey: pageOf(page).queryKey, exact: true })
    return found && (found.isActive() || !found.isStale()) ? found.state.data : undefined
  }
  const onDraw = useCallback((positions: readonly number[]) => {
    const drawn = pagesOf(positions)
    setPages((before) => (before.join() === drawn.join() ? before : drawn))
  }, [])
  return {
    count,
    rowAt(at) {
      const page = Math.floor(at / pageSize)
      return (results[pages.indexOf(page)]?.data ?? kept(page))?.[at % pageSize]
    },
    keyOf: ({ rowNo }) => String(rowNo),
    numberOf: ({ rowNo }) => rowNo,
    onDraw,
    async read(from, to) {
      const wanted = Array.from({ length: Math.floor(to / pageSize) - Math.floor(from / pageSize) + 1 }, (_, i) => i)
      const first = Math.floor(from / pageSize)
      try {
        await Promise.all(wanted.map((page) => queries.fetchQuery(pageOf(first + page))))
      } catch (failure) {
        toast.error((failure as Error).message)
      }
    },
  }
}

const pagesOf = (positions: readonly number[]) =>
  [...new Set(positions.map((at) => Math.floor(at / pageSize)))].toSorted((one, other) => one - other)
