import { MessageNeed } from '#domain/messages/messages.contract.ts'
import { formatTime } from '#web/page/format.ts'
import type { Received } from './ReceivedMessage.tsx'

/** Says what a message still asks of its reader, or what they did; nothing where it only tells. */
export function askedOf({ need, doneTm, rcpt, dueTm, remindCnt }: Received): string {
  if (need === MessageNeed.none) return ''
  if (doneTm) return rcpt ? `已回执：${rcpt}` : '已确认'
  const asked = need === MessageNeed.choice ? '待回执' : '待确认'
  const due = dueTm ? `，${formatTime(dueTm)} 前` : ''
  return `${asked}${due}${remindCnt > 0 ? `，已提醒 ${remindCnt} 次` : ''}`
}

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
