import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Spin, Tabs } from 'antd'
import { MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed, needWords } from '#domain/messages/needs.contract.ts'
import { MessageBody } from '#domain/messages/MessageBody.tsx'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { useSubject } from '#web/page/tab.ts'
import { msg } from './msg.contract.ts'
import './msg.css'
import { Readers } from './Readers.tsx'
import { useMessageActions } from './useMessageActions.tsx'

type Shown = Out<typeof msg.get>

/** Draws one message: what was written to whom, who has read it, and what they answered. */
export default function MessageDrawer({ msgNo, onClose }: { msgNo: string; onClose: () => void }) {
  const narrow = useNarrow()
  const { data, error, refetch } = useQuery(query(msg.get, { msgNo }))
  const { firstOf, restOf, dialogs } = useMessageActions(onClose)
  useSubject(data?.title)
  const first = data && firstOf(data)
  const isOut = data && [MessageState.sent, MessageState.recalled].some((stt) => stt === data.stt)
  return (
    <>
      <AppDrawer
        open
        className="touch"
        isBeside
        size={narrow ? '100%' : 560}
        title={
          data ? (
            <span className="drawer-title">
              {data.title} <StatusTag type="MSG_STT" value={data.stt} />
            </span>
          ) : (
            '消息'
          )
        }
        extra={
          data && (
            <span className="row-actions">
              {first && <Button onClick={first.act}>{first.label}</Button>}
              <ActionsButton menu={restOf(data)} row={data.title} />
            </span>
          )
        }
        onClose={onClose}
      >
        {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Spin delay={200} />}
        {data && isOut && (
          <Tabs
            items={[
              { key: 'readers', label: '接收人', children: <ReadersOf message={data} /> },
              { key: 'body', label: '内容', children: <Written message={data} /> },
            ]}
          />
        )}
        {data && !isOut && <Written message={data} />}
      </AppDrawer>
      {dialogs}
    </>
  )
}

function ReadersOf({ message }: { message: Shown }) {
  const { need, toCnt, readCnt, doneCnt, choiceCnts } = message
  return (
    <>
      <dl className="message-figures">
        <Figure name="接收人" count={toCnt} />
        <Figure name="已读" count={readCnt} />
        <Figure name="未读" count={toCnt - readCnt} />
        {need !== MessageNeed.none && <Figure name={needWords[need]?.given ?? ''} count={doneCnt} />}
        {choiceCnts.map(({ choice, cnt }) => (
          <Figure key={choice} name={choice} count={cnt} />
        ))}
      </dl>
      <Readers message={message} />
    </>
  )
}

const Figure = ({ name, count }: { name: string; count: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatCount(count)}</dd>
  </div>
)

function Written({ message }: { message: Shown }) {
  const { body, scope, msgCls, need, choices, sndName, evtName, sentTm, sendTm, failWhy, dueTm } = message
  return (
    <>
      {failWhy && <Alert type="warning" showIcon title={`${formatTime(sendTm)} 没有发出：${failWhy}。改好后请重新发送。`} />}
      {body ? <MessageBody text={body} /> : <p className="grey">没有写内容，只有标题。</p>}
      <FactList
        items={[
          ['接收人', scope.map(({ name, outFlag }) => (outFlag === '1' ? `除外：${name}` : name)).join('、') || '–'],
          ['类别', <Label key="cls" type="MSG_CLS" value={msgCls} />],
          ['回应方式', <Label key="need" type="MSG_NEED" value={need} />],
          ...(choices.length > 0 ? [['回执选项', choices.join('、')] as const] : []),
          ...(dueTm ? [['回应期限', formatTime(dueTm)] as const] : []),
          ['发送人', sndName ?? evtName ?? '–'],
          [
            '发送时间',
            sentTm ? formatTime(sentTm) : message.stt === MessageState.waiting ? `${formatTime(sendTm)}（定时）` : '还没有发送',
          ],
        ]}
      />
    </>
  )
}
