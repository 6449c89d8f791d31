import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Describes a version that is out: the last of its migrations, and the commit that it was made of. */
export type Release = { version: string; migration: string; commit: string }

/** Reads db/releases.tsv, the latest last. */
export const readReleases = (): Release[] =>
  readFileSync(join(root, 'db/releases.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([version = '', migration = '', , commit = '']) => ({ version, migration, commit }))

/** Runs git in this checkout; undefined where it is missing, or does not succeed. */
export function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === 0 ? stdout : undefined
}

/** Tells whether this checkout has the sources of a commit, which a tarball and a shallow clone have not. */
export const hasCommit = (commit: string) => git('cat-file', '-e', `${commit}^{tree}`) !== undefined
