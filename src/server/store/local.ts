import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Store } from './store.ts'

/** Returns a store in a folder of this machine. */
export function localStore(root: string): Store {
  const pathOf = (key: string) => join(root, key)
  const makePlace = (key: string) => mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
  return {
    async put(key, path) {
      await makePlace(key)
      await rename(path, pathOf(key))
    },
    // Links a second name to the same bytes, which go with the last one.
    async copy(from, to) {
      await makePlace(to)
      await link(pathOf(from), pathOf(to))
    },
    async open(key, range) {
      const handle = await open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!handle) return undefined
      const size = range ? range.end - range.start + 1 : (await handle.stat()).size
      return { content: handle.createReadStream(range), size }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
