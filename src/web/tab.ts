import { createContext, use, useEffect } from 'react'
import { nameTab } from './layout/tabs.ts'

/** The tab a screen lives in: whether it is shown now, and its path. Outside of tabs (sign-in) it always is. */
export const TabContext = createContext<{ active: boolean; path: string }>({ active: true, path: '' })

export const useTabActive = () => use(TabContext).active

/** Gives the tab of a page about one thing the name of that thing. */
export function useTabName(name: string | undefined) {
  const { active, path } = use(TabContext)
  useEffect(() => {
    if (!name || !active) return
    nameTab(path, name)
    document.title = `${name} - 智慧校园学校平台`
  }, [name, active, path])
}
