import { Button } from 'antd'
import type { Key, ReactNode } from 'react'
import { formatCount } from '#web/page/format.ts'

/** Returns the tick boxes of a table's rows, as its `rowSelection`. */
export const tickBoxes = (ticked: string[], onTick: (keys: string[]) => void) => ({
  columnWidth: 40,
  selectedRowKeys: ticked,
  onChange: (keys: Key[]) => onTick(keys.map(String)),
})

type Props = { count: number; onClear: () => void; children?: ReactNode }

/** Draws above a list with ticked rows: their number, the actions on them, and the way to clear them. */
export const TickedTools = ({ count, onClear, children }: Props) => (
  <>
    <span>已选 {formatCount(count)} 项</span>
    {children}
    <Button type="link" onClick={onClear}>
      取消选择
    </Button>
  </>
)
