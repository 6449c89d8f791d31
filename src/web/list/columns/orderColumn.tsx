import { GripVertical } from 'lucide-react'
import type { ListColumn } from '../dataTable.types.ts'
import type { useRowOrder } from '../useRowOrder.ts'

/** Returns the column of handles by which rows are ordered. */
export const orderColumn = <Row,>(
  { handleProps }: ReturnType<typeof useRowOrder<Row>>,
  nameOf: (row: Row) => string,
): ListColumn<Row> => ({
  key: 'order',
  title: <span className="unseen">顺序</span>,
  width: 32,
  render: (_: unknown, row) => (
    <button type="button" className="drag-handle" aria-label={`排序${nameOf(row)}，Alt 加上下键移动`} {...handleProps(row)}>
      <GripVertical />
    </button>
  ),
})
