import type { Row } from './RelationForm.tsx'

/** Returns the children of a page, and over how many rows a child's cells reach: none where the row is not the child's first. */
export function familiesOf(rows: readonly Row[]) {
  const children = rows.filter(({ stuNo }, i) => stuNo !== rows[i - 1]?.stuNo)
  const counts = Map.groupBy(rows, ({ stuNo }) => stuNo)
  const first = new Set(children.map(({ rowNo }) => rowNo))
  const spanOf = ({ rowNo, stuNo }: Row) => {
    const count = counts.get(stuNo)?.length
    return count === undefined || first.has(rowNo) ? (count ?? 1) : 0
  }
  return { children, spanOf }
}
