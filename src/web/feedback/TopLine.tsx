import { useState } from 'react'
import { type Connection, useConnection, usePageOutdated } from '#web/api/connection.ts'
import { reloadSafely } from '#web/page/unsaved.ts'
import './topLine.css'

const words: Record<Connection, string> = {
  online: '',
  offline: '网络已断开，恢复后自动接上',
  unreachable: '连不上服务器，恢复后自动接上',
}

/** Says above everything that the network is gone, as long as it is; and that the server has a newer version of the page. */
export function TopLine() {
  const connection = useConnection()
  const outdated = usePageOutdated()
  const [later, setLater] = useState(false)
  const isLost = connection !== 'online'
  // Renders the region before its first text, so that screen readers announce it.
  return (
    <div aria-live="polite">
      {isLost ? (
        <p className="top-line">{words[connection]}</p>
      ) : (
        outdated &&
        !later && (
          <p className="top-line new-version">
            系统已更新到新版本，填写的内容会留作草稿
            <button type="button" onClick={() => void reloadSafely()}>
              刷新到新版本
            </button>
            <button type="button" onClick={() => setLater(true)}>
              稍后
            </button>
          </p>
        )
      )}
    </div>
  )
}
