import { useState } from 'react'
import type { Pager } from './dataTable.types.ts'

/** Shows rows that were read as a whole in pages of this size; without a pager where one page is enough. */
export function useLocalPages<Row>(rows: readonly Row[], pageSize: number): { rows: readonly Row[]; pager: Pager | undefined } {
  const [wanted, setWanted] = useState(1)
  const current = Math.min(wanted, Math.max(1, Math.ceil(rows.length / pageSize)))
  const pager = { current, pageSize, total: rows.length, onChange: setWanted, showSizeChanger: false }
  return rows.length > pageSize
    ? { rows: rows.slice((current - 1) * pageSize, current * pageSize), pager }
    : { rows, pager: undefined }
}
