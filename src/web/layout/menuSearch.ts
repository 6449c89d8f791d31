import type { MenuModule } from '#features/user/mdl/mdl.contract.ts'
import { linkOf } from './links.ts'

/** What the search of the menu offers: `key` is what is opened, `group` where it lies. */
export type Found = { key: string; title: string; group: string; path: string; query: string; pinyin: string }

/** Every leaf of the menu with what it is looked up by. */
export function searchable(menu: readonly MenuModule[], groups: string[] = []): Found[] {
  return menu.flatMap((module) => {
    if (module.items.length > 0) return searchable(module.items, [...groups, module.name])
    const link = linkOf(module)
    const key = 'to' in link ? link.to : module.mdlCode
    const [path = '', query = ''] = 'to' in link ? link.to.split('?') : []
    return [{ key, title: module.name, group: groups.join(' / '), path, query, pinyin: module.pinyin }]
  })
}

/** Answers the pages that a word may mean, the likeliest first. */
export type Finder = (word: string) => Found[]

/** Finds pages by name, path and query, mistyped ones too (specification, section 2), and by pinyin or its initials. */
export async function menuSearch(pages: readonly Found[]): Promise<Finder> {
  const { default: Fuse } = await import('fuse.js')
  const fuse = new Fuse(pages, {
    threshold: 0.4,
    keys: [
      { name: 'title', weight: 0.4 },
      { name: 'path', weight: 0.3 },
      { name: 'query', weight: 0.3 },
    ],
  })
  return (given) => {
    const word = given.trim().toLowerCase()
    if (!word) return []
    // What is spelt out is meant more surely than what is only like it.
    const spelt = pages.filter(({ pinyin }) => pinyin.includes(word))
    return [...new Set([...spelt, ...fuse.search(word).map(({ item }) => item)])]
  }
}
