import { GivenSignature } from '#domain/messages/GivenSignature.tsx'
import { ReaderList } from '#domain/messages/readers/ReaderList.tsx'
import { MessageNeed, needWords } from '#domain/messages/needs.contract.ts'
import { channels } from '#domain/channels/channels.contract.ts'
import { Label } from '#web/api/dictionary.tsx'
import { type Out, send } from '#web/api/send.ts'
import { column } from '#web/list/columns/columns.tsx'
import { formatTime } from '#web/page/format.ts'
import { msg, Reader, type readerStates } from './msg.contract.ts'

type Row = Out<typeof msg.getreaders>['datas'][number]
type State = (typeof readerStates)[number]

const statesOf = (need: string): { value: State; label: string }[] =>
  need === MessageNeed.none
    ? [
        { value: 'all', label: '全部' },
        { value: 'unread', label: '未读' },
        { value: 'read', label: '已读' },
      ]
    : [
        { value: 'all', label: '全部' },
        { value: 'wait', label: '未回应' },
        { value: 'done', label: '已回应' },
      ]

/** Says what became of the message with one receiver. */
function stateOf({ readTm, doneTm, rcpt, rcptNote, sign, remindCnt, name }: Row, need: string) {
  if (doneTm && sign)
    return (
      <>
        <GivenSignature value={sign} name={name} />
        {rcptNote}
      </>
    )
  if (doneTm) return [rcpt ?? needWords[need]?.given, rcptNote].filter(Boolean).join('：')
  const reminded = remindCnt > 0 ? `，已提醒 ${remindCnt} 次` : ''
  return readTm ? `已读${reminded}` : `未读${reminded}`
}

/** Says what became of it outside the product, which is no sign that it was read. */
const Outside = ({ row: { chnKind, dlvStt, dlvWhy } }: { row: Row }) =>
  chnKind && (
    <small className="grey" title={dlvWhy ?? undefined}>
      {channels[chnKind].name} <Label type="DLV_STT" value={dlvStt ?? ''} />
    </small>
  )

/** Draws the receivers of a message, each with what became of it. */
export function Readers({ message: { msgNo, need } }: { message: { msgNo: string; need: string } }) {
  return (
    <ReaderList<Row, State>
      label="回应情况"
      states={statesOf(need)}
      listKey={[msg.getreaders.path, msgNo]}
      read={(state, page) => send(msg.getreaders, { msgNo, state, ...page }).then(({ result }) => result)}
      rowKey="rcvNo"
      hint="没有这样的接收人"
      columns={[
        column<Row>(Reader, 'name', {
          width: 150,
          render: (name: string, { stuName }) => (
            <span className="row-name">
              <bdi>{name}</bdi>
              {stuName && <small className="grey">{stuName}的家长</small>}
            </span>
          ),
        }),
        column<Row>(Reader, 'place', { width: 120 }),
        {
          key: 'state',
          title: '回应情况',
          width: 150,
          render: (_, row) => (
            <span className="row-name">
              <span>{stateOf(row, need)}</span>
              <Outside row={row} />
            </span>
          ),
        },
        { key: 'time', title: '时间', width: 140, render: (_, { doneTm, readTm }) => formatTime(doneTm ?? readTm) },
      ]}
    />
  )
}
