import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { SignInField } from '#web/layout/SignInField.tsx'
import { send } from '#web/api/send.ts'
import type { Entered } from '../accountChoice.panel.tsx'
import { CodeSignIn, codeSignIn } from '../codes.contract.ts'
import { CodeField } from './CodeField.tsx'
import { Complaint } from './Complaint.tsx'
import { CodePhone } from './CodePhone.tsx'
import { useCodeForm } from './useCodeForm.web.ts'

type Props = {
  onEntered: (entered: Entered) => void
  /** Takes the refusal that several accounts fit, and tells whether it was that. */
  onChoice: (error: unknown) => boolean
}

/** Draws the sign-in by a code to a verified phone; administrators fill in their password as well. */
export default function CodeSignInForm({ onEntered, onChoice }: Props) {
  const { values, problems, change, check, phone, complain } = useCodeForm({ authTel: '', code: '', pwd: '' })
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const { pwd, ...shown } = values
    const given = check(CodeSignIn, { ...shown, ...(pwd && { pwd }) })
    if (!given) return
    setBusy(true)
    try {
      onEntered((await send(codeSignIn.signinbycode, given)).result)
    } catch (error) {
      if (!onChoice(error)) complain(error)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <CodePhone value={values.authTel} problem={problems.authTel} onChange={change('authTel')} />
      <CodeField purpose="signin" phone={phone} value={values.code} problem={problems.code} onChange={change('code')} />
      <SignInField
        id="pwd"
        label="密码（只有管理员要填）"
        secret
        autoComplete="current-password"
        maxLength={200}
        aria-describedby="pwd-problem"
        value={values.pwd}
        onChange={({ target }) => change('pwd')(target.value)}
        remark={<Complaint id="pwd-problem" text={problems.pwd} />}
      />
      {problems.other && (
        <div className="sign-in-error" role="alert">
          {problems.other}
        </div>
      )}
      <Button type="primary" htmlType="submit" block size="large" disabled={busy}>
        {busy ? '请稍候……' : '登录'}
      </Button>
    </form>
  )
}
