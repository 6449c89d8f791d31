import { createContext } from 'react'

/** Describes the section of the menu that a page belongs to: one entry whose pages are tabs in the head of each. */
export type Section = {
  name: string
  /** Holds the path of the page that asks. */
  path: string
  /** Lists its pages, each under the short name that it has within its section. */
  pages: readonly { to: string; title: string }[]
}

/** Tells a page which section it belongs to; without pages where it stands alone. */
export const SectionContext = createContext<Section>({ name: '', path: '', pages: [] })
