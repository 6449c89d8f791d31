import { createContext } from 'react'

/** Provides the tab a screen lives in: whether it is shown now, and its path. Outside of tabs (sign-in) it always is. */
export const TabContext = createContext<{ active: boolean; path: string }>({ active: true, path: '' })
