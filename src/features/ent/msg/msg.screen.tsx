import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { permissions } from '#contract/access.ts'
import { MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { useOpenedRecord } from '#web/feedback/useOpenedRecord.ts'
import { PageHead } from '#web/head/PageHead.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { MineChips } from '#web/list/filters/MineChips.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { menuOf as menuOfActs } from '#web/menu/menuOf.ts'
import { formatCount, formatTime } from '#web/page/format.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { msg, SentMessage } from './msg.contract.ts'
import './msg.css'
import { useMessageActions } from './useMessageActions.tsx'

const ComposeDrawer = lazyWindow(() => import('./compose.panel.tsx'))
const EventsDrawer = lazyWindow(() => import('./EventsDrawer.tsx'))
const MessageDrawer = lazyWindow(() => import('./MessageDrawer.tsx'))

type Row = Out<typeof msg.getpage>['datas'][number]

const share = (done: number, of: number) => (of === 0 ? '–' : `${formatCount(done)} / ${formatCount(of)}`)

/** Draws the messages that were sent, and what became of them. */
export default function MessagesScreen() {
  const may = useMay()
  const list = useListState(msg.getpage, { mineFlag: '1' })
  const { filters, setFilters } = list
  const { opened, open, close, hrefOf, dialog: leaving } = useOpenedRecord('msgNo')
  const [writing, setWriting] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { menuOf, dialogs } = useMessageActions(close)
  useUrlParam('new', () => may(msg.send) && setWriting(true))
  const write = may(msg.send) && (
    <Button type="primary" icon={<Plus />} onClick={() => setWriting(true)}>
      发通知
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="发出的消息" />
      <PageTable
        call={msg.getpage}
        list={list}
        rowKey="msgNo"
        search="标题"
        opened={opened}
        offState={null}
        filters={<CodeFilter type="MSG_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />}
        chips={
          may({ access: permissions('msg').review }) && (
            <MineChips verb="发" value={filters.mineFlag} onChange={(mineFlag) => setFilters({ mineFlag })} />
          )
        }
        actions={
          <>
            <ActionsButton menu={menuOfActs([{ key: 'events', label: '事件提醒', act: () => setChoosing(true) }])} />
            {write}
          </>
        }
        empty={{ hint: '还没有发过消息', action: write, of: ['mineFlag'] }}
        columns={[
          linkedNameColumn<Row>(SentMessage, 'title', 260, {
            open: ({ msgNo }) => open(msgNo),
            hrefOf: ({ msgNo }) => hrefOf(msgNo),
          }),
          column<Row>(SentMessage, 'stt', { width: 88, render: (stt: string) => <StatusTag type="MSG_STT" value={stt} /> }),
          column<Row>(SentMessage, 'toCnt', {
            width: 80,
            align: 'right',
            render: (toCnt: number) => (toCnt > 0 ? formatCount(toCnt) : '–'),
          }),
          column<Row>(SentMessage, 'readCnt', {
            width: 96,
            align: 'right',
            render: (readCnt: number, { toCnt }) => share(readCnt, toCnt),
          }),
          column<Row>(SentMessage, 'doneCnt', {
            width: 96,
            align: 'right',
            render: (doneCnt: number, { need, toCnt }) => (need === MessageNeed.none ? '–' : share(doneCnt, toCnt)),
          }),
          {
            key: 'time',
            title: '时间',
            width: 168,
            render: (_, { stt, sentTm, sendTm, updTm }) => formatTime(sentTm ?? (stt === MessageState.waiting ? sendTm : updTm)),
          },
          { key: 'sender', title: '发送人', width: 110, render: (_, { sndName, evtName }) => sndName ?? evtName ?? '–' },
          column<Row>(SentMessage, 'msgCls', { width: 72, minor: true }),
          actionsColumn<Row>(menuOf, ({ title }) => title),
        ]}
      />
      <Suspense>
        {opened && <MessageDrawer msgNo={opened} onClose={close} />}
        {choosing && <EventsDrawer onClose={() => setChoosing(false)} />}
        {writing && <ComposeDrawer onClose={() => setWriting(false)} />}
      </Suspense>
      {leaving}
      {dialogs}
    </div>
  )
}
