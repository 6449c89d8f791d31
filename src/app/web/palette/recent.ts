import type { SearchItem } from './items.ts'

const most = 6

// Names of people are not written down in the browser: what was opened is forgotten with the tab.
let opened: (SearchItem & { to: string })[] = []

/** Returns what was opened last from the search, the newest first. */
export const recentItems = (): readonly SearchItem[] => opened

export function rememberItem(item: SearchItem & { to: string }) {
  opened = [{ ...item, key: `recent ${item.to}`, group: 'recent' as const }, ...opened.filter(({ to }) => to !== item.to)].slice(
    0,
    most,
  )
}
