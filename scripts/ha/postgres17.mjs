// Runs tests against the PostgreSQL 17 of Debian 13, the oldest that the product works on: in a folder with a Debian of its own.
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { home, makeDebian13, spawnWithin } from './debian13.mjs'

const programs = '/usr/lib/postgresql/17/bin'
const password = 'postgres17'

/** Starts that PostgreSQL, empty, and runs `work` with its address; answers its exit code, or 1 where the server is not to be had. */
export async function withPostgres17(work) {
  if (!makeDebian13()) return 1
  const port = await freePort()
  writeFileSync(join(home, 'tmp', 'password'), password)
  rmSync(join(home, 'tmp', 'cluster'), { recursive: true, force: true })
  const server = spawnWithin(script(port))
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4000)))
  // Ends PostgreSQL at once: each command has become the next one, and this process is PostgreSQL itself by now.
  const stop = () => server.kill('SIGQUIT')
  process.once('exit', stop)
  const ended = new Promise((resolve) => server.once('close', resolve))
  try {
    if (await answers(port, server))
      return await work(`postgres://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`)
    console.error(`PostgreSQL 17 没有启动：\n${said}`)
    return 1
  } finally {
    stop()
    await ended
    process.off('exit', stop)
  }
}

// Lets nothing wait for the disk: the data are thrown away.
function script(port) {
  const initdb = `${programs}/initdb -D /tmp/cluster -U postgres -E UTF8 --auth=scram-sha-256 --pwfile=/tmp/password --no-locale --locale-provider=builtin --builtin-locale=C.UTF-8`
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    dynamic_shared_memory_type: 'mmap',
    shared_buffers: '512MB',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    autovacuum: 'off',
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return `${initdb} >&2 && exec ${programs}/postgres -D /tmp/cluster ${flags.join(' ')}`
}

async function answers(port, server) {
  const { default: pg } = await import('pg')
  for (const end = Date.now() + 60_000; Date.now() < end && server.exitCode === null; await sleep(200)) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      // Waits for a server that starts.
    }
  }
  return false
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
