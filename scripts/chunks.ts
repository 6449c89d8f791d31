import type { Plugin } from 'vite'

/**
 * Groups modules that come as one file each: all that the named modules need, and that no group before them has. Leaves a module
 * that few of these need with its users, as the bundler sees fit. Packages come with the modules that need them.
 */
export function chunksFor(wanted: readonly (readonly [name: string, modules: readonly string[]])[]) {
  const imports = new Map<string, readonly string[]>()
  const plugin: Plugin = {
    name: 'imports-of-modules',
    moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
  }
  function need(modules: readonly string[], found = new Set<string>()): Set<string> {
    for (const id of modules)
      if (!found.has(id) && !id.includes('node_modules')) {
        found.add(id)
        need(imports.get(id) ?? [], found)
      }
    return found
  }
  const groups = wanted.map(([name, modules], at) => {
    let needed: Set<string> | undefined
    return { name, priority: wanted.length - at, test: (id: string) => (needed ??= need(modules)).has(id) }
  })
  return { plugin, groups }
}
