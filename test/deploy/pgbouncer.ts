import { spawn, spawnSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterwards, freePort, isRoot, makeFolder, ordinaryUser, until } from '../start/startup.ts'

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0

/** Says why PgBouncer cannot run here; undefined where it can. */
export const noPgbouncer = !isInstalled
  ? 'pgbouncer is not installed'
  : isRoot && !ordinaryUser
    ? 'pgbouncer does not run as root, and no ordinary user reaches this checkout'
    : undefined

/** Starts PgBouncer in front of a PostgreSQL, which lends connections for one transaction; answers what leads an address through it. */
export async function startPgbouncer(postgres: string) {
  const { hostname, port, username, password } = new URL(postgres)
  const folder = makeFolder(ordinaryUser)
  const listen = await freePort()
  const users = join(folder, 'users.txt')
  // Asks PostgreSQL for the passwords of all others.
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o600 })
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${username}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
`,
  )
  if (ordinaryUser) for (const path of [users, config]) chownSync(path, ordinaryUser.uid, ordinaryUser.gid)
  const child = spawn('pgbouncer', [config], { ...ordinaryUser, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  afterwards(() => child.kill('SIGKILL') && ended)
  await until(`pgbouncer answers: ${said}`, () => isOpen(listen))
  return {
    said: () => said,
    through(url: string, marked = true) {
      const address = new URL(url)
      address.port = String(listen)
      if (marked) address.searchParams.set('pgbouncer', 'true')
      return address.href
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
