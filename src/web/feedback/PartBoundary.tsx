import { Component, type ReactNode } from 'react'
import { logCaught } from '#web/api/errorLog.ts'
import { reloadSafely } from '#web/page/unsaved.ts'
import { PartError, renewParts } from './parts.ts'
import './partBoundary.css'

/** Tells where a part stands: a page or what fills it, a window that can be closed, a piece within a line, or a mere ornament. */
export type Place = 'page' | 'window' | 'line' | 'ornament'

type Props = {
  as: Place
  onClose?: (() => void) | undefined
  /** Draws the part, with what it is by now. */
  children: ReactNode | (() => ReactNode)
}

/** Limits the failure of a part to its place, and offers it again. */
export class PartBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') }
  }
  override componentDidCatch(error: unknown) {
    if (!(error instanceof PartError)) logCaught(error)
  }
  readonly #retry = () => {
    renewParts()
    this.setState({ error: undefined })
  }
  override render() {
    const { as, onClose, children } = this.props
    const { error } = this.state
    if (error === undefined) return typeof children === 'function' ? children() : children
    if (as === 'ornament') return null
    const { text, button, again } = remedyOf(error, as, this.#retry)
    const retry = (
      <button type="button" className="part-retry" onClick={again}>
        {button}
      </button>
    )
    if (as === 'line')
      return (
        <span className="part-line" role="alert">
          {text} {retry}
        </span>
      )
    if (as === 'page')
      return (
        <div className="empty" role="alert">
          <strong>{text}</strong>
          {retry}
        </div>
      )
    return (
      <div className="part-mask">
        <div className="part-window" role="alertdialog" aria-label={text}>
          <strong>{text}</strong>
          <div className="part-buttons">
            <button type="button" className="part-retry" onClick={onClose}>
              关闭
            </button>
            {retry}
          </div>
        </div>
      </div>
    )
  }
}

function remedyOf(error: unknown, as: Place, retry: () => void) {
  const what = as === 'page' ? '这个页面' : as === 'window' ? '这个窗口' : '这里'
  const cause = error instanceof PartError ? error.reason : 'fault'
  if (cause === 'outdated')
    return { text: `系统已更新到新版本，${what}要刷新后才能打开`, button: '刷新到新版本', again: () => void reloadSafely() }
  if (cause === 'fault') return { text: `${what}出错了`, button: '重试', again: retry }
  const reason = cause === 'network' ? '网络已断开，' : ''
  return { text: `${reason}${what}没有加载出来`, button: '重试', again: retry }
}
