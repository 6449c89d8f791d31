// Writes dist/build.json, which commit this program is of: of git where it is there, else what COMMIT and COMMIT_DATE say.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export function writeBuildInfo() {
  const git = spawnSync('git', ['log', '-1', '--format=%h %cs'], { cwd: root, encoding: 'utf8' })
  const [hash, day] = git.status === 0 ? git.stdout.trim().split(' ') : []
  const [commit, date] = [process.env.COMMIT || hash, process.env.COMMIT_DATE || day]
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'build.json'), JSON.stringify({ commit, date }))
}
