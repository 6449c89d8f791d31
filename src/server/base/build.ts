import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const readIfThere = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

/** Describes the program that runs: its version, and as far as the build knew them its commit and the day of that. */
export const build: { version: string; commit: string | undefined; date: string | undefined } = {
  version: readIfThere(join(root, 'package.json')).version,
  // Leaves these out where nothing was built, as in the tests.
  commit: undefined,
  date: undefined,
  ...readIfThere(join(root, 'dist', 'build.json')),
}
