import { Button, Form, Input } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { useSend } from '#web/api.ts'
import { queries } from '#web/api.ts'
import { Door } from '#web/Door.tsx'
import { meQuery } from '#web/me.tsx'
import { keepSession, readToken } from '#web/session.ts'
import { ownPath } from '#web/signOut.ts'
import { signin } from './signin.contract.ts'

type Values = { name: string; pwd: string }

/** Signing in by name and password; whoever is signed in already goes on to the first page. */
export default function SignIn() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [problem, setProblem] = useState(params.get('reason') ?? '')
  const [capsLock, setCapsLock] = useState(false)
  const login = useSend(signin.login, { quiet: true })
  if (readToken() && !login.isPending && !login.isSuccess) return <Navigate replace to="/" />

  async function submit({ name, pwd }: Values) {
    setProblem('')
    try {
      const { result } = await login.mutateAsync({ name, pwd })
      keepSession(result, result.user)
      queries.setQueryData(meQuery.queryKey, result.user)
      navigate(result.user.pwdFlag === '1' ? '/editpwd' : ownPath(params.get('redirect')), { replace: true })
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Door title="登录">
      <Form layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item name="name" label="账号" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
          <Input size="large" autoFocus autoComplete="username" placeholder="登录账号、手机或用户编号" maxLength={64} />
        </Form.Item>
        <Form.Item name="pwd" label="密码" rules={[{ required: true, message: '请输入密码' }]} help={capsLock ? '大写锁定已打开' : undefined}>
          <Input.Password size="large" autoComplete="current-password" placeholder="请输入密码" maxLength={200} onKeyUp={watchCapsLock} />
        </Form.Item>
        {problem && (
          <div className="door-error" role="alert">
            {problem}
          </div>
        )}
        <Button type="primary" htmlType="submit" block size="large" loading={login.isPending}>
          登录
        </Button>
        <div style={{ marginTop: 16, textAlign: 'right' }}>
          <Link to="/editpwd">修改密码</Link>
        </div>
      </Form>
    </Door>
  )
}
