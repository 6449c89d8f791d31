import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { query, useSend } from '#web/api/api.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { box } from './box.contract.ts'
import './box.css'
import { InboxRow } from './InboxRow.tsx'
import type { Received } from './asked.web.ts'
import { ReceivedMessage } from './ReceivedMessage.tsx'
import { useUnread } from './useUnread.web.ts'

// Shows the newest of each kind; all of them stand in the page.
const shown = 20

/** Draws the newest of the inbox over the page: what asks for an act first; one is opened in place, and answered there. */
export default function InboxDrawer({ onClose }: { onClose: () => void }) {
  const narrow = useNarrow()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Received>()
  const unread = useUnread()
  const todo = useQuery(query(box.getpage, { tab: 'todo', openFlag: '1', pageSize: shown }))
  const notices = useQuery(query(box.getpage, { tab: 'notice', pageSize: shown }))
  const readAll = useSend(box.readall)
  const error = todo.error ?? notices.error
  const isRead = todo.data && notices.data
  const go = (path: string) => {
    onClose()
    void navigate(path)
  }
  return (
    <AppDrawer
      open
      className="touch"
      size={narrow ? '100%' : 480}
      title="消息"
      onClose={onClose}
      extra={
        opened ? (
          <Button type="link" onClick={() => setOpened(undefined)}>
            返回列表
          </Button>
        ) : (
          <>
            {(unread?.unreadCnt ?? 0) > (unread?.todoCnt ?? 0) && (
              <Button type="link" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
                全部已读
              </Button>
            )}
            <Link to="/message/index" onClick={onClose}>
              消息中心
            </Link>
          </>
        )
      }
    >
      {opened && <ReceivedMessage rcvNo={opened.rcvNo} onGo={go} />}
      {!opened && error && !isRead && (
        <ReadFailed message={error.message} onRetry={() => void Promise.all([todo.refetch(), notices.refetch()])} />
      )}
      {!opened && !error && !isRead && <Spin delay={200} />}
      {!opened && isRead && (
        <>
          <Rows title="待办" rows={todo.data.datas} onOpen={setOpened} />
          <Rows title="通知" rows={notices.data.datas} onOpen={setOpened} />
          {todo.data.datas.length + notices.data.datas.length === 0 && <EmptyState hint="还没有消息" />}
        </>
      )}
    </AppDrawer>
  )
}

function Rows({ title, rows, onOpen }: { title: string; rows: Received[]; onOpen: (message: Received) => void }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className="section-title">{title}</h3>
      <ul className="inbox-rows">
        {rows.map((message) => (
          <li key={message.rcvNo}>
            <InboxRow message={message} onOpen={() => onOpen(message)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
