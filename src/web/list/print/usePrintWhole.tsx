import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { printAccess } from '#contract/printing.ts'
import { useMay } from '#web/api/me.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { toast } from '#web/feedback/toast.ts'
import { formatCount } from '#web/page/format.ts'
import { useTabActive } from '#web/page/tab.ts'
import { useLater } from '#web/page/useLater.ts'
import { topPart } from '#web/print/printing.ts'
import type { ListState } from '../listState.ts'
import { mostRows, readWhole } from '../readWhole.ts'

// Leaves what is read at once without a window.
const unseen = 300

type Given<Row> = {
  call: Call
  list: ListState
  rowKey: keyof Row & string
  /** Identifies the element of the list. */
  id: string
}

/** Reads a list as a whole and prints it, at 打印 and at Ctrl+P; `print` is undefined for those who may not. */
export function usePrintWhole<Row>({ call, list, rowKey, id }: Given<Row>) {
  const may = useMay()({ access: printAccess(call.access) })
  const asked = JSON.stringify([list.filters, list.keyWord])
  const [read, setRead] = useState<{ rows: number; total: number }>()
  const [whole, setWhole] = useState<{ of: string; rows: Row[] }>()
  const stop = useRef<AbortController>(undefined)
  const rows = whole?.of === asked ? whole.rows : undefined
  const print = async () => {
    if (read) return
    const { signal } = (stop.current = new AbortController())
    setRead({ rows: 0, total: 0 })
    const onRead = (rows: number, total: number) => setRead({ rows, total })
    const found = await readWhole<Row>(call, list, rowKey, { signal, onRead }).catch((error: Error) => {
      toast.error(error.message)
    })
    setRead(undefined)
    if (!found) return
    if (found.total > mostRows) toast.warning(tooMany(found.total))
    else setWhole({ of: asked, rows: found.rows })
  }
  useEffect(() => {
    if (!rows) return
    // Prints after the rows are drawn, and the window of the progress is gone.
    const timer = setTimeout(() => window.print())
    const forget = () => setWhole(undefined)
    window.addEventListener('afterprint', forget)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', forget)
    }
  }, [rows])
  usePrintKey(may ? () => void print() : undefined, id)
  const isLong = useLater(read !== undefined, unseen)
  const progress: ReactNode = read && isLong && (
    <Reading
      {...read}
      onStop={() => {
        stop.current?.abort()
        setRead(undefined)
      }}
    />
  )
  return { rows, print: may ? () => void print() : undefined, progress }
}

const tooMany = (total: number) =>
  `符合条件的有 ${formatCount(total)} 条，一次最多打印 ${formatCount(mostRows)} 条，请先加上筛选条件`

const Reading = ({ rows, total, onStop }: { rows: number; total: number; onStop: () => void }) => (
  <AppModal open title="正在准备打印" width={400} onCancel={onStop} okButtonProps={{ hidden: true }} cancelText="取消">
    <p role="status">{total > 0 ? `已读取 ${formatCount(rows)} 条，共 ${formatCount(total)} 条` : '正在读取……'}</p>
    <progress className="paper-progress" aria-label="已读取" max={total || 1} value={rows} />
  </AppModal>
)

/** Does something at Ctrl+P (⌘P) where this list is what would be printed; the browser prints all else. */
function usePrintKey(act: (() => void) | undefined, id: string) {
  const active = useTabActive()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (topPart()?.querySelector('.list')?.id !== id) return
    event.preventDefault()
    if (!event.repeat) act?.()
  })
  const mayPrint = act !== undefined
  useEffect(() => {
    if (!active || !mayPrint) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active, mayPrint])
}
