import { createContext } from 'react'

/** Names what was chosen at the side of a page, to whatever shows it. */
export const SplitChoice = createContext<string | undefined>(undefined)
