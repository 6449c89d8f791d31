import { Button } from 'antd'
import type { ReactNode } from 'react'
import { formatCount } from '#web/page/format.ts'

type Props = { count: number; onClear: () => void; children?: ReactNode }

/** Draws above a list with ticked rows: their number, the actions on them, and the way to clear them. */
export const TickedTools = ({ count, onClear, children }: Props) => (
  <span className="ticked-tools">
    <span role="status" title="在表格里按 Alt+↑ 来到这里">
      已选 {formatCount(count)} 项
    </span>
    {children}
    <Button type="link" onClick={onClear}>
      取消选择
    </Button>
  </span>
)
