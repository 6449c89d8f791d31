import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Call } from '#contract/call.ts'
import { toast } from '#web/feedback/toast.ts'
import { formatCount } from '#web/page/format.ts'
import './list.css'
import type { ListState } from './listState.ts'
import { mostRows, readWhole } from './readWhole.ts'

type Props = { count: number; onClear: () => void; children?: ReactNode }

// Goes from one action to the next, round in a circle.
function moveAlong({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step) return
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.indexOf(target as HTMLElement)
  if (at >= 0) buttons.at((at + step) % buttons.length)?.focus()
}

/** Draws over a list with ticked rows: their number, the actions on them, and the way to clear them. */
export const TickedTools = ({ count, onClear, children }: Props) => (
  <div className="ticked-tools" role="toolbar" aria-label="对所选的操作" onKeyDown={moveAlong}>
    <span role="status" title="在表格里按 Alt+↑ 来到这里">
      已选 {formatCount(count)} 项
    </span>
    {children}
    <Button type="text" icon={<X />} aria-label="取消选择" title="取消选择" onClick={onClear} />
  </div>
)

type AllProps<Row> = {
  call: Call
  list: Pick<ListState, 'filters' | 'keyWord'>
  rowKey: keyof Row & string
  mayTick: ((row: Row) => boolean) | undefined
  /** Counts what fits the filter. */
  total: number
  onTick: (keys: string[]) => void
}

/** Draws the way to tick all rows that fit the filter, on whatever page they are; more than one call takes are refused. */
export function TickAll<Row>({ call, list, rowKey, mayTick = () => true, total, onTick }: AllProps<Row>) {
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const reading = useMutation({
    mutationFn: () => readWhole<Row>(call, list, rowKey, (stop.current = new AbortController())),
    onSuccess: (found) => {
      if (!found) return
      if (found.total > mostRows) toast.warning(tooMany(found.total))
      else onTick(found.rows.filter(mayTick).map((row) => String(row[rowKey])))
    },
  })
  return (
    <Button type="text" className="tick-all" loading={reading.isPending} onClick={() => reading.mutate()}>
      全选符合条件的 {formatCount(total)} 项
    </Button>
  )
}

const tooMany = (total: number) =>
  `符合条件的有 ${formatCount(total)} 项，一次最多选 ${formatCount(mostRows)} 项，请先加上筛选条件`
