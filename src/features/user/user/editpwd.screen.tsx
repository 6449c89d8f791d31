import { Button, ConfigProvider, Form, Input } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { useEffect, useState } from 'react'
import type * as z from 'zod'
import type { SessionUser } from '#contract/sessionUser.ts'
import { user } from '#contract/shell/user.contract.ts'
import { type Entered, useAccountChoice } from '#features/common/user/accountChoice.panel.tsx'
import { useCheck } from '#features/common/user/captcha/captcha.panel.tsx'
import { SignInFoot, useSignInWays } from '#features/common/user/signInFrame.panel.tsx'
import { SignInLayout } from '#web/layout/SignInLayout.tsx'
import PasswordForm from './password.panel.tsx'
import { send } from '#web/api/send.ts'
import { dropSession, holdInterim, readToken } from '#web/api/session.ts'
import { useTitle } from '#web/page/title.ts'

const enter = () => location.replace('/')

type User = z.output<typeof SessionUser>
type Values = { name: string; oldPwd: string }

/**
 * Draws the change of a password without a session: an initial one at the sign-in, or any other after its account and old
 * password.
 */
export default function EditPassword() {
  useTitle('修改密码')
  const [problem, setProblem] = useState('')
  const [typed, setTyped] = useState('')
  const [oldPwd, setOldPwd] = useState<string>()
  const [me, setMe] = useState<User>()
  // Draws no form for who arrives signed in until it is known which: another one in its place would lose what was typed.
  const [isAsked, setIsAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const { signIn, check } = useCheck()
  const ways = useSignInWays()
  const [arrived] = useState(readToken)
  useEffect(() => () => holdInterim(undefined), [])
  useEffect(() => {
    if (arrived)
      send(user.get, {})
        .then(
          ({ result }) => setMe(result),
          () => {},
        )
        .finally(() => setIsAsked(true))
  }, [arrived])

  function change(entered: Entered, pwd: string) {
    holdInterim(entered)
    setMe(entered.user)
    setOldPwd(pwd)
  }
  const choice = useAccountChoice((entered) => change(entered, typed), setProblem)

  async function identify({ name, oldPwd: pwd }: Values) {
    setProblem('')
    setBusy(true)
    try {
      setTyped(pwd)
      change(await signIn({ name, pwd }), pwd)
    } catch (error) {
      if (!choice.offer(error)) setProblem((error as Error).message)
    }
    setBusy(false)
  }

  return (
    <SignInLayout title="修改密码" face={ways} foot={<SignInFoot record={ways?.lgnRecord} />}>
      {/* Draws fields and buttons as large as those of the sign-in. */}
      <ConfigProvider componentSize="large">
        {choice.list && oldPwd === undefined ? (
          choice.list
        ) : arrived ? (
          <>
            <p>{me?.pwdNote}</p>
            {isAsked && <PasswordForm isUnset={me?.noPwdFlag === '1'} strong={me?.strongFlag === '1'} onDone={enter} />}
          </>
        ) : oldPwd === undefined ? (
          <AppForm layout="vertical" requiredMark={false} onFinish={identify}>
            <Form.Item name="name" label="账号" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
              <Input autoFocus autoComplete="username" placeholder="登录账号、手机或用户编号" maxLength={64} />
            </Form.Item>
            <Form.Item name="oldPwd" label="旧密码" rules={[{ required: true, message: '请输入旧密码' }]}>
              <Input.Password autoComplete="current-password" placeholder="请输入旧密码" maxLength={200} />
            </Form.Item>
            {check}
            {problem && (
              <div className="sign-in-error" role="alert">
                {problem}
              </div>
            )}
            <Button type="primary" htmlType="submit" block disabled={busy}>
              {busy ? '请稍候……' : '下一步'}
            </Button>
          </AppForm>
        ) : (
          <PasswordForm oldPwd={oldPwd} strong={me?.strongFlag === '1'} onDone={enter} />
        )}
      </ConfigProvider>
      <div className="sign-in-links">
        <a href="/login" onClick={dropSession}>
          返回登录
        </a>
      </div>
    </SignInLayout>
  )
}
