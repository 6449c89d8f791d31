import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { send } from '#web/api/send.ts'
import type { ListState } from '../listState.ts'

/** Limits the rows that are printed at once: some hundred sheets. */
export const mostRows = 5000

const pageSize = 100

type Reading = { onRead: (read: number, total: number) => void; signal: AbortSignal }

/**
 * Reads all rows of a list's filter, page by page; each once, also where one moves while they are read. Returns nothing once the
 * signal says so, and stops where there are more than are printed.
 */
export async function readWhole<Row>(
  call: Call,
  { filters, keyWord }: Pick<ListState, 'filters' | 'keyWord'>,
  rowKey: keyof Row,
  { onRead, signal }: Reading,
): Promise<{ rows: Row[]; total: number } | undefined> {
  const rows = new Map<unknown, Row>()
  for (let pageIndex = 1; ; pageIndex++) {
    const { result } = await send(call, { ...filters, keyWord, pageIndex, pageSize } as z.input<Call['input']>)
    if (signal.aborted) return undefined
    // Relies on every paged call answering the page of the contract.
    const { datas, recordCount } = result as { datas: Row[]; recordCount: number }
    for (const row of datas) rows.set(row[rowKey], row)
    onRead(rows.size, recordCount)
    if (datas.length < pageSize || recordCount > mostRows) return { rows: [...rows.values()], total: recordCount }
  }
}
