import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { isGroup, linkOf } from '#web/page/links.ts'
import type { SearchCandidate } from './items.ts'

/** Lists every leaf of the menu with the words it is found by; `open` opens one that has no address of this page. */
export function pagesIn(menu: readonly MenuModule[], open: (mdlCode: string) => void, groups: string[] = []): SearchCandidate[] {
  return menu.flatMap((module) => {
    if (isGroup(module)) return pagesIn(module.items, open, [...groups, module.name])
    const { name: title, pinyin, mdlCode } = module
    const link = linkOf(module)
    const [path = '', query = ''] = 'to' in link ? link.to.split('?') : []
    const facts = { key: `page ${mdlCode}`, group: 'page' as const, title, note: groups.join(' / '), path, query, pinyin }
    return [{ ...facts, ...('to' in link ? { to: link.to } : { act: () => open(mdlCode) }) }]
  })
}

/** Finds what a word may mean, the likeliest first: exact spellings, and similar ones. */
export type Finder = (word: string) => { spelt: SearchCandidate[]; alike: SearchCandidate[] }

/** Finds by name, path and query, mistyped ones too (docs/spec/modules.md#the-menu), and by pinyin or its initials. */
export async function finderOf(all: readonly SearchCandidate[]): Promise<Finder> {
  const { default: Fuse } = await import('fuse.js')
  const fuse = new Fuse(all, {
    threshold: 0.4,
    keys: [
      { name: 'title', weight: 0.4 },
      { name: 'path', weight: 0.3 },
      { name: 'query', weight: 0.3 },
    ],
  })
  return (given) => {
    const word = given.trim().toLowerCase()
    if (!word) return { spelt: [], alike: [] }
    // Prefers exact spellings to similar ones.
    const spelt = all.filter(({ title, pinyin }) => title.toLowerCase().includes(word) || pinyin.includes(word))
    const found = fuse.search(word).map(({ item }) => item)
    return { spelt, alike: found.filter((item) => !spelt.includes(item)) }
  }
}
