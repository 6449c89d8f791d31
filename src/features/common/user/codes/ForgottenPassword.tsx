import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod'
import { SignInField } from '#web/layout/SignInField.tsx'
import { type CallError, send } from '#web/api/send.ts'
import { codeSignIn, PasswordReset, ResetChoices } from '../codes.contract.ts'
import { CodeField } from './CodeField.tsx'
import { Complaint } from './Complaint.tsx'
import { CodePhone } from './CodePhone.tsx'
import { useCodeForm } from './useCodeForm.web.ts'

/** Draws the new password after a code to a verified phone; of several accounts the person says which. `onDone` gets the phone. */
export default function ForgottenPassword({ onDone }: { onDone: (phone: string, said: string) => void }) {
  const form = useCodeForm({ authTel: '', code: '', newPwd: '', again: '' })
  const { values, problems, change, check, phone, complain, setProblems } = form
  const [busy, setBusy] = useState(false)
  const [choices, setChoices] = useState<z.output<typeof ResetChoices>['accounts']>()

  async function reset(userNo?: string) {
    const { again, ...shown } = values
    const given = check(PasswordReset, { ...shown, ...(userNo && { userNo }) })
    if (!given) return
    if (again !== given.newPwd) return setProblems({ again: '两次密码输入不一致' })
    setBusy(true)
    try {
      const { message } = await send(codeSignIn.resetpwd, given)
      onDone(given.authTel, message)
    } catch (error) {
      const asked = ResetChoices.safeParse((error as CallError).result)
      setChoices(asked.data?.accounts)
      if (!asked.success) complain(error)
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void reset()
  }
  if (choices)
    return (
      <section aria-labelledby="reset-choice">
        <h2 id="reset-choice" className="section-title">
          选择忘记密码的账号
        </h2>
        <ul className="account-choices">
          {choices.map(({ userNo, name, nickName, entNames }) => (
            <li key={userNo}>
              <Button block disabled={busy} onClick={() => void reset(userNo)}>
                <strong>{entNames.join('、')}</strong>
                <span className="grey">
                  {nickName} · {name}
                </span>
              </Button>
            </li>
          ))}
        </ul>
        <Button type="link" disabled={busy} onClick={() => setChoices(undefined)}>
          返回
        </Button>
      </section>
    )
  const password = (name: 'newPwd' | 'again', label: string, hint?: string) => (
    <SignInField
      id={name}
      label={label}
      secret
      autoComplete="new-password"
      maxLength={200}
      aria-invalid={problems[name] !== undefined}
      aria-describedby={`${name}-problem`}
      value={values[name]}
      onChange={({ target }) => change(name)(target.value)}
      remark={
        <>
          {hint && <span className="grey">{hint}</span>}
          <Complaint id={`${name}-problem`} text={problems[name]} />
        </>
      }
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      <p className="grey">登录手机验证过的，用短信验证码重设密码。管理员的密码请上级单位或平台的管理员重置。</p>
      <CodePhone value={values.authTel} problem={problems.authTel} onChange={change('authTel')} />
      <CodeField purpose="reset" phone={phone} value={values.code} problem={problems.code} onChange={change('code')} />
      {password('newPwd', '新密码', '6 到 20 位，不要用常见密码')}
      {password('again', '再次输入')}
      {problems.other && (
        <div className="sign-in-error" role="alert">
          {problems.other}
        </div>
      )}
      <Button type="primary" htmlType="submit" block size="large" disabled={busy}>
        {busy ? '请稍候……' : '重设密码'}
      </Button>
    </form>
  )
}
