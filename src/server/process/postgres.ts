import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive, lockFolder } from '#server/base/lock.ts'
import { describeError, log } from '#server/base/log.ts'
import { findClusterLocation, isLink, type ClusterLocation } from './clusterLocation.ts'
import { memorySettings, usableMemory } from './memorySettings.ts'
import { ExitError } from '#server/base/exit.ts'

/** Describes the embedded PostgreSQL: its address, and how to stop it. */
type EmbeddedPostgres = { url: string; stop(): Promise<void> }

type Running = { child: ChildProcess; ended: Promise<void> }

/** Starts PostgreSQL on `DATA_DIR/pg18` and a free loopback port; stops first what a killed server left running. */
export async function startPostgres(dataDir: string, password: string): Promise<EmbeddedPostgres> {
  const data = join(dataDir, 'pg18')
  let unlock = lockMoved(data)
  await stopLeftover(data)
  const place = findClusterLocation(data)
  unlock ??= lockMoved(data)
  const output = openSync(join(dataDir, 'postgres.log'), 'a', 0o600)
  if (!existsSync(join(place.data, 'PG_VERSION'))) await initialise(place, password, output)
  const port = await freePort()
  const url = addressOf(port, password)
  let stopping = false
  let current = launch(place, port, url, output)
  const keepAlive = async () => {
    while (!stopping) {
      try {
        await (await current).ended
        if (stopping) return
        log.warn({ event: 'database ended' })
      } catch (error) {
        log.error({ event: 'database does not start', ...describeError(error) })
        await sleep(1000)
      }
      if (!stopping) current = launch(place, port, url, output)
    }
  }
  await current
  void keepAlive()
  return {
    url,
    async stop() {
      stopping = true
      const running = await current.catch(() => undefined)
      if (running) await end(running)
      unlock?.()
    },
  }
}

const addressOf = (port: number, password: string) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`

/** Returns the address of the PostgreSQL that a running server started on this data folder; undefined where none runs. */
export function runningPostgres(dataDir: string, password: string): string | undefined {
  const path = join(dataDir, 'pg18', 'postmaster.pid')
  const port = existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[3]) : 0
  return port > 0 ? addressOf(port, password) : undefined
}

/** Tells whether this data folder holds a database. */
export const hasCluster = (dataDir: string) => existsSync(join(dataDir, 'pg18', 'PG_VERSION'))

// Copies of a data folder whose database was moved all lead to that one place.
function lockMoved(data: string): (() => void) | undefined {
  return process.getuid?.() === 0 && isLink(data) && existsSync(data) ? lockFolder(realpathSync(data)) : undefined
}

// Makes the cluster aside and moves it into place, so that a kill half-way leaves nothing that looks finished. Each attempt has a
// folder of its own: initdb outlives a killed server, and removes its folder when it is stopped.
async function initialise({ bin, data, owner }: ClusterLocation, password: string, output: number) {
  await stopLeftover(data, 'initdb.pid')
  for (const entry of readdirSync(data)) rmSync(join(data, entry), { recursive: true, force: true, maxRetries: 10 })
  const making = mkdtempSync(join(data, 'making-'))
  const passwordFile = join(data, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [making, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const child = spawn(
    join(bin, 'initdb'),
    [
      ['-D', making, '-U', 'postgres', '-E', 'UTF8', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale', '--no-instructions'],
      flagsOf(sharedMemory()),
    ].flat(),
    { ...owner, cwd: data, detached: true, stdio: ['ignore', output, output] },
  )
  writeFileSync(join(data, 'initdb.pid'), `${child.pid}`)
  await endOf(child)
  rmSync(join(data, 'initdb.pid'))
  if (child.exitCode !== 0) throw new ExitError('database', '内置数据库初始化失败，原因见数据目录里的 postgres.log。')
  rmSync(passwordFile)
  for (const entry of readdirSync(making).sort(versionLast)) renameSync(join(making, entry), join(data, entry))
  rmSync(making, { recursive: true })
}

// Moves PG_VERSION last, since it marks a finished cluster.
const versionLast = (a: string, b: string) => Number(a === 'PG_VERSION') - Number(b === 'PG_VERSION')

async function stopLeftover(data: string, file = 'postmaster.pid') {
  const path = join(data, file)
  if (!existsSync(path)) return
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
  if (isAlive(pid) && worksOn(pid, data)) {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; isAlive(pid) && waited < 30_000; waited += 20) {
      if (waited === 10_000) process.kill(pid, 'SIGQUIT')
      await sleep(20)
    }
    if (isAlive(pid)) throw new ExitError('database', `上次留下的数据库进程 ${pid} 无法停止，请手工结束它后再启动。`)
  }
  rmSync(path, { force: true })
}

// Checks the process itself: after a restart of the machine a pid may be reused, even by another PostgreSQL.
function worksOn(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch {
    const run = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'args='], { encoding: 'utf8' })
    return run.stdout?.includes(data) ?? false
  }
}

// Starts it detached: Ctrl-C reaches only us, and the database stops after the requests under way.
async function launch({ bin, data, owner }: ClusterLocation, port: number, url: string, output: number): Promise<Running> {
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    jit: 'off',
    log_statement: 'none',
    max_connections: '100',
    // Reads any page nearly as fast as the next one, as solid-state disks and the cache of the system do.
    random_page_cost: '1.1',
    ...sharedMemory(),
    ...memorySettings(usableMemory()),
  }
  for (let attempt = 0; ; attempt++) {
    await stopLeftover(data)
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flagsOf(options)], {
      ...owner,
      cwd: data,
      detached: true,
      stdio: ['ignore', output, output],
    })
    const running = { child, ended: endOf(child) }
    try {
      if (await answers(url, running)) return running
    } catch (error) {
      await end(running)
      throw error
    }
    // Waits for a lock of the previous postmaster, which can outlive it by a moment.
    if (attempt >= 20) throw new ExitError('database', '内置数据库无法启动，原因见数据目录里的 postgres.log。')
    await sleep(150)
  }
}

const flagsOf = (options: Record<string, string>) =>
  Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])

// Lets processes that work on one statement share memory through files of the cluster where /dev/shm has little room, as in
// containers, which give it 64 MiB.
function sharedMemory(): Record<string, string> {
  if (process.platform !== 'linux') return {}
  const { bavail, bsize } = existsSync('/dev/shm') ? statfsSync('/dev/shm') : { bavail: 0, bsize: 0 }
  return bavail * bsize < 2 ** 29 ? { dynamic_shared_memory_type: 'mmap' } : {}
}

const endOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })

async function end({ child, ended }: Running) {
  child.kill('SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await ended
  clearTimeout(patience)
}

/** Waits for a PostgreSQL that starts; false where it ends instead. */
async function answers(url: string, { ended }: Running): Promise<boolean> {
  let over = false
  void ended.then(() => {
    over = true
  })
  while (!over) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if ((error as { code?: string }).code === '28P01')
        throw new ExitError('secretKey', '密钥与内置数据库不符。请放回这个数据目录原来的 secret.key 或 SECRET_KEY。')
      await sleep(25)
    }
  }
  return false
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
