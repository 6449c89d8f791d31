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
  items: MenuEntry[]
}

/** Returns the address of a module in this page; undefined for an outside site and a group. */
function addressOf(module: MenuModule): string | undefined {
  const link = linkOf(module)
  return !isGroup(module) && 'to' in link ? link.to : undefined
}

export function entryOf(module: MenuModule): MenuEntry {
  const { mdlCode, name: title, pinyin: words, picPath: icon } = module
  const facts = { title, words, icon, items: module.items.map(entryOf) }
  return isGroup(module) ? { ...facts, key: mdlCode } : { ...facts, key: addressOf(module) ?? mdlCode, link: linkOf(module) }
}

/** Tells whether an entry is the one of a key, or has it below. */
export const holds = (entry: MenuEntry, key: string): boolean => entry.key === key || entry.items.some((one) => holds(one, key))

/** Describes an entry that is in sight, with the group it belongs to. */
type ShownEntry = MenuEntry & { group: string | undefined }

/** Lists the entries in sight, in their order on the screen. */
export const shownEntries = (entries: readonly MenuEntry[], isOpen: (key: string) => boolean, group?: string): ShownEntry[] =>
  entries.flatMap((entry) => [{ ...entry, group }, ...(isOpen(entry.key) ? shownEntries(entry.items, isOpen, entry.key) : [])])
