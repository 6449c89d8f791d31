import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { userCfg } from '#features/user/cfg/cfg.contract.ts'
import { query } from '../api.ts'
import { MeContext, meQuery } from '../me.tsx'
import { keepWindow } from '../session.ts'
import { signInPath, signOut } from '../signOut.ts'
import { showTheme } from '../theme.ts'

/** Tells the pages of a portal who is signed in; where that cannot be read, back to the sign-in with the reason. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const me = useQuery(meQuery)
  const settings = useQuery({ ...query(userCfg.getentcfg, {}), enabled: me.data?.pwdFlag === '0' })
  const error = [me, settings].find((one) => one.error && !one.data)?.error
  useEffect(() => {
    if (error) signOut(signInPath(pathname + search), error.message || 'Has Error')
  }, [error, pathname, search])
  const { THEME, TKN_WIN } = settings.data ?? {}
  useLayoutEffect(() => {
    showTheme(THEME)
    if (TKN_WIN) keepWindow(TKN_WIN)
  }, [THEME, TKN_WIN])
  if (me.data?.pwdFlag === '1') return <Navigate replace to="/editpwd" />
  if (!me.data || !settings.data) return <Spin delay={200} className="page-spin" />
  return <MeContext value={{ ...me.data, cfgData: settings.data }}>{children}</MeContext>
}
