import { use, useEffect } from 'react'
import { nameTab } from './tabs.ts'
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

/** Names the window after whom or what its page shows beside it, as long as it does. */
export function useSubject(subject: string | undefined) {
  const active = useTabActive()
  useEffect(() => {
    if (!active || !subject) return
    showSubject(subject)
    return () => showSubject(undefined)
  }, [active, subject])
}
