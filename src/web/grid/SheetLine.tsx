import { Button } from 'antd'
import type { RecordColumn, Row } from './columns.ts'
import { isBad, type EditState, type SheetEdits } from './edits.ts'

type Props = {
  row: Row | undefined
  column: RecordColumn | undefined
  rowKey: string
  edits: SheetEdits
  state: EditState
}

const help = '方向键移动，直接输入就替换，F2 或双击修改；可以粘贴 Excel、WPS 里复制的一块；Ctrl+D 向下填充，Ctrl+Z 撤销'

/** Draws the note on the cell with the cursor: why it was refused, or cannot be changed here. */
export function SheetLine({ row, column, rowKey, edits, state }: Props) {
  const no = String(row?.[rowKey])
  const cell = column && state.rows.get(no)?.cells[column.field]
  const bad = cell && isBad(cell)
  return (
    <div className={bad ? 'sheet-line bad' : 'sheet-line'} role="status">
      {bad && (
        <>
          <span>
            {column.title}：{cell.error}
          </span>
          {cell.theirs && (
            <>
              <Button size="small" onClick={() => edits.choose(no, column.field, 'mine')}>
                用我的“{cell.text || '空'}”
              </Button>
              <Button size="small" onClick={() => edits.choose(no, column.field, 'theirs')}>
                用对方的“{cell.theirs.text || '空'}”
              </Button>
            </>
          )}
        </>
      )}
      {!bad && column?.readOnly}
      {!bad && !column?.readOnly && (
        <span className="grey" title={help}>
          {help}
        </span>
      )}
    </div>
  )
}
