import { X } from 'lucide-react'
import { Button } from 'antd'
import { formatCount } from '#web/page/format.ts'

type Props<Row> = {
  rows: Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  unit: string
  problem: string | undefined
  onChange: (rows: Row[]) => void
}

// Limits the chosen rows that are shown, for nobody looks through more.
const shown = 200

/** Draws the chosen rows: their number, a way to remove each, and all at once. */
export function PickerChosen<Row>({ rows, keyOf, nameOf, unit, problem, onChange }: Props<Row>) {
  const without = (row: Row) => onChange(rows.filter((one) => keyOf(one) !== keyOf(row)))
  return (
    <section aria-label="已选">
      <div className="spread picker-count">
        <span role="status">
          已选 {formatCount(rows.length)} {unit}
        </span>
        {rows.length > 0 && (
          <Button type="link" size="small" onClick={() => onChange([])}>
            清空
          </Button>
        )}
      </div>
      {problem && (
        <div className="bad-line" role="alert">
          {problem}
        </div>
      )}
      <ul className="picker-chosen">
        {rows.slice(0, shown).map((row) => (
          <li key={keyOf(row)}>
            <span title={nameOf(row)}>{nameOf(row)}</span>
            <Button
              type="text"
              size="small"
              icon={<X />}
              aria-label={`移除${nameOf(row)}`}
              onClick={() => without(row)}
              onKeyDown={({ key }) => ['Backspace', 'Delete'].includes(key) && without(row)}
            />
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <span className="grey">
          等 {formatCount(rows.length)} {unit}
        </span>
      )}
    </section>
  )
}
