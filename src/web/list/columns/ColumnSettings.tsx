import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { Button, Checkbox } from 'antd'
import { type ChosenColumn, type ColumnChoice, isMovable, orderColumns } from './columnChoice.ts'
import { useRowOrder } from '../useRowOrder.ts'

type Props = {
  columns: readonly ChosenColumn[]
  choice: ColumnChoice
  /** Lists the keys of the columns that stand on the page. */
  shown: readonly string[]
  /** Tells that they stand on cards, where they are moved by buttons. */
  onCards: boolean
  onChange: (choice: ColumnChoice | undefined) => void
}

/** Draws which columns a list shows, and in which order: ticked, dragged or moved by Alt+↑ and Alt+↓. */
export default function ColumnSettings({ columns, choice, shown, onCards, onChange }: Props) {
  const titled = columns.filter(({ title }) => typeof title === 'string')
  const rows = orderColumns(titled, choice)
  const movable = rows.filter(isMovable)
  const keyOf = ({ key }: ChosenColumn) => String(key)
  const { rowProps, handleProps, isOver, move } = useRowOrder(movable, keyOf, (next) =>
    onChange({ ...choice, order: next.map(keyOf) }),
  )
  return (
    <div className="column-settings">
      <ul>
        {rows.map((column) => {
          const title = String(column.title)
          const at = movable.indexOf(column)
          return (
            <li key={keyOf(column)} className={isOver(column) ? 'drag-over' : ''} {...(at >= 0 && rowProps(column))}>
              <Checkbox
                checked={shown.includes(keyOf(column))}
                disabled={at < 0}
                onChange={({ target }) => onChange({ ...choice, shown: { ...choice.shown, [keyOf(column)]: target.checked } })}
              >
                {title}
              </Checkbox>
              {at < 0 ? (
                <span className="grey">固定</span>
              ) : onCards ? (
                <span>
                  <Button
                    type="text"
                    icon={<ArrowUp />}
                    aria-label={`上移${title}`}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <Button
                    type="text"
                    icon={<ArrowDown />}
                    aria-label={`下移${title}`}
                    disabled={at === movable.length - 1}
                    onClick={() => move(at, at + 1)}
                  />
                </span>
              ) : (
                <button
                  type="button"
                  className="drag-handle"
                  aria-label={`排序${title}，Alt 加上下键移动`}
                  {...handleProps(column)}
                >
                  <GripVertical />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <Button block onClick={() => onChange(undefined)}>
        恢复默认
      </Button>
    </div>
  )
}
