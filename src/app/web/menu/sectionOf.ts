import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { linkOf } from '#web/page/links.ts'
import type { Section } from '#web/head/section.ts'

/** Returns the section that a page belongs to, with its pages; one without pages where it stands alone in the menu. */
export function sectionOf(menu: readonly MenuModule[], path: string): Section {
  const found = sectionsOf(menu).find(({ items }) => items.some(({ url }) => url === path))
  if (!found) return { name: '', path, pages: [] }
  const pages = found.items.flatMap((module) => {
    const link = linkOf(module)
    return 'to' in link ? [{ to: link.to, title: withinSection(module.name, found.name) }] : []
  })
  return { name: found.name, path, pages }
}

const sectionsOf = (menu: readonly MenuModule[]): MenuModule[] =>
  menu.flatMap((node) => (node.sect === '1' ? [node] : sectionsOf(node.items)))

// Ends the name of a module that is the list itself.
const list = '管理'

/** Shortens the name of a module to what it adds to that of its section: 学生档案 is 档案 among 学生, 学生管理 is 学生. */
function withinSection(name: string, section: string): string {
  const rest = name.startsWith(section) ? name.slice(section.length) : name
  if (rest === '' || rest === list) return section
  return rest
}
