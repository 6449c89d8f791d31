import { useEffect, useState } from 'react'
import { MessageBody } from '#domain/messages/MessageBody.tsx'
import { MessageNeed, needWords } from '#domain/messages/needs.contract.ts'
import { formatTime } from '#web/page/format.ts'
import { askAsStranger, readHashKey } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import type * as z from 'zod'
import type { mNotice, NoticeHead, OpenedNotice } from './notice.contract.ts'
import './notice.css'

type Head = z.output<typeof NoticeHead>
type Opened = z.output<typeof OpenedNotice>

const titleOf = ({ stuName, title }: Head) => (stuName ? `${stuName}：${title}` : title)
const aboutOf = ({ entName, sndName, cameTm }: Head) => `${entName} · ${sndName} · ${formatTime(cameTm)}`

/** Draws one notice to a guardian, which counts as read when they press to open it. */
export default function NoticePage() {
  const [token] = useState(readHashKey('t'))
  const [head, setHead] = useState<Head>()
  const [opened, setOpened] = useState<Opened>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const keep = (error: Error) => setProblem(error.message)

  useEffect(() => {
    askAsStranger<typeof mNotice.get>('GET', '/m/notice/get', { token }).then(setHead, keep)
  }, [token])

  const open = async () => {
    setBusy(true)
    await askAsStranger<typeof mNotice.open>('POST', '/m/notice/open', { token }).then(setOpened, keep)
    setBusy(false)
  }

  if (!head) return problem ? <Message title={problem} /> : <Card title="学校通知">{null}</Card>
  return (
    <Card title={titleOf(head)} about={aboutOf(head)}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      {opened ? (
        <>
          <MessageBody text={opened.body} />
          {opened.prcFlag === '1' ? (
            <a className="m-button" href={`/m/prc#t=${token}`}>
              {opened.need === MessageNeed.act && !opened.doneTm ? '去修改' : '查看申请'}
            </a>
          ) : opened.need === MessageNeed.form ? (
            <a className="m-button" href={`/m/ans#t=${token}`}>
              {opened.doneTm ? '查看填写的内容' : '去填写'}
            </a>
          ) : (
            <Reply key={opened.doneTm} notice={opened} token={token} onAnswered={open} />
          )}
          {opened.applyFlag === '1' && opened.prcFlag === '0' && (
            <a className="m-button plain notice-apply" href={`/m/prc#t=${token}`}>
              替{opened.stuName}请假或申请
            </a>
          )}
        </>
      ) : (
        <button type="button" className="m-button" disabled={busy} onClick={() => void open()}>
          打开通知
        </button>
      )}
    </Card>
  )
}

type ReplyProps = { notice: Opened; token: string; onAnswered: () => Promise<void> }

/** Shows what was answered, and asks for it where it may still be given or changed. */
function Reply({ notice: { need, doneTm, dueTm, rcpt, lateFlag, ...notice }, token, onAnswered }: ReplyProps) {
  const [chosen, setChosen] = useState(rcpt ?? '')
  const [said, setSaid] = useState(notice.rcptNote ?? '')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  if (need === MessageNeed.none) return null
  const isChoice = need === MessageNeed.choice
  const given = doneTm && (
    <p className="notice-given" role="status">
      {needWords[need]?.given}
      {rcpt && `：${rcpt}`}（{formatTime(doneTm)}）
    </p>
  )
  if (lateFlag === '1') return given || <p className="m-about">已过回应期限，不能再回应，请联系学校。</p>
  if (need === MessageNeed.sign) return given || <p className="m-about">这条通知要签名，请联系老师当面签。</p>
  if (doneTm && !isChoice) return given

  const answer = async () => {
    setBusy(true)
    const input = { token, ...(isChoice && { rcpt: chosen }), ...(said && { rcptNote: said }) }
    await askAsStranger<typeof mNotice.answer>('POST', '/m/notice/answer', input).then(onAnswered, (error: Error) =>
      setProblem(error.message),
    )
    setBusy(false)
  }
  return (
    <form
      className="notice-reply"
      onSubmit={(event) => {
        event.preventDefault()
        void answer()
      }}
    >
      {given}
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      {dueTm && <p className="m-about">请在 {formatTime(dueTm)} 前回应</p>}
      {isChoice && (
        <fieldset>
          <legend>请选择</legend>
          {notice.choices.map((choice) => (
            <label key={choice} className="notice-choice">
              <input type="radio" name="rcpt" checked={chosen === choice} onChange={() => setChosen(choice)} />
              {choice}
            </label>
          ))}
        </fieldset>
      )}
      <label className="notice-said">
        留言（可以不写）
        <input className="m-input" type="text" maxLength={200} value={said} onChange={({ target }) => setSaid(target.value)} />
      </label>
      <button type="submit" className="m-button" disabled={busy || (isChoice && chosen === '')}>
        {isChoice ? (doneTm ? '修改回执' : '提交回执') : '我已阅读'}
      </button>
    </form>
  )
}
