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

/** Draws that a list could not be read: the sentence and a retry. */
export function ReadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <strong>{message}</strong>
      <Button onClick={onRetry}>重试</Button>
    </div>
  )
}
