import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { readPages } from '#web/api/readAllPages.ts'
import type { ListState } from './listState.ts'

/** Limits the rows that are printed, or ticked, at once: some hundred sheets, and what one call takes. */
export const mostRows = 5000

type Reading = { onRead?: (read: number, total: number) => void; signal: AbortSignal }

/**
 * Reads all rows of a list's filter, page by page; each once, also where one moves while they are read. Returns nothing once the
 * signal says so, and stops where there are more than are taken at once.
 */
export async function readWhole<Row>(
  call: Call,
  { filters, keyWord }: Pick<ListState, 'filters' | 'keyWord'>,
  rowKey: keyof Row,
  { onRead, signal }: Reading,
): Promise<{ rows: Row[]; total: number } | undefined> {
  const rows = new Map<unknown, Row>()
  let total = 0
  for await (const page of readPages(call, { ...filters, keyWord } as z.input<Call['input']>)) {
    if (signal.aborted) return undefined
    const { datas, recordCount } = page as { datas: Row[]; recordCount: number }
    for (const row of datas) rows.set(row[rowKey], row)
    total = recordCount
    onRead?.(rows.size, total)
    if (total > mostRows) break
  }
  return { rows: [...rows.values()], total }
}
