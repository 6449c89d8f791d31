import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { signin } from '#features/common/user/signin.contract.ts'
import { Door } from '#web/Door.tsx'
import { PasswordForm } from '#web/PasswordForm.tsx'
import { send } from '#web/send.ts'
import { keepSession } from '#web/session.ts'

type Values = { name: string; oldPwd: string }

/** Changing a password from outside: for initial passwords and for whoever comes from the sign-in. First the old one, then the new. */
export default function EditPassword() {
  const [problem, setProblem] = useState('')
  const [oldPwd, setOldPwd] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function identify({ name, oldPwd: pwd }: Values) {
    setProblem('')
    setBusy(true)
    try {
      const { result } = await send(signin.login, { name, pwd })
      keepSession(result, result.user)
      setOldPwd(pwd)
    } catch (error) {
      setProblem((error as Error).message)
    }
    setBusy(false)
  }

  return (
    <Door title="修改密码">
      {oldPwd === undefined ? (
        <Form layout="vertical" requiredMark={false} onFinish={identify}>
          <Form.Item name="name" label="账号" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
            <Input autoFocus autoComplete="username" maxLength={64} />
          </Form.Item>
          <Form.Item name="oldPwd" label="旧密码" rules={[{ required: true, message: '请输入旧密码' }]}>
            <Input.Password autoComplete="current-password" maxLength={200} />
          </Form.Item>
          {problem && (
            <div className="door-error" role="alert">
              {problem}
            </div>
          )}
          <Button type="primary" htmlType="submit" block disabled={busy}>
            {busy ? '请稍候……' : '下一步'}
          </Button>
        </Form>
      ) : (
        <PasswordForm oldPwd={oldPwd} onDone={() => location.replace('/')} />
      )}
      <div className="door-links">
        <Link to="/login">返回登录</Link>
      </div>
    </Door>
  )
}
