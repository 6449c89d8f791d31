import { Bell as BellIcon } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import './box.css'
import { useUnread } from './useUnread.web.ts'

const InboxDrawer = lazyWindow(() => import('./InboxDrawer.tsx'))

// Shows more as “99+”, for nobody counts further.
const most = 99

/** Draws the way to the inbox, with how much of it is unread. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread()?.unreadCnt ?? 0
  return (
    <>
      <Button
        type="text"
        className="bell"
        icon={<BellIcon />}
        title="消息"
        aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息，没有未读'}
        onClick={() => setOpen(true)}
      >
        {unread > 0 && <span className="bell-count">{unread > most ? `${most}+` : unread}</span>}
      </Button>
      <Suspense>{isOpen && <InboxDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
