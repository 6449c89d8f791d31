import { modules } from '#contract/modules.ts'

// Sections about what is no module: the first page, the look of the page, the portals.
const others: Readonly<Record<string, string>> = {
  dashboard: 'interface',
  look: 'interface',
  actportal: 'activities',
  resportal: 'activities',
}

/** Finds the address of the manual's section about a module or another part of the page; its index where there is none. */
export function helpFor(section: string): string {
  const page = modules.find(({ code }) => code === section)?.help ?? (Object.hasOwn(others, section) && others[section])
  return page ? `/manual/${page}.html#${section}` : '/manual/'
}

/** Lists every section that help leads to. */
export const helpSections = () => [
  ...modules.flatMap(({ code, help }) => (help ? [{ page: help, id: code }] : [])),
  ...Object.entries(others).map(([id, page]) => ({ page, id })),
]
