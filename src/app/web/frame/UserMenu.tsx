import { DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
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
import { lazyPiece, lazyWindow } from '#web/feedback/lazyPart.tsx'

const PasswordForm = lazyPiece(async () => ({ default: (await import('#features/user/user/password.panel.tsx')).PasswordForm }))
const About = lazyPiece(() => import('./About.tsx'))
const SwitchIdentity = lazyWindow(() => import('./SwitchIdentity.tsx'))
const identitiesQuery = { ...query(user.getidnts, {}), staleTime: Number.POSITIVE_INFINITY }

const facts = ['no', 'name', 'authTel', 'nickName', 'idntName', 'entNo', 'entName'] as const satisfies (keyof User)[]

/** Draws the signed-in user and their menu; `help` is shown where the bar has no room for it. */
export function UserMenu({ help }: { help: string | undefined }) {
  const me = useMe()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [changing, setChanging] = useState(false)
  const [asking, setAsking] = useState(false)
  const switching = useWindow() === 'identities'
  const identities = useQuery({ ...identitiesQuery, enabled: switching && !me.imitUserNo })
  const act = (work: () => void) => () => {
    setOpen(false)
    work()
  }
  const leave = () =>
    send(signin.logout, {})
      .catch(() => {})
      .then(leaveAll)
  const content = (
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
        <Button onClick={act(() => navigate('/dashboard'))}>首页</Button>
        <Button onClick={act(() => navigate('/profile/index'))}>个人中心</Button>
        <Button onClick={act(() => setChanging(true))}>修改密码</Button>
        {!me.imitUserNo && <Button onClick={act(() => showWindow('identities'))}>切换身份</Button>}
        {help && (
          <Button href={help} target="_blank" onClick={() => setOpen(false)}>
            帮助
          </Button>
        )}
        <Button onClick={act(() => setAsking(true))}>关于</Button>
        <Button danger onClick={act(leave)}>
          退出登录
        </Button>
      </div>
    </div>
  )
  return (
    <>
      <Popover content={content} trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen}>
        <Button type="text" aria-label={`当前用户 ${me.nickName}`}>
          {me.nickName} <DownOutlined style={{ fontSize: 11 }} />
        </Button>
      </Popover>
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
