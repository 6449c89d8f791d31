import { Button, Tabs } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useSend } from '#web/api/api.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { send } from '#web/api/send.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { useOpenedRecord } from '#web/feedback/useOpenedRecord.ts'
import { PageHead } from '#web/head/PageHead.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'
import { formatTime } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { box, BoxMessage, boxTabs } from './box.contract.ts'
import './box.css'
import { askedOf, type Received } from './asked.web.ts'
import { useUnread } from './useUnread.web.ts'

const ReceivedDrawer = lazyWindow(() => import('./ReceivedDrawer.tsx'))

type Tab = (typeof boxTabs)[number]

/** Draws everything that came into the caller's inbox: what asks for an act, and what is to be read. */
export default function InboxScreen() {
  const { isFilteredBeyond, ...listed } = useListState(box.getpage, { tab: 'todo', openFlag: '1' })
  const { filters, setFilters, look } = listed
  const clear = () => {
    look('')
    setFilters({ openFlag: '0' })
  }
  // Stays in its part when what narrows the list is cleared. 待办 begins with what is still to be done: just so many its tab counts.
  const list = { ...listed, isFilteredBeyond, isFiltered: isFilteredBeyond(['tab', 'openFlag']), clear }
  const navigate = useNavigate()
  const { opened, open, close, hrefOf, dialog } = useOpenedRecord('rcvNo')
  // Opens what a link outside names: the message, since the link is the same for all who got it.
  useUrlParam('open', (msgNo) => {
    void send(box.getpage, { msgNo }).then(
      ({ result }) => result.datas[0] && open(result.datas[0].rcvNo),
      () => {},
    )
  })
  const readAll = useSend(box.readall)
  const unread = useUnread()
  const tab: Tab = filters.tab === 'todo' ? 'todo' : 'notice'
  const labelOf = (name: string, count: number | undefined) => (count ? `${name} ${count}` : name)
  const unreadNotices = (unread?.unreadCnt ?? 0) > 0
  return (
    <div className="page touch">
      <PageHead title="消息中心" />
      <Tabs
        activeKey={tab}
        onChange={(next) => setFilters({ tab: next, openFlag: next === 'todo' ? '1' : '0' })}
        items={[
          { key: 'todo', label: labelOf('待办', unread?.todoCnt) },
          { key: 'notice', label: '通知' },
        ]}
      />
      <PageTable
        call={box.getpage}
        list={list}
        rowKey="rcvNo"
        search="标题"
        opened={opened}
        offState={null}
        chips={
          <SegmentedControl
            aria-label="处理情况"
            value={filters.openFlag === '1' ? '1' : '0'}
            onChange={(openFlag) => setFilters({ openFlag })}
            options={[
              { value: '0', label: '全部' },
              { value: '1', label: tab === 'todo' ? '未回应' : '未读' },
            ]}
          />
        }
        actions={
          tab === 'notice' &&
          unreadNotices && (
            <Button loading={readAll.isPending} onClick={() => readAll.mutate({})}>
              全部标为已读
            </Button>
          )
        }
        empty={{ hint: tab === 'todo' ? '没有要办的消息' : '还没有通知', of: ['tab', 'openFlag'] }}
        columns={[
          column<Received>(BoxMessage, 'title', {
            width: 320,
            fixed: 'left',
            render: (title: string, { rcvNo, readTm, stuName, msgCls }) => (
              <span className="row-name">
                <RowButton href={hrefOf(rcvNo)} onClick={() => open(rcvNo)}>
                  {!readTm && <span className="inbox-point unread inline" aria-label="未读" role="img" />}
                  {stuName && `${stuName}：`}
                  {title}
                </RowButton>
                {msgCls === '3' && <span className="tag bad">紧急</span>}
              </span>
            ),
          }),
          column<Received>(BoxMessage, 'sndName', { width: 140 }),
          { key: 'time', title: '时间', width: 150, render: (_, { cameTm }) => formatTime(cameTm) },
          { key: 'asked', title: '回应', width: 220, render: (_, row) => askedOf(row) || '–' },
        ]}
      />
      <Suspense>{opened && <ReceivedDrawer rcvNo={opened} onGo={(path) => void navigate(path)} onClose={close} />}</Suspense>
      {dialog}
    </div>
  )
}
