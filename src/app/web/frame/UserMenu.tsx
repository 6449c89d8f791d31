import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { signin } from '#contract/shell/signin.contract.ts'
import { SessionUser } from '#contract/sessionUser.ts'
import { user } from '#contract/shell/user.contract.ts'
import { metaOf } from '#contract/explain.ts'
import { query } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { send } from '#web/api/send.ts'
import { useMe, type User } from '#web/api/me.tsx'
import { leaveAll } from '#web/api/signOut.ts'
import { showWindow, useWindow } from '#web/layout/windows.ts'
import { AppPopover } from '#web/menu/AppPopover.tsx'
import { lazyPiece, lazyWindow } from '#web/feedback/lazyPart.tsx'

const PasswordForm = lazyPiece(() => import('#features/user/user/password.panel.tsx'))
const About = lazyPiece(() => import('./About.tsx'))
const SwitchIdentity = lazyWindow(() => import('./SwitchIdentity.tsx'))
const identitiesQuery = { ...query(user.getidnts, {}), staleTime: Number.POSITIVE_INFINITY }

const facts = ['no', 'name', 'authTel', 'nickName', 'idntName', 'entNo', 'entName'] as const satisfies (keyof User)[]

// Closes the menu before it acts, so that what opens returns the focus to its button.
const act = (close: () => void, work: () => void) => () => {
  close()
  work()
}

/** Draws the signed-in user and their menu; `help` is shown where the bar has no room for it. */
export function UserMenu({ help }: { help: string | undefined }) {
  const me = useMe()
  const navigate = useNavigate()
  const [changing, setChanging] = useState(false)
  const [asking, setAsking] = useState(false)
  const switching = useWindow() === 'identities'
  const identities = useQuery({ ...identitiesQuery, enabled: switching && !me.imitUserNo })
  const leave = () =>
    send(signin.logout, {})
      .catch(() => {})
      .then(leaveAll)
  const content = (close: () => void) => (
    <div style={{ width: 280 }}>
      <dl className="facts">
        {facts.map((fact) => (
          <Fragment key={fact}>
            <dt>{fact === 'nickName' ? '姓名' : metaOf(SessionUser.shape[fact]).title}</dt>
            <dd>{me[fact] ?? '–'}</dd>
          </Fragment>
        ))}
      </dl>
      <div style={{ display: 'flex', gap: 8, marginTop: 12, flexWrap: 'wrap' }}>
        <Button onClick={act(close, () => navigate('/dashboard'))}>首页</Button>
        <Button onClick={act(close, () => navigate('/profile/index'))}>个人中心</Button>
        <Button onClick={act(close, () => setChanging(true))}>修改密码</Button>
        {!me.imitUserNo && <Button onClick={act(close, () => showWindow('identities'))}>切换身份</Button>}
        {help && (
          <Button href={help} target="_blank" onClick={close}>
            帮助
          </Button>
        )}
        <Button onClick={act(close, () => setAsking(true))}>关于</Button>
        <Button danger onClick={act(close, leave)}>
          退出登录
        </Button>
      </div>
    </div>
  )
  return (
    <>
      <AppPopover
        label="用户菜单"
        side="end"
        trigger={(props) => (
          <Button type="text" aria-label={`当前用户 ${me.nickName}`} {...props}>
            {me.nickName} <DownOutlined style={{ fontSize: 11 }} />
          </Button>
        )}
      >
        {content}
      </AppPopover>
      {switching && identities.data && (
        <Suspense>
          <SwitchIdentity cards={identities.data} onClose={() => showWindow()} />
        </Suspense>
      )}
      <AppModal open={asking} title="关于" width={400} footer={null} onCancel={() => setAsking(false)}>
        <Suspense>
          <About />
        </Suspense>
      </AppModal>
      <AppModal open={changing} title="修改密码" width={440} footer={null} onCancel={() => setChanging(false)}>
        <Suspense>
          <PasswordForm strong={me.strongFlag === '1'} onDone={() => setChanging(false)} />
        </Suspense>
      </AppModal>
    </>
  )
}
