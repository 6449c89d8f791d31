import { useEffect, useState } from 'react'
import { agendaLine, resultOf } from '#domain/meetings/meetings.contract.ts'
import type { user } from '#contract/shell/user.contract.ts'
import { formatTime } from '#web/page/format.ts'
import { askAsStranger } from '#web/stranger/ask.ts'
import { Card } from '#web/stranger/Card.tsx'
import { readToken } from '#web/api/session.ts'
import { meetingLine, type Done, type ScannedMeeting } from './about.tsx'
import { readScannedCode } from './code.tsx'
import { DigitsForm } from './DigitsForm.tsx'
import { SignInWays, type SignedInUser } from './SignInWays.tsx'
import type { mSign } from './sign.contract.ts'
import './sign.css'

/** Reads who is signed in in this browser tab; undefined for nobody. */
async function readMe(): Promise<SignedInUser | undefined> {
  const token = readToken()
  return token ? askAsStranger<typeof user.get>('GET', '/user/user/get', {}, { token }).catch(() => undefined) : undefined
}

/**
 * Signs in to a meeting by the code on its screen, or the six digits beside it: one press for who is signed in here, name and phone
 * for guests.
 */
export default function SignPage() {
  const [read, setRead] = useState<{ meeting: ScannedMeeting; me: SignedInUser | undefined }>()
  const [token] = useState(readScannedCode)
  // Holds why a scanned code opened nothing; empty where none was scanned.
  const [gone, setGone] = useState(token ? undefined : '')
  const [done, setDone] = useState<Done>()
  const open = (asked: Promise<ScannedMeeting>) =>
    Promise.all([asked, readMe()]).then(([meeting, me]) => setRead({ meeting, me }))
  useEffect(() => {
    if (token)
      open(askAsStranger<typeof mSign.get>('GET', '/m/sign/get', { token })).catch((error: Error) => setGone(error.message))
  }, [token])
  if (!read)
    return gone === undefined ? null : (
      <DigitsForm problem={gone} onSubmit={(code) => open(askAsStranger<typeof mSign.find>('POST', '/m/sign/find', { code }))} />
    )
  if (done) return <Result meeting={read.meeting} done={done} />
  return <SignInWays {...read} onDone={setDone} />
}

function Result({ meeting, done }: { meeting: ScannedMeeting; done: Done }) {
  const at = formatTime(done.outTm ?? done.signTm).slice(11)
  return (
    <Card title={meeting.mtgName} about={meetingLine(meeting)}>
      <p className="sign-done" role="status">
        <strong>
          {done.outTm ? '已签退' : '已签到'} {at}
        </strong>
        <span>
          {done.manName} · {resultOf(done)}
        </span>
      </p>
      {done.agenda.length > 0 && !done.outTm && (
        <>
          <h2 className="sign-agenda">议程</h2>
          <ol className="sign-items">
            {done.agenda.map((item, i) => (
              <li key={i}>{agendaLine(item)}</li>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}
