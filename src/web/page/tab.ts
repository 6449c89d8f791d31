import { use, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { closeTabs, nameTab } from './tabs.ts'
import { showSubject, showTitle } from './title.ts'
import { TabContext } from './tabContext.ts'

export const useTabActive = () => use(TabContext).active

/** Gives the tab of a page about one thing the name of that thing. */
export function useTabName(name: string | undefined) {
  const { active, path } = use(TabContext)
  useEffect(() => {
    if (!name || !active) return
    nameTab(path, name)
    showTitle(name)
  }, [name, active, path])
}

/** Returns what leads on from a page whose work is done: its tab is closed behind it. */
export function useLeaveTab() {
  const { path } = use(TabContext)
  const navigate = useNavigate()
  return (to: string) => {
    void navigate(to)
    closeTabs(path, (tab) => tab.path === path)
  }
}

/** Names the window after whom or what its page shows beside it, as long as it does. */
export function useSubject(subject: string | undefined) {
  const active = useTabActive()
  useEffect(() => {
    if (!active || !subject) return
    showSubject(subject)
    return () => showSubject(undefined)
  }, [active, subject])
}
