import { use, useEffect } from 'react'
import { nameTab } from './tabs.ts'
import { showTitle } from './title.ts'
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
