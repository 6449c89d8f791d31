import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import './undoConfirm.css'

type Outlook = { blocks: string[]; keeps: string[]; keepCnt: number }

type Props = {
  title: string
  /** Names the button: 撤销合并. */
  verb: string
  /** Names since when others may have changed something: 合并之后. */
  since: string
  outlook: { data: Outlook | undefined; error: Error | null; refetch: () => unknown }
  busy: boolean
  onTake: () => void
  onClose: () => void
  /** Describes what happens where nothing prevents it. */
  children: ReactNode
}

const shownLines = 12

/** Says what taking something back keeps of later work and what stands in its way, and then does it. */
export default function UndoConfirmModal({ title, verb, since, outlook, busy, onTake, onClose, children }: Props) {
  const { data, error, refetch } = outlook
  const hindered = !data || data.blocks.length > 0
  return (
    <AppModal
      open
      width={520}
      title={title}
      okText={verb}
      okButtonProps={{ disabled: hindered, danger: true }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={onTake}
      onCancel={onClose}
    >
      {error && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && data.blocks.length > 0 && (
        <>
          <p className="bad-text">这些改动挡住了撤销，先处理它们：</p>
          <Lines lines={data.blocks} count={data.blocks.length} />
        </>
      )}
      {data && data.blocks.length === 0 && <p>{children}</p>}
      {data && data.keepCnt > 0 && (
        <>
          <p>{since}的这些改动保留：</p>
          <Lines lines={data.keeps} count={data.keepCnt} />
        </>
      )}
    </AppModal>
  )
}

const Lines = ({ lines, count }: { lines: string[]; count: number }) => (
  <ul className="taken-back">
    {lines.slice(0, shownLines).map((line) => (
      <li key={line}>{line}</li>
    ))}
    {count > shownLines && <li className="grey">还有 {formatCount(count - shownLines)} 处</li>}
  </ul>
)
