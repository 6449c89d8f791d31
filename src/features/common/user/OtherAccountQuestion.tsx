import { Button } from 'antd'
import { FactList } from '#web/page/FactList.tsx'
import { SignInLayout } from '#web/layout/SignInLayout.tsx'
import type { Entered } from './accountChoice.panel.tsx'

type Props = { now: Entered['user']; entered: Entered; onEnter: () => void; onStay: () => void }

const described = ({ nickName, name, entName }: Entered['user']) => `${nickName}（${name}） · ${entName}`

/** Asks before a link puts somebody else in the place of who works in this tab: what is typed then would go into their enterprise. */
export const OtherAccountQuestion = ({ now, entered, onEnter, onStay }: Props) => (
  <SignInLayout title="换一个账号？">
    <p>这个链接要以另一个账号登录。不是你自己打开的，请留在当前账号。</p>
    <FactList
      items={[
        ['当前账号', described(now)],
        ['链接的账号', described(entered.user)],
      ]}
    />
    <Button type="primary" size="large" block autoFocus onClick={onStay}>
      留在当前账号
    </Button>
    <div className="sign-in-links">
      <Button type="link" onClick={onEnter}>
        换成链接的账号
      </Button>
    </div>
  </SignInLayout>
)
