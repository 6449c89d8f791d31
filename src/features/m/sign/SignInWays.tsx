import { type FormEvent, type InputHTMLAttributes, useState } from 'react'
import type { mtg } from '#features/ent/mtg/mtg.contract.ts'
import type { user } from '#contract/shell/user.contract.ts'
import { askAsStranger } from '#web/stranger/ask.ts'
import { Card } from '#web/stranger/Card.tsx'
import type { Out } from '#web/api/send.ts'
import { dropSession, readToken } from '#web/api/session.ts'
import { meetingLine, type Done, type ScannedMeeting } from './about.tsx'
import { keepCode } from './code.tsx'
import type { mSign } from './sign.contract.ts'

export type SignedInUser = Out<typeof user.get>
type Props = { meeting: ScannedMeeting; me: SignedInUser | undefined; onDone: (done: Done) => void }

/** Draws the ways to sign in: a press for a signed-in user, the platform's sign-in for employees, name and phone for guests. */
export function SignInWays({ meeting, me, onDone }: Props) {
  const [asGuest, setAsGuest] = useState(!me)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { token, outFlag, nameFlag } = meeting
  const press = (work: () => Promise<Done>) => {
    setBusy(true)
    setProblem(undefined)
    work().then(onDone, (error: Error) => {
      setProblem(error.message)
      setBusy(false)
    })
  }
  const bySession = () =>
    press(() => askAsStranger<typeof mtg.signin>('POST', '/ent/mtg/signin', { token }, { token: readToken() ?? '' }))
  const byGuest = (guest: Guest) => press(() => askAsStranger<typeof mSign.sign>('POST', '/m/sign/sign', { token, ...guest }))
  const guests = <Guests first={nameFlag === '1' || me !== undefined} busy={busy} onSubmit={byGuest} />
  return (
    <Card title={meeting.mtgName} about={meetingLine(meeting)}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      {me && !asGuest ? (
        <>
          <p className="sign-me">
            <strong>{me.idntValName}</strong> {me.authTel}
          </p>
          <button type="button" className="m-button" disabled={busy} onClick={bySession}>
            签到
          </button>
          <button type="button" className="m-button plain sign-other" onClick={() => setAsGuest(true)}>
            用姓名和手机签到
          </button>
        </>
      ) : me || nameFlag === '1' ? (
        <>
          {guests}
          {!me && <Login first={false} token={token} />}
        </>
      ) : (
        <>
          <Login first token={token} />
          <p className="sign-or">来宾填写姓名和手机后四位</p>
          {guests}
        </>
      )}
      {outFlag === '1' && <p className="m-about">会议结束离开时，请再扫一次签退。</p>}
    </Card>
  )
}

/** Sends employees to the platform's sign-in and back; the scanned code stays in this browser tab meanwhile. */
const Login = ({ first, token }: { first: boolean; token: string }) => (
  <button
    type="button"
    className={first ? 'm-button' : 'm-button plain sign-other'}
    onClick={() => {
      dropSession()
      keepCode(token)
      location.assign('/login?redirect=/m/sign')
    }}
  >
    员工登录签到
  </button>
)

type Guest = { name: string; tel4: string }
type GuestProps = { first: boolean; busy: boolean; onSubmit: (guest: Guest) => void }

/** Draws name and phone of a guest; says itself what is missing, for the browser would say it in its own language. */
function Guests({ first, busy, onSubmit }: GuestProps) {
  const [errors, setErrors] = useState<Partial<Guest>>({})
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = new FormData(event.currentTarget)
    const guest = { name: String(filled.get('name')).trim(), tel4: String(filled.get('tel4')).trim() }
    const wrong = {
      ...(!guest.name && { name: '请输入姓名' }),
      ...(!/^\d{4}$/.test(guest.tel4) && { tel4: '请输入手机号码的最后四位数字' }),
    }
    setErrors(wrong)
    if (!wrong.name && !wrong.tel4) onSubmit(guest)
    else event.currentTarget.querySelector<HTMLElement>(`[name=${wrong.name ? 'name' : 'tel4'}]`)?.focus()
  }
  return (
    <form onSubmit={send} className="m-form" noValidate>
      <GuestField label="姓名" name="name" error={errors.name} maxLength={30} autoComplete="name" />
      <GuestField label="手机后四位" name="tel4" error={errors.tel4} maxLength={4} inputMode="numeric" autoComplete="off" />
      <button type="submit" className={first ? 'm-button' : 'm-button plain'} disabled={busy}>
        签到
      </button>
    </form>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; name: string; error: string | undefined }

const GuestField = ({ label, error, ...input }: FieldProps) => (
  <label>
    {label}
    <input
      className="m-input"
      {...input}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={`${input.name}-error`}
    />
    <small id={`${input.name}-error`} role="alert" className="sign-error">
      {error}
    </small>
  </label>
)
