import { CircleAlert, InboxIcon, MousePointerClick, SearchX } from 'lucide-react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { PageHead } from '#web/head/PageHead.tsx'

/**
 * Draws an empty list (docs/spec/messages.md#other-fixed-words): 暂无数据, then a sentence of the screen and the next sensible
 * action.
 */
export function EmptyState({ hint, children }: { hint?: string | undefined; children?: ReactNode }) {
  return (
    <div className="empty">
      <InboxIcon strokeWidth={1.2} />
      <p>暂无数据</p>
      {hint}
      {children && <div>{children}</div>}
    </div>
  )
}

/** Draws what to choose or to know first, where nothing has been asked for. */
export const ChooseFirst = ({ hint }: { hint: string }) => (
  <div className="empty">
    <MousePointerClick strokeWidth={1.2} />
    <p>{hint}</p>
  </div>
)

/** Draws that nothing matches the filter, with the way to see all again; `children` say what matches elsewhere. */
export function NothingFits({ onClear, children }: { onClear: () => void; children?: ReactNode }) {
  return (
    <div className="empty">
      <SearchX strokeWidth={1.2} />
      <p>没有符合条件的记录</p>
      {children}
      <Button onClick={onClear}>清除筛选</Button>
    </div>
  )
}

type FailedProps = {
  message: string
  onRetry: () => void
  /** Names the page where nothing else of it can be shown. */
  page?: string
}

/** Draws that a list or a page could not be read: the sentence and a retry. */
export function ReadFailed({ message, onRetry, page }: FailedProps) {
  const failed = (
    <div className="empty" role="alert">
      <CircleAlert strokeWidth={1.2} />
      <p>{message}</p>
      <Button onClick={onRetry}>重试</Button>
    </div>
  )
  if (!page) return failed
  return (
    <div className="page">
      <PageHead title={page} />
      {failed}
    </div>
  )
}
