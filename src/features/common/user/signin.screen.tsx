import { Button } from 'antd'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { explain } from '#contract/explain.ts'
import { type Entered, useAccountChoice } from './accountChoice.panel.tsx'
import { useCheck } from './captcha/captcha.panel.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { SignInLayout } from '#web/layout/SignInLayout.tsx'
import { SignInField } from '#web/layout/SignInField.tsx'
import { keepSession, readToken } from '#web/api/session.ts'
import { forgetReason, homeOf, ownPath, readReason, rememberPortal } from '#web/api/signOut.ts'
import { useTitle } from '#web/page/title.ts'
import { demoPassword } from './demoAccounts.contract.ts'
import { OtherWays } from './OtherWays.tsx'
import { SignInFoot, useSignInWays } from './signInFrame.panel.tsx'
import { SignIn as SignInInput } from '#contract/shell/signin.contract.ts'

const CodeSignInForm = lazyPage(() => import('./codes/CodeSignInForm.tsx'))
const ForgottenPassword = lazyPage(() => import('./codes/ForgottenPassword.tsx'))

/** Draws the sign-in by name and password; a signed-in user goes on. Two fields need no form library. */
export default function SignIn({ title }: { title: string }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [pwd, setPwd] = useState('')
  const [problem, setProblem] = useState(readReason)
  const [capsLock, setCapsLock] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const ways = useSignInWays()
  const { signIn, check } = useCheck()
  const [arrived] = useState(readToken)
  const home = homeOf(location.pathname)
  const to = ownPath(params.get('redirect'), home)
  useEffect(forgetReason, [])
  useEffect(() => rememberPortal(location.pathname), [])
  useTitle(title)
  const choice = useAccountChoice(enter, setProblem)
  if (arrived) return <Navigate replace to={home} />

  function enter(entered: Entered) {
    keepSession(entered, entered.user)
    navigate(entered.user.pwdFlag === '1' ? '/editpwd' : to, { replace: true })
  }

  function goOn(phone: string, message: string) {
    setName(phone)
    setPwd('')
    setProblem('')
    setSaid(message)
    navigate(at(), { replace: true })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const given = SignInInput.safeParse({ name, pwd })
    if (!given.success) return setProblem(explain(SignInInput, given.error)[0]?.message ?? '')
    setProblem('')
    setBusy(true)
    try {
      enter(await signIn({ name: given.data.name, pwd }))
    } catch (error) {
      if (!choice.offer(error)) setProblem((error as Error).message)
      setBusy(false)
    }
  }

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const fill = (demo: string) => {
    setName(demo)
    setPwd(demoPassword)
    setProblem('')
  }
  if (choice.list)
    return (
      <SignInLayout title={title} face={ways}>
        {choice.list}
      </SignInLayout>
    )
  // Keeps where to go on to in the address of each way.
  const at = (way?: string) => {
    const next = new URLSearchParams(params)
    next.delete('way')
    if (way) next.set('way', way)
    return `?${next}`
  }
  const way = ways?.codeFlag === '1' ? params.get('way') : null
  if (way === 'code' || way === 'reset')
    return (
      <SignInLayout title={way === 'code' ? '验证码登录' : '忘记密码'} face={ways} foot={<SignInFoot record={ways?.lgnRecord} />}>
        <Suspense fallback={<div style={{ height: 320 }} />}>
          {way === 'code' ? <CodeSignInForm onEntered={enter} onChoice={choice.offer} /> : <ForgottenPassword onDone={goOn} />}
        </Suspense>
        <div className="sign-in-links">
          <Link to={at()}>密码登录</Link>
        </div>
      </SignInLayout>
    )
  return (
    <SignInLayout title={title} face={ways} foot={<SignInFoot record={ways?.lgnRecord} />}>
      <form onSubmit={submit} noValidate>
        <SignInField
          id="name"
          label="账号"
          autoFocus
          autoComplete="username"
          placeholder="登录账号、手机或用户编号"
          maxLength={64}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <SignInField
          id="pwd"
          label="密码"
          secret
          autoComplete="current-password"
          placeholder="请输入密码"
          maxLength={200}
          value={pwd}
          onChange={({ target }) => setPwd(target.value)}
          onKeyUp={watchCapsLock}
          remark={capsLock && <span className="grey">大写锁定已打开</span>}
        />
        {check}
        {said && !problem && <p role="status">{said}</p>}
        {problem && (
          <div className="sign-in-error" role="alert">
            {problem}
          </div>
        )}
        <Button type="primary" htmlType="submit" block size="large" disabled={busy}>
          {busy ? '请稍候……' : '登录'}
        </Button>
        <div className="sign-in-links">
          {ways?.codeFlag === '1' && (
            <>
              <Link to={at('code')}>验证码登录</Link>
              <Link to={at('reset')}>忘记密码</Link>
            </>
          )}
          <Link to="/editpwd">修改密码</Link>
        </div>
      </form>
      {ways && <OtherWays ways={ways} to={to} onDemo={fill} />}
    </SignInLayout>
  )
}
