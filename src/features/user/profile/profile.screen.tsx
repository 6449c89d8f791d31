import { useQuery } from '@tanstack/react-query'
import { Spin, Tabs } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { user } from '#contract/shell/user.contract.ts'
import { query } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { OwnFacts } from './OwnFacts.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { OwnSignIns } from './OwnSignIns.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import './profile.css'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const Wishes = lazyPage(() => import('#features/user/pref/wishes.panel.tsx'))
const PasswordForm = lazyPage(() => import('#features/user/user/password.panel.tsx'))

/** Draws the user's own page (docs/spec/page.md#profile): facts, password, sessions. */
export default function ProfileScreen() {
  const me = useMe()
  const [params, setParams] = useSearchParams()
  // Reads it fresh: the link to a picture lasts some minutes only, while the user is read once for all.
  const { data: now } = useQuery({ ...query(user.get, {}), queryKey: [user.get.path, 'now'] })
  const open = (tab: string) => setParams(tab === 'facts' ? {} : { tab }, { replace: true })
  const tabs = [
    { key: 'facts', label: '资料', children: <OwnFacts /> },
    // Refuses a change of the password during impersonation.
    ...(me.imitUserNo
      ? []
      : [
          {
            key: 'password',
            label: '密码',
            children: (
              <div className="profile-password">
                <Suspense fallback={<Spin delay={200} />}>
                  <PasswordForm strong={me.strongFlag === '1'} onDone={() => open('facts')} />
                </Suspense>
              </div>
            ),
          },
        ]),
    {
      key: 'wishes',
      label: '我的提醒',
      children: (
        <Suspense fallback={<Spin delay={200} />}>
          <Wishes />
        </Suspense>
      ),
    },
    { key: 'signins', label: '登录日志', children: <OwnSignIns /> },
    { key: 'sessions', label: '我的会话', children: <OwnSessions /> },
  ]
  const tab = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'facts'
  return (
    <div className="page touch">
      <PageHead title="个人中心" />
      <div className="profile">
        <ProfileCard
          avatar={now?.avatar ?? me.avatar}
          authTel={now?.authTel ?? me.authTel}
          telFlag={now?.telFlag ?? me.telFlag}
        />
        <Tabs activeKey={tab} onChange={open} items={tabs} destroyOnHidden />
      </div>
    </div>
  )
}
