import { X } from 'lucide-react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { formatCount } from '#web/page/format.ts'
import './list.css'

type Props = { count: number; onClear: () => void; children?: ReactNode }

/** Draws over a list with ticked rows: their number, the actions on them, and the way to clear them. */
export const TickedTools = ({ count, onClear, children }: Props) => (
  <div className="ticked-tools" role="toolbar" aria-label="对所选的操作">
    <span role="status" title="在表格里按 Alt+↑ 来到这里">
      已选 {formatCount(count)} 项
    </span>
    {children}
    <Button type="text" icon={<X />} aria-label="取消选择" title="取消选择" onClick={onClear} />
  </div>
)
