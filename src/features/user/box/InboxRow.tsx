import { formatTime } from '#web/page/format.ts'
import { askedOf, type Received } from './asked.web.ts'

/** Draws a message of the inbox in a list: unread ones are told by a point, and to those who do not see it by a word. */
export function InboxRow({ message, onOpen }: { message: Received; onOpen: () => void }) {
  const { title, stuName, sndName, cameTm, readTm, msgCls } = message
  const asked = askedOf(message)
  return (
    <button type="button" className="inbox-row" onClick={onOpen}>
      <span className={readTm ? 'inbox-point' : 'inbox-point unread'} aria-hidden />
      <span className="inbox-words">
        <span className="inbox-title">
          {!readTm && <span className="unseen">未读：</span>}
          {msgCls === '3' && <span className="tag bad">紧急</span>} {stuName && `${stuName}：`}
          {title}
        </span>
        <small className="grey">{[sndName, formatTime(cameTm), asked].filter(Boolean).join(' · ')}</small>
      </span>
    </button>
  )
}
