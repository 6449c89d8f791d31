import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import type * as z from 'zod'
import { AppDrawer } from '#web/AppModal.tsx'
import { useMay } from '#web/me.tsx'
import { PrintButton } from '#web/Printed.tsx'
import { useHotkey } from '#web/useHotkey.ts'
import { useLeaving } from '#web/useLeaving.tsx'
import { useNarrow, useWide } from '#web/useMedia.ts'
import { type ArchiveRow, emparch } from './emparch.contract.ts'
import EmployeeArchivePanel from './emparch.panel.tsx'

type Row = z.output<typeof ArchiveRow>

type Props = {
  row: Row
  /** The people before and behind in the list. */
  previous: Row | undefined
  next: Row | undefined
  onOpen: (row: Row) => void
  onClose: () => void
}

/** The archive of one person beside the list; Ctrl+Enter saves it and goes on to the next. */
export function ArchiveDrawer({ row, previous, next, onOpen, onClose }: Props) {
  const may = useMay()
  const narrow = useNarrow()
  const wide = useWide()
  const { leave, isUnsaved, dialog } = useLeaving()
  // Whom saving leads to: remembered, for the list may be another one when it has been read again.
  const goal = useRef<Row>(undefined)
  const go = (to: Row | undefined) => to && leave(() => onOpen(to))
  useHotkey('j', () => go(next))
  useHotkey('k', () => go(previous))
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isUnsaved()) return go(next)
    goal.current = next
    event.currentTarget.querySelector('form')?.requestSubmit()
  }
  const saved = () => {
    const to = goal.current
    goal.current = undefined
    if (to) onOpen(to)
  }
  return (
    <AppDrawer
      open
      mask={false}
      size={narrow ? '100%' : wide ? 880 : 720}
      title={row.empName}
      extra={
        <span className="row-actions">
          <Button
            icon={<UpOutlined />}
            disabled={!previous}
            onClick={() => go(previous)}
            aria-label="上一人"
            title="上一人（k）"
          />
          <Button icon={<DownOutlined />} disabled={!next} onClick={() => go(next)} aria-label="下一人" title="下一人（j）" />
          <PrintButton module="emparch" />
        </span>
      }
      onClose={() => leave(onClose)}
    >
      <div className="touch" onKeyDown={press}>
        <EmployeeArchivePanel key={row.empNo} empNo={row.empNo} onSaved={saved} />
        {!narrow && may(emparch.set) && <p className="grey">按 Ctrl+Enter 保存并打开下一人。</p>}
      </div>
      {dialog}
    </AppDrawer>
  )
}
