import { createContext, use } from 'react'

/** The tab a screen lives in: whether it is shown now. Outside of tabs (sign-in) it always is. */
export const TabContext = createContext<{ active: boolean }>({ active: true })

export const useTabActive = () => use(TabContext).active
