import { useSyncExternalStore } from 'react'
import { forgetWords } from './addressState.ts'
import { tabPathOf } from './links.ts'
import { forgetUnsaved } from './unsaved.ts'

/**
 * Describes one visited page. Tabs are unique by path; another query of the same path shows in the same tab
 * (docs/spec/page.md#tabs).
 */
export type Tab = {
  /** Holds the path, with the query where that says what a frame shows. */
  path: string
  search: string
  title: string
  /** Names the subject of the page. */
  name?: string
  pinned: boolean
  /** Tells that it goes as soon as another one is shown. */
  passing?: boolean
  /** Rises to remount it. */
  round: number
}

/** Limits the pages kept; the one that was hidden longest goes first (docs/spec/page.md#tabs). */
const most = 200
const storageKey = 'tabs'

let tabs: Tab[] = restore()
// Lists the paths of the open tabs, the one shown last at the end.
let visits = tabs.map(({ path }) => path)
const listeners = new Set<() => void>()

function restore(): Tab[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as Tab[]
  } catch {
    return []
  }
}

function set(next: Tab[]) {
  tabs = next
  visits = visits.filter((visit) => tabs.some(({ path }) => path === visit))
  sessionStorage.setItem(storageKey, JSON.stringify(tabs))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTabs = () => useSyncExternalStore(subscribe, () => tabs)

/** Opens the tab of a page or brings its address up to date; what is no longer the browser's address says nothing of it. */
export function visitTab({ path, title, pinned, passing = false }: Omit<Tab, 'search' | 'name' | 'round'>, shown: string) {
  if (tabs.some((tab) => tab.passing && tab.path !== path)) set(tabs.filter((tab) => !tab.passing || tab.path === path))
  const known = tabs.find((tab) => tab.path === path)
  const isNow = new URL(path + shown, location.origin).href === location.origin + location.pathname + location.search
  const search = isNow ? shown : (known?.search ?? shown)
  visits = [...visits.filter((visit) => visit !== path), path]
  if (known && known.search === search && known.title === title) return
  if (known) return set(tabs.map((tab) => (tab === known ? { ...tab, search, title } : tab)))
  const full =
    tabs.length >= most
      ? tabs.filter((tab) => tab.path !== visits.find((visit) => !tabs.find((one) => one.path === visit)?.pinned))
      : tabs
  const opened = { path, search, title, pinned, passing, round: 0 }
  set(pinned ? [...full.filter((tab) => tab.pinned), opened, ...full.filter((tab) => !tab.pinned)] : [...full, opened])
}

/** Keeps the address of a tab at once: who leaves it in the next moment finds it again as it was left. */
export function keepSearch(path: string, search: string) {
  const known = tabs.find((tab) => tab.path === path)
  if (known && known.search !== search) set(tabs.map((tab) => (tab === known ? { ...tab, search } : tab)))
}

/** Returns an address that asks a page for something besides what it shows: an open tab of it stays as it is. */
export function addressInOpenTab(to: string): string {
  const { pathname, searchParams } = new URL(to, location.origin)
  const known = tabs.find(({ path }) => path === pathname)
  if (!known || !(searchParams.has('new') || searchParams.has(beside[pathname] ?? ''))) return to
  const search = new URLSearchParams(known.search)
  for (const [name, value] of searchParams) search.set(name, value)
  return `${pathname}?${search}`
}

// Names the parameter by which a list opens a record beside it (`useOpenedRecord`).
const beside: Record<string, string> = { '/ent/stu': 'stuNo', '/ent/emp': 'empNo', '/ent/ptr': 'ptrNo', '/ent/vst': 'vstNo' }

/** Names a tab after the subject of its page. */
export function nameTab(path: string, name: string) {
  const known = tabs.find((tab) => tab.path === path)
  if (known && known.name !== name) set(tabs.map((tab) => (tab === known ? { ...tab, name } : tab)))
}

/** Returns the text on a tab (docs/spec/page.md#tabs: the title of the route, or a default). */
export const tabName = ({ name, title }: Tab) => name ?? (title || '未命名')

/** Draws a page anew; what was typed in it is gone. */
export function refreshTab(path: string) {
  forgetUnsaved((tab) => tab === path)
  if (tabPathOf(location.pathname, location.search) === path) forgetWords()
  set(tabs.map((tab) => (tab.path === path ? { ...tab, round: tab.round + 1 } : tab)))
}

/** Closes tabs, pinned ones never; answers where to go when the one that is shown is among them. */
export function closeTabs(shown: string, closes: (tab: Tab) => boolean): string | undefined {
  const at = tabs.findIndex((tab) => tab.path === shown)
  const left = tabs.filter((tab) => tab.pinned || !closes(tab))
  forgetUnsaved((path) => !left.some((tab) => tab.path === path))
  set(left)
  if (left.some((tab) => tab.path === shown)) return undefined
  const next = left.find((tab) => tabs.indexOf(tab) >= at) ?? left.at(-1)
  return next ? next.path + next.search : '/dashboard'
}
