import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { logCaught } from '#web/api/errorLog.ts'

/** Limits the failure of a page to that page. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: unknown) {
    logCaught(error)
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="empty" role="alert">
        <strong>这个页面出错了</strong>
        <Button onClick={() => this.setState({ failed: false })}>重试</Button>
      </div>
    )
  }
}
