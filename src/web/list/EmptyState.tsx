import { Button } from 'antd'
import type { ReactNode } from 'react'

/**
 * Draws an empty list (docs/spec/messages.md#other-fixed-words): 暂无数据, then a sentence of the screen and the next sensible
 * action.
 */
export function EmptyState({ hint, children }: { hint?: string | undefined; children?: ReactNode }) {
  return (
    <div className="empty">
      <strong>暂无数据</strong>
      {hint}
      {children && <div>{children}</div>}
    </div>
  )
}

/** Draws what to choose or to know first, where nothing has been asked for. */
export const ChooseFirst = ({ hint }: { hint: string }) => <div className="empty">{hint}</div>

/** Draws that nothing matches the filter, with the way to see all again. */
export function NothingFits({ onClear }: { onClear: () => void }) {
  return (
    <div className="empty">
      <strong>没有符合条件的记录</strong>
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
      <strong>{message}</strong>
      <Button onClick={onRetry}>重试</Button>
    </div>
  )
  if (!page) return failed
  return (
    <div className="page">
      <div className="page-head">
        <h1>{page}</h1>
      </div>
      {failed}
    </div>
  )
}
