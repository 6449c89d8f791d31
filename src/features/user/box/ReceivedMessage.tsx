import { useQuery } from '@tanstack/react-query'
import { Button, Input, Radio, Spin } from 'antd'
import { useState } from 'react'
import { hasOwnPage, MessageNeed, needWords } from '#domain/messages/needs.contract.ts'
import { GivenSignature } from '#domain/messages/GivenSignature.tsx'
import { MessageBody } from '#domain/messages/MessageBody.tsx'
import { readAgain, useSend } from '#web/api/api.ts'
import { type Out, send } from '#web/api/send.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { box } from './box.contract.ts'
import './box.css'
import { SignField } from './SignField.tsx'
import { askedOf } from './asked.web.ts'

type Shown = Out<typeof box.open>

const mostNote = 200

/** Opens a message of the inbox, which notes it as read, and draws it with what it asks for. */
export function ReceivedMessage({ rcvNo, onGo }: { rcvNo: string; onGo: (path: string) => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [box.open.path, rcvNo],
    // Counts anew what is unread, once it has been noted.
    queryFn: () => send(box.open, { rcvNo }).then(({ result }) => (void readAgain(box.open, [box.open.path, rcvNo]), result)),
    meta: { saysItself: true },
  })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const { stuName, title, sndName, cameTm, dueTm, body, path, need } = data
  const isElsewhere = hasOwnPage(need)
  return (
    <article className="received">
      <h3>
        {stuName && `${stuName}：`}
        {title}
      </h3>
      <p className="grey">
        {sndName} · {formatTime(cameTm)}
        {dueTm && need !== MessageNeed.none && data.lateFlag === '0' && ` · 请在 ${formatTime(dueTm)} 前回应`}
      </p>
      <MessageBody text={body} />
      {path && (
        <Button type={need === MessageNeed.none || isElsewhere ? 'primary' : 'default'} onClick={() => onGo(path)}>
          {actOf(data)}
        </Button>
      )}
      {need !== MessageNeed.none && !isElsewhere && data.lateFlag === '0' && <Answer key={data.doneTm} message={data} />}
      {need !== MessageNeed.none && data.lateFlag === '1' && (
        <p className="grey">{data.doneTm ? askedOf(data) : '已过回应期限，不能再回应，请联系发送人。'}</p>
      )}
    </article>
  )
}

const actOf = ({ need, doneTm }: Shown) => {
  if (need === MessageNeed.form) return doneTm ? '查看填写的内容' : '去填写'
  return hasOwnPage(need) && !doneTm ? '去处理' : '查看详情'
}

/** Asks for what the message wants; an answer that was given can be changed until it is due, but for a signature. */
function Answer({ message }: { message: Shown }) {
  const { need, doneTm } = message
  const isOpen = need === MessageNeed.choice || !doneTm
  return (
    <section className="stack" aria-label="回应">
      {doneTm && <Given message={message} />}
      {isOpen && <AnswerForm message={message} />}
    </section>
  )
}

function Given({ message: { need, rcpt, sign, doneTm } }: { message: Shown }) {
  return (
    <>
      <p className="tag ok">
        {needWords[need]?.given}
        {rcpt && `：${rcpt}`}（{formatTime(doneTm)}）
      </p>
      {sign && <GivenSignature value={sign} name="我" />}
    </>
  )
}

function AnswerForm({ message }: { message: Shown }) {
  const { rcvNo, need, choices, rcpt, rcptNote, doneTm } = message
  const [chosen, setChosen] = useState(rcpt ?? undefined)
  const [said, setSaid] = useState(rcptNote ?? '')
  const [signed, setSigned] = useState('')
  const answer = useSend(box.receipt)
  const isChoice = need === MessageNeed.choice
  const isSign = need === MessageNeed.sign
  const isSame = doneTm !== null && chosen === (rcpt ?? undefined) && said === (rcptNote ?? '')
  const given = { ...(isChoice && { rcpt: chosen }), ...(isSign && { sign: signed }), ...(said && { rcptNote: said }) }
  return (
    <>
      {isChoice && (
        <Radio.Group
          aria-label="回执"
          value={chosen}
          onChange={({ target }) => setChosen(String(target.value))}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
        />
      )}
      {isSign && <SignField value={signed} onChange={setSigned} />}
      <Input
        aria-label="留言"
        placeholder="可以写一句话给发送人"
        maxLength={mostNote}
        value={said}
        onChange={({ target }) => setSaid(target.value)}
      />
      <Button
        type="primary"
        style={{ alignSelf: 'flex-start' }}
        disabled={(isChoice && !chosen) || (isSign && !signed) || isSame}
        loading={answer.isPending}
        onClick={() => answer.mutate({ rcvNo, ...given })}
      >
        {verbOf(need, doneTm !== null)}
      </Button>
    </>
  )
}

function verbOf(need: string, isDone: boolean) {
  if (need === MessageNeed.choice) return isDone ? '修改回执' : '提交回执'
  return need === MessageNeed.sign ? '签名并提交' : '我已阅读'
}
