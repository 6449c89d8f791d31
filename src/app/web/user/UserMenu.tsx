import {
  ArrowLeftRight,
  CircleQuestionMark,
  CircleUserRound,
  House,
  Info,
  KeyRound,
  LogOut,
  SlidersHorizontal,
  SunMoon,
} from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
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
import { FactList } from '#web/page/FactList.tsx'
import { Avatar } from '#web/page/Avatar.tsx'
import { LookChoice } from './LookChoice.tsx'
import './userMenu.css'

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
  const entry = (label: string, icon: ReactNode, close: () => void, work: () => void) => (
    <button type="button" className="user-entry" onClick={act(close, work)}>
      {icon}
      {label}
    </button>
  )
  const content = (close: () => void) => (
    <div className="user-card">
      <div className="user-who">
        <Avatar name={me.nickName} photo={me.avatar} size="large" />
        <div>
          <strong>{me.nickName}</strong>
          <span>{[me.roleslist.map(({ roleName }) => roleName).join('、') || me.idntName, me.entName].join(' · ')}</span>
        </div>
      </div>
      <FactList
        items={facts.map((fact) => [fact === 'nickName' ? '姓名' : metaOf(SessionUser.shape[fact]).title, me[fact] ?? '–'])}
      />
      <div className="user-entries">
        {entry('首页', <House />, close, () => void navigate('/dashboard'))}
        {entry('个人中心', <CircleUserRound />, close, () => void navigate('/profile/index'))}
        <div className="user-look">
          <SunMoon />
          <LookChoice />
        </div>
        {entry('界面设置', <SlidersHorizontal />, close, () => showWindow('settings'))}
        {entry('修改密码', <KeyRound />, close, () => setChanging(true))}
        {!me.imitUserNo && entry('切换身份', <ArrowLeftRight />, close, () => showWindow('identities'))}
        {help && (
          <a className="user-entry" href={help} target="_blank" rel="noreferrer" onClick={close}>
            <CircleQuestionMark />
            帮助
          </a>
        )}
        {entry('关于', <Info />, close, () => setAsking(true))}
        {entry('退出登录', <LogOut />, close, () => void leave())}
      </div>
    </div>
  )
  return (
    <>
      <AppPopover
        label="用户菜单"
        side="end"
        trigger={(props) => (
          <button type="button" className="user-button" aria-label={`当前用户 ${me.nickName}`} title={me.nickName} {...props}>
            <Avatar name={me.nickName} photo={me.avatar} />
          </button>
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
