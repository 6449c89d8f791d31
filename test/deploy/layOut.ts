import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, makeFolder } from '../start/startup.ts'

/** Lays out the sources of a commit with its packages: those of this checkout where they are the same. */
export function layOut(commit: string): string {
  const folder = makeFolder()
  const archive = join(folder, 'release.tar')
  execFileSync('git', ['archive', '-o', archive, commit], { cwd: checkout })
  const root = join(folder, 'release')
  mkdirSync(root)
  execFileSync('tar', ['-xf', archive, '-C', root])
  if (packagesOf(root) === packagesOf(checkout)) symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  else execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root })
  return root
}

// Leaves out the version of the product itself, which the lock file names too.
function packagesOf(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, object> }
  return JSON.stringify({ ...packages, '': { ...packages[''], version: '' } })
}
