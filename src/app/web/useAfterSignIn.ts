import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { userCfg } from '#contract/shell/cfg.contract.ts'
import { prefer } from '#contract/shell/prefer.contract.ts'
import { query } from '#web/api/api.ts'
import { meQuery, type User } from '#web/api/me.tsx'
import { readPreferences } from '#web/api/preference.ts'
import { wordless } from '#web/api/send.ts'
import { keepWindow } from '#web/api/session.ts'
import { signInPath, signOut } from '#web/api/signOut.ts'
import { showTheme } from '#web/theme/theme.ts'

/** Reads something once for a whole session. */
export const onceASession = { staleTime: Number.POSITIVE_INFINITY }

/** Reads who is signed in, their settings and what they like, and shows the page so; `me` is there once all of it is. */
export function useAfterSignIn(isSignedIn = true) {
  const me = useQuery({ ...meQuery, enabled: isSignedIn })
  const isFull = me.data?.pwdFlag === '0'
  const settings = useQuery({ ...query(userCfg.getentcfg, {}), enabled: isFull })
  const preferences = useQuery({ ...query(prefer.getlist, {}), ...onceASession, enabled: isFull })
  useTurnedAway([me, settings, preferences])
  const { THEME, TKN_WIN } = settings.data ?? {}
  useLayoutEffect(() => {
    showTheme(THEME)
    if (TKN_WIN) keepWindow(TKN_WIN)
  }, [THEME, TKN_WIN])
  const isOwn = me.data?.imitUserNo === null
  useLayoutEffect(() => {
    if (preferences.data) readPreferences(preferences.data, isOwn)
  }, [preferences.data, isOwn])
  const isRead = me.data && settings.data && preferences.data
  return {
    me: isRead ? ({ ...me.data, cfgData: settings.data } satisfies User) : undefined,
    isFull,
    mustChange: me.data?.pwdFlag === '1',
  }
}

/** Goes back to the sign-in with the reason where something could not be read; what is there stays, although reading it again failed. */
export function useTurnedAway(reads: readonly { error: Error | null; data: unknown }[]) {
  const { pathname, search } = useLocation()
  const error = reads.find(({ error, data }) => error && !data)?.error
  useEffect(() => {
    if (!error) return
    signOut(signInPath(pathname + search), ['', wordless].includes(error.message) ? 'Has Error' : error.message)
  }, [error, pathname, search])
}
