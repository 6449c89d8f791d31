import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { isGroup, linkOf } from '#web/page/links.ts'

/** Describes an entry of the main menu: a group without a link, or what leads to a page or outside. */
export type MenuEntry = {
  /** Holds the address of a page of ours, else the code of the module. */
  key: string
  title: string
  /** Holds the name in pinyin, whole and in initials. */
  words: string
  /** Names the icon as the module does. */
  icon: string | null
  link?: ReturnType<typeof linkOf>
  /** Lists the keys of the pages of a section, which is one entry. */
  pages?: readonly string[]
  items: MenuEntry[]
}

/** Returns the address of a module in this page; undefined for an outside site and a group. */
function addressOf(module: MenuModule): string | undefined {
  const link = linkOf(module)
  return !isGroup(module) && 'to' in link ? link.to : undefined
}

/** Returns the entry of a module: of a section one that leads to its first page, or that page itself where there is no other. */
export function entryOf(module: MenuModule): MenuEntry {
  const { mdlCode, name: title, pinyin: words, picPath: icon } = module
  const facts = { title, words, icon }
  if (!isGroup(module)) return { ...facts, key: addressOf(module) ?? mdlCode, link: linkOf(module), items: [] }
  const [first, ...others] = module.sect === '1' ? module.items.map(entryOf) : []
  if (!first?.link) return { ...facts, key: mdlCode, items: module.items.map(entryOf) }
  const all = [first, ...others]
  if (others.length === 0) return first
  // Lets its pages be found by their names, too.
  return {
    ...facts,
    words: all.map((one) => `${one.title} ${one.words}`).join(' '),
    key: mdlCode,
    link: first.link,
    pages: all.map(({ key }) => key),
    items: [],
  }
}

/** Tells whether an entry is the one of a key, or has it below. */
export const holds = (entry: MenuEntry, key: string): boolean =>
  entry.key === key || (entry.pages?.includes(key) ?? false) || entry.items.some((one) => holds(one, key))

/** Describes an entry that is in sight, with the group it belongs to. */
type ShownEntry = MenuEntry & { group: string | undefined }

/** Lists the entries in sight, in their order on the screen. */
export const shownEntries = (entries: readonly MenuEntry[], isOpen: (key: string) => boolean, group?: string): ShownEntry[] =>
  entries.flatMap((entry) => [{ ...entry, group }, ...(isOpen(entry.key) ? shownEntries(entry.items, isOpen, entry.key) : [])])
