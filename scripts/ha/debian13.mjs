// Makes a folder with a Debian 13 of its own, for what the Debian of this machine has in another version, and runs programs in it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { makeDebian } from '../debian.mjs'
import { root } from '../prepare.mjs'

/** Says where that Debian lies. */
export const home = join(root, 'node_modules', '.cache', 'debian13')
const packages = ['postgresql-17', 'patroni', 'etcd-server', 'etcd-client', 'haproxy', 'pgbouncer']

/** Makes it where there is none; false where that cannot be done. */
export const makeDebian13 = () => makeDebian('trixie', home, packages)

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
