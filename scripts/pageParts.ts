import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

const screens = /\/src\/features(\/.*)\/[^/]*\.screen\.tsx$/

/**
 * Writes `parts.json`, which tells the server what files the page at an address is made of: `frame` lists what stands around every
 * page, the rest stands by the folder of its screens, such as `/ent/stu`. So a browser asks for all of them at once, not for one
 * after the other (src/server/http/parts.ts). Runs the module `early` first, too, while the others are on their way.
 */
export function pageParts(frame: string, early: string): Plugin {
  const holding = (bundle: Rolldown.OutputBundle | undefined, id: string) =>
    Object.values(bundle ?? {}).find((one): one is Chunk => one.type === 'chunk' && one.moduleIds.includes(id))
  return {
    name: 'page-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const src = `/${holding(bundle, early)?.fileName}`
        return [{ tag: 'script', attrs: { type: 'module', async: true, crossorigin: true, src }, injectTo: 'head-prepend' }]
      },
    },
    writeBundle({ dir = '' }, bundle) {
      // Lists a file after those that it stands on, whose styles it may change.
      const filesOf = (chunk: Chunk, found = new Set<string>(), seen = new Set<string>()): Set<string> => {
        seen.add(chunk.fileName)
        for (const name of chunk.imports) {
          const imported = bundle[name]
          if (imported?.type === 'chunk' && !seen.has(name)) filesOf(imported, found, seen)
        }
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
        return found.add(chunk.fileName)
      }
      const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []))
      const parts = new Map<string, Set<string>>()
      for (const id of [frame, ...modules.filter((one) => screens.test(one))]) {
        const chunk = holding(bundle, id)
        if (!chunk) return this.error(`no file of the page holds ${id}`)
        const name = screens.exec(id)?.[1] ?? 'frame'
        parts.set(name, new Set([...(parts.get(name) ?? []), ...filesOf(chunk)]))
      }
      const listed = [...parts].map(([name, files]) => [name, [...files]])
      writeFileSync(join(dir, 'parts.json'), JSON.stringify(Object.fromEntries(listed)))
    },
  }
}
