import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExitError } from './exit.ts'
import { isDiskFull } from './fault.ts'

/** Makes a data folder where there is none and locks it, or only looks at it where processes share it; answers what unlocks it. */
export function openFolder(dataDir: string, { shared }: { shared: boolean }): () => void {
  try {
    // Lets the database of root pass through, which runs as another user.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return shared ? () => {} : lockFolder(dataDir)
  } catch (error) {
    if (error instanceof ExitError) throw error
    if (isDiskFull(error)) throw noSpace(dataDir)
    throw new ExitError(
      'dataFolder',
      `数据目录 ${dataDir} 无法读写（${(error as NodeJS.ErrnoException).code}）。请检查它的权限，或用 DATA_DIR 指定另一个目录。`,
    )
  }
}

/** Returns the refusal of a start for want of room; it may be tried again once there is some. */
export const noSpace = (dataDir: string) =>
  new ExitError('noSpace', `数据目录 ${dataDir} 所在的磁盘没有空间了。请腾出空间，然后再启动；数据没有改动。`)

/** Makes this process the only server of a data folder until it ends; a lock that a killed process left is replaced. */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'server.lock')
  const mine = `${process.pid} ${startOf(process.pid)}`
  for (let attempt = 0; attempt < 5; attempt++) {
    // Makes the lock readable by all: a stale lock of root does not keep the owner of the folder out.
    if (createFile(path, mine, 0o644))
      return () => {
        if (existsSync(path) && readFileSync(path, 'utf8') === mine) rmSync(path)
      }
    dropStale(path, dataDir)
  }
  throw new ExitError('running', `数据目录 ${dataDir} 正被另一个启动过程占用，请稍后再试。`)
}

/** Creates a file with all its text or not at all, also when the machine stops meanwhile; false where it is there already. */
export function createFile(path: string, text: string, mode: number): boolean {
  const making = `${path}.${process.pid}`
  rmSync(making, { force: true })
  try {
    writeFileSync(making, text, { mode, flush: true })
    linkSync(making, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(making, { force: true })
  }
}

function dropStale(path: string, dataDir: string) {
  const aside = `${path}.${process.pid}`
  const holder = readIfThere(path)
  if (holder === undefined) return
  const [pid, start] = holder.split(' ')
  if (isAlive(Number(pid)) && startOf(Number(pid)) === start)
    throw new ExitError(
      'running',
      `数据目录 ${dataDir} 已有一个服务在运行（进程 ${pid}）。请先停止它，或用 DATA_DIR 指定另一个目录。`,
    )
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  // Puts the lock of another start back, which may have replaced the stale one between reading and renaming.
  if (readIfThere(aside) !== holder) renameSync(aside, path)
  else rmSync(aside)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Tells whether a process runs; one that has ended but was not reaped does not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.[0] !== 'Z'
}

/** Returns when a process started, so that a reused pid is recognised; empty where the system does not say. */
const startOf = (pid: number) => statOf(pid)?.[19] ?? ''

function statOf(pid: number): string[] | undefined {
  return readIfThere(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
}
