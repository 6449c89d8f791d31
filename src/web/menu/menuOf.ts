import type { ReactNode } from 'react'

export type MenuItem = {
  key: string
  label: ReactNode
  danger?: boolean
  /** Marks the one of several that holds now. */
  isChosen?: boolean
  act: () => void
}

/** Holds the entries of a menu; one without any is not drawn. */
export type ActionMenu = { items: MenuItem[] }

/** Returns a menu of actions; leaves out false ones. */
export const menuOf = (given: readonly (MenuItem | false)[]): ActionMenu => ({ items: given.filter((item) => item !== false) })
