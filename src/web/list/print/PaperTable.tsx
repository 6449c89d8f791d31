import { isActions } from '../columns/columnChoice.ts'
import { sheetWidths, widthOf } from '../columns/fittingColumns.ts'
import type { ListColumn } from '../dataTable.types.ts'
import { shownIn } from '../table/shownIn.ts'
import './paper.css'

/** Tells whether a column stands on paper: one with words for a heading, and not the one of buttons. */
const isPrinted = <Row,>(column: ListColumn<Row>) => typeof column.title === 'string' && !isActions(column)

/** Tells whether columns take a sheet that lies. */
export const liesAcross = <Row,>(columns: readonly ListColumn<Row>[]) =>
  columns.filter(isPrinted).reduce((sum, one) => sum + widthOf(one), 0) > sheetWidths.upright

type Props<Row> = { columns: readonly ListColumn<Row>[]; rows: readonly Row[]; rowKey: keyof Row & string }

/** Draws rows as they stand on paper: plain cells, whose headings come again on every sheet. */
export function PaperTable<Row>({ columns, rows, rowKey }: Props<Row>) {
  const printed = columns.filter(isPrinted)
  return (
    <table className="paper-table">
      <colgroup>
        {printed.map((column, at) => (
          <col key={column.key ?? at} style={{ width: widthOf(column) }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {printed.map((column, at) => (
            <th key={column.key ?? at} scope="col" className={column.align === 'right' ? 'number' : ''}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={String(row[rowKey])}>
            {printed.map((column, nth) => (
              <td key={column.key ?? nth} className={column.align === 'right' ? 'number' : ''}>
                {shownIn(column, row, at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
