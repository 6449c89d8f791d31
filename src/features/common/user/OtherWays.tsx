import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { send } from '#web/api/send.ts'
import { keepRedirectTarget } from '#web/api/redirectTarget.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

/** Draws the other ways to sign in, where they are set up; of a demo it says that it is one. */
export function OtherWays({ to }: { to: string }) {
  const [ways, setWays] = useState({ ssoFlag: '0', casFlag: '0', demoFlag: '0' })
  const navigate = useNavigate()
  useEffect(() => {
    // Shows the form without them when they cannot be read.
    send(externalSignIn.getways, {}).then(
      ({ result }) => setWays(result),
      () => {},
    )
  }, [])
  const go = (path: string) => () => {
    keepRedirectTarget(to)
    navigate(path)
  }
  const isDemo = ways.demoFlag === '1'
  const others = (ways.ssoFlag === '1' || ways.casFlag === '1') && (
    <div className="sign-in-ways">
      <span className="grey">其他方式</span>
      {ways.ssoFlag === '1' && (
        <Button block onClick={go('/login/sso')}>
          统一登录
        </Button>
      )}
      {ways.casFlag === '1' && (
        <Button block onClick={go('/login/cas')}>
          CAS 登录
        </Button>
      )}
    </div>
  )
  return (
    <>
      {others}
      {isDemo && <p className="sign-in-demo">演示环境：这里的账号和密码是公开的，资料都是编造的。请不要填写真实的姓名和号码。</p>}
    </>
  )
}
