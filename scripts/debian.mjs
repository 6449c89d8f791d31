// Makes folders with a Debian of their own, for what the Debian of this machine has in another version, or not at all.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { installPackages } from './prepare.mjs'

/**
 * Makes such a folder where there is none, aside, so that one that is there is whole; `finish` adds to it. False where that cannot
 * be done, having said why.
 */
export function makeDebian(suite, folder, packages, finish = () => {}) {
  if (existsSync(folder)) return true
  installPackages('debootstrap')
  if (process.getuid?.() !== 0 || spawnSync('debootstrap', ['--version']).status !== 0) {
    console.error(`需要 root 和 debootstrap 才能得到 Debian（${suite}）。`)
    return false
  }
  console.log(`正在准备 Debian（${suite}）……`)
  const making = `${folder}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  const args = ['--variant=minbase', `--include=${packages.join(',')}`, suite, making, mirror()]
  const { status, stdout } = spawnSync('debootstrap', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) {
    console.error(`debootstrap 没有成功：\n${stdout.slice(-2000)}`)
    return false
  }
  finish(making)
  renameSync(making, folder)
  return true
}

// Returns where this machine gets the packages of Debian from.
function mirror() {
  const format = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian']
  const [first] = (spawnSync('apt-get', ['indextargets', ...format], { encoding: 'utf8' }).stdout ?? '').split('\n')
  return first || 'http://deb.debian.org/debian'
}
