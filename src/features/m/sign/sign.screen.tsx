import { type FormEvent, useEffect, useState } from 'react'
import { resultOf } from '#contract/meetings.ts'
import type { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { formatTime } from '#web/format.ts'
import { ask, keyOf } from '#web/m/ask.ts'
import { Card, Message } from '#web/m/Card.tsx'
import type { Out } from '#web/send.ts'
import { readToken } from '#web/session.ts'
import type { mSign } from './sign.contract.ts'
import './sign.css'

type Meeting = Out<typeof mSign.get>
type Done = Out<typeof mSign.sign>

/** Signs in to a meeting by the code on its screen: one press for who is signed in here, name and phone for all others. */
export default function SignPage() {
  const [meeting, setMeeting] = useState<Meeting>()
  const [gone, setGone] = useState<string>()
  const [done, setDone] = useState<Done>()
  useEffect(() => {
    ask<typeof mSign.get>('GET', '/m/sign/get', { token: keyOf('t') }).then(setMeeting, (error: Error) => setGone(error.message))
  }, [])
  if (gone) return <Message title="签到">{gone}</Message>
  if (!meeting) return null
  if (done) return <Result meeting={meeting} done={done} />
  return <Door meeting={meeting} onDone={setDone} />
}

const about = ({ entName, schdName, place, sDt, eDt }: Meeting) =>
  [entName, schdName, `${formatTime(sDt)} 至 ${formatTime(eDt).slice(sDt.slice(0, 8) === eDt.slice(0, 8) ? 11 : 0)}`, place]
    .filter(Boolean)
    .join(' · ')

function Result({ meeting, done }: { meeting: Meeting; done: Done }) {
  const at = formatTime(done.outTm ?? done.signTm).slice(11)
  return (
    <Card title={meeting.mtgName} about={about(meeting)}>
      <p className="sign-done" role="status">
        <strong>
          {done.outTm ? '已签退' : '已签到'} {at}
        </strong>
        <span>
          {done.manName} · {resultOf(done)}
        </span>
      </p>
    </Card>
  )
}

function Door({ meeting, onDone }: { meeting: Meeting; onDone: (done: Done) => void }) {
  const session = readToken()
  const [asGuest, setAsGuest] = useState(session === undefined)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { token, outFlag } = meeting
  const press = (work: () => Promise<Done>) => {
    setBusy(true)
    setProblem(undefined)
    work().then(onDone, (error: Error) => {
      setProblem(error.message)
      setBusy(false)
    })
  }
  const byGuest = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    const input = { token, name: String(filled.get('name')).trim(), tel4: String(filled.get('tel4')) }
    press(() => ask<typeof mSign.sign>('POST', '/m/sign/sign', input))
  }
  return (
    <Card title={meeting.mtgName} about={about(meeting)}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      {session && !asGuest ? (
        <>
          <button
            type="button"
            className="m-button"
            disabled={busy}
            onClick={() => press(() => ask<typeof mtg.signin>('POST', '/ent/mtg/signin', { token }, { token: session }))}
          >
            签到
          </button>
          <button type="button" className="m-button plain sign-other" onClick={() => setAsGuest(true)}>
            用姓名和手机签到
          </button>
        </>
      ) : (
        <form onSubmit={byGuest} className="sign-form">
          <label>
            姓名
            <input name="name" required maxLength={30} autoComplete="name" />
          </label>
          <label>
            手机后四位
            <input name="tel4" required pattern="\d{4}" maxLength={4} inputMode="numeric" autoComplete="off" />
          </label>
          <button type="submit" className="m-button" disabled={busy}>
            签到
          </button>
        </form>
      )}
      {outFlag === '1' && <p className="m-about">会议结束离开时，请再扫一次签退。</p>}
    </Card>
  )
}
