import { useEffect, useState } from 'react'
import { resultOf } from '#domain/meetings/meetings.contract.ts'
import type { user } from '#contract/shell/user.contract.ts'
import { formatTime } from '#web/page/format.ts'
import { askAsStranger } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import { readToken } from '#web/api/session.ts'
import { meetingLine, type Done, type ScannedMeeting } from './about.tsx'
import { readScannedCode } from './code.tsx'
import { SignInWays, type SignedInUser } from './SignInWays.tsx'
import type { mSign } from './sign.contract.ts'
import './sign.css'

/** Reads who is signed in in this browser tab; undefined for nobody. */
async function readMe(): Promise<SignedInUser | undefined> {
  const token = readToken()
  return token ? askAsStranger<typeof user.get>('GET', '/user/user/get', {}, { token }).catch(() => undefined) : undefined
}

/** Signs in to a meeting by the code on its screen: one press for who is signed in here, name and phone for guests. */
export default function SignPage() {
  const [read, setRead] = useState<{ meeting: ScannedMeeting; me: SignedInUser | undefined }>()
  const [gone, setGone] = useState<string>()
  const [done, setDone] = useState<Done>()
  useEffect(() => {
    Promise.all([askAsStranger<typeof mSign.get>('GET', '/m/sign/get', { token: readScannedCode() }), readMe()]).then(
      ([meeting, me]) => setRead({ meeting, me }),
      (error: Error) => setGone(error.message),
    )
  }, [])
  if (gone) return <Message title="签到">{gone}</Message>
  if (!read) return null
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
    </Card>
  )
}
