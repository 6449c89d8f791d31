// Makes a folder with a Debian 13 of its own, for what the Debian of this machine has in another version, and runs programs in it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installPackages, root } from '../prepare.mjs'

/** Says where that Debian lies. */
export const home = join(root, 'node_modules', '.cache', 'debian13')
const packages = ['postgresql-17', 'patroni', 'etcd-server', 'etcd-client', 'haproxy', 'pgbouncer']

/** Makes the folder where there is none, aside, so that one that is there is whole; false where that cannot be done. */
export function makeDebian13() {
  if (existsSync(join(home, 'usr/bin/patroni'))) return true
  installPackages('debootstrap')
  if (process.getuid?.() !== 0 || spawnSync('debootstrap', ['--version']).status !== 0) {
    console.error('需要 root 和 debootstrap 才能得到 PostgreSQL 17 和 Patroni。')
    return false
  }
  console.log('正在准备带 PostgreSQL 17 的 Debian 13……')
  const making = `${home}.making`
  for (const folder of [making, home]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(home), { recursive: true })
  const args = ['--variant=minbase', `--include=${packages.join(',')}`, 'trixie', making, mirror()]
  const { status, stdout } = spawnSync('debootstrap', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) {
    console.error(`debootstrap 没有成功：\n${stdout.slice(-2000)}`)
    return false
  }
  renameSync(making, home)
  return true
}

/** Returns where this machine gets the packages of Debian from. */
export function mirror() {
  const format = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian']
  const [first] = (spawnSync('apt-get', ['indextargets', ...format], { encoding: 'utf8' }).stdout ?? '').split('\n')
  return first || 'http://deb.debian.org/debian'
}

/**
 * Starts a line of the shell in that Debian as a user of it. /proc and /dev are mounted for this process alone, so that nothing of
 * them is left behind; each command becomes the next one, and the process is the last of them by then.
 */
export const spawnWithin = (line, { user = 'postgres', env = {} } = {}) =>
  spawn(
    'unshare',
    [
      ['--mount', 'sh', '-c'],
      `mount -t proc proc '${home}/proc' && mount --rbind /dev '${home}/dev' && exec chroot --userspec=${user}:${user} '${home}' sh -c "$LINE"`,
    ].flat(),
    { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LINE: line, ...env } },
  )
