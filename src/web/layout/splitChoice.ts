import { createContext, type ReactNode } from 'react'

/** Names what was chosen at the side of a page, to whatever shows it. */
export const SplitChoice = createContext<string | undefined>(undefined)

/** Describes the button that opens the side where there is no room for it, and what takes it over. */
type Chooser = { chooser: ReactNode; setTaken: (isTaken: boolean) => void }

/** Lets a list put the button of the side beside its search. */
export const SplitChooser = createContext<Chooser>({ chooser: null, setTaken: () => {} })
