import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { keepRedirectTarget } from '#web/api/redirectTarget.ts'
import { demoAccounts } from './demoAccounts.contract.ts'
import type { SignInWays } from './signInFrame.panel.tsx'

type Props = {
  ways: SignInWays
  to: string
  /** Fills the form with an account of the demo. */
  onDemo: (name: string) => void
}

/** Draws the other ways to sign in, where they are set up; of a demo its accounts, and that it is one. */
export function OtherWays({ ways, to, onDemo }: Props) {
  const navigate = useNavigate()
  const go = (path: string) => () => {
    keepRedirectTarget(to)
    navigate(path)
  }
  return (
    <>
      {(ways.ssoFlag === '1' || ways.casFlag === '1') && (
        <>
          <div className="sign-in-or">或</div>
          <div className="sign-in-ways">
            {ways.ssoFlag === '1' && (
              <Button block size="large" onClick={go('/login/sso')}>
                统一登录
              </Button>
            )}
            {ways.casFlag === '1' && (
              <Button block size="large" onClick={go('/login/cas')}>
                CAS 登录
              </Button>
            )}
          </div>
        </>
      )}
      {ways.demoFlag === '1' && (
        <div className="sign-in-demo">
          <p>演示环境：这里的账号和密码是公开的，资料都是编造的。请不要填写真实的姓名和号码。</p>
          <div className="chips">
            {demoAccounts.map(({ name, label }) => (
              <button key={name} type="button" className="chip" onClick={() => onDemo(name)}>
                {label}
              </button>
            ))}
          </div>
        </div>
      )}
    </>
  )
}
