import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { send } from '#web/api/send.ts'
import { keepRedirectTarget } from '#web/api/redirectTarget.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

/** Draws the other ways to sign in, where they are set up. */
export function OtherWays({ to }: { to: string }) {
  const [ways, setWays] = useState({ ssoFlag: '0', casFlag: '0' })
  const navigate = useNavigate()
  useEffect(() => {
    // Shows the form without them when they cannot be read.
    send(externalSignIn.getways, {}).then(
      ({ result }) => setWays(result),
      () => {},
    )
  }, [])
  if (ways.ssoFlag === '0' && ways.casFlag === '0') return null
  const go = (path: string) => () => {
    keepRedirectTarget(to)
    navigate(path)
  }
  return (
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
}
