// Runs what deploy/ha/ describes on one machine: two PostgreSQL under Patroni, three etcd, HAProxy and PgBouncer, each at an address
// of its own of the loopback network, by the very files that an operator fills in.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { home, spawnWithin } from './debian13.mjs'
import { root } from '../prepare.mjs'

const places = { a: '127.0.1.1', b: '127.0.1.2', c: '127.0.1.3', entry: '127.0.1.4' }
const nodes = ['a', 'b']
const leastPatroni = '3.1'
const settings = '/tmp/campus-ha'
const dataOf = (node) => `/var/lib/postgresql/17/campus-${node}`

/** Throws for a Patroni that may lose what was acknowledged when its leader was frozen for a while. */
export function requirePatroni(said) {
  const version = /\d+\.\d+/.exec(said)?.[0] ?? '0.0'
  if (version.localeCompare(leastPatroni, 'en', { numeric: true }) >= 0) return
  throw new Error(`Patroni 至少要 ${leastPatroni}（这里是 ${said.trim() || '没有'}）：更旧的在主库停顿以后会丢掉已经答复的写入。`)
}

/** Starts it all, empty, and answers how it is reached, broken and mended. Nothing is left running where something fails. */
export async function startCluster() {
  requirePatroni(within('patroni --version').stdout)
  // Empties the folders of another one that runs otherwise.
  if (await isTaken(places.a, 2379))
    throw new Error('这台机器上已有一套在运行（npm run ha 或 npm run proof -- failover），请先结束它。')
  const secrets = Object.fromEntries(
    ['SUPERUSER', 'REPLICATION', 'REWIND', 'POOLER', 'PATRONI'].map((who) => [`${who}_PASSWORD`, word()]),
  )
  const running = new Map()
  const start = (name, line, env) => {
    const child = spawnWithin(`exec ${line}`, { env })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-8000)))
    running.set(name, { child, said: () => said, ended: new Promise((resolve) => child.once('close', resolve)) })
  }
  const startEtcd = (node) => start(`etcd ${node}`, 'etcd', etcdEnv(node, secrets))
  const startPatroni = (node) => start(node, `patroni ${settings}/${node}.yml`)
  const endAll = () => killAll(running)
  process.once('exit', endAll)
  const stop = async () => {
    process.off('exit', endAll)
    endAll()
    await Promise.all([...running.values()].map(({ ended }) => ended))
  }
  try {
    writeSettings(secrets)
    for (const node of ['a', 'b', 'c']) startEtcd(node)
    await until('etcd answers', () => answers(places.a, 2379, '/health'), running)
    for (const node of nodes) startPatroni(node)
    start('haproxy', `haproxy -db -f ${settings}/haproxy.cfg`)
    await until('one follows the other', isHealed, running)
    const password = word()
    await prepare(secrets, password)
    start('pgbouncer', `pgbouncer ${settings}/pgbouncer.ini`)
    const at = (port) => `postgres://campus:${password}@${places.entry}:${port}/campus`
    const superuser = `postgres://postgres:${secrets.SUPERUSER_PASSWORD}@${places.entry}:5000/campus`
    const own = nodes.map((node) => `${places[node]}:5432`).join(',')
    return {
      urls: {
        direct: at(5000),
        replica: at(5001),
        pooled: at(6432),
        nodes: `postgres://campus:${password}@${own}/campus`,
        superuser,
      },
      leader: () => find('/primary'),
      follower: () => find('/replica'),
      isHealed,
      startMachine(node) {
        startEtcd(node)
        startPatroni(node)
      },
      ...faults(running),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const word = () => randomBytes(18).toString('hex')

// Runs a line in that Debian and waits for it.
function within(line) {
  const found = spawnSync('chroot', [home, 'sh', '-c', line], { encoding: 'utf8', timeout: 60_000 })
  return { status: found.status, stdout: found.stdout ?? '', stderr: found.stderr ?? '' }
}

const valuesOf = (secrets, node = 'a') => ({
  ...secrets,
  NODE_NAME: node,
  NODE_ADDRESS: places[node],
  A_ADDRESS: places.a,
  B_ADDRESS: places.b,
  C_ADDRESS: places.c,
  ENTRY_ADDRESS: places.entry,
  NETWORK: '127.0.0.0/8',
})

/** Fills one of the files of deploy/ha/ in, and changes what one machine for all has otherwise. Throws where the file has not got that. */
function fill(name, values, changes = {}) {
  let text = readFileSync(join(root, 'deploy/ha', name), 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, known) => {
    if (!(known in values)) throw new Error(`deploy/ha/${name} names ${known}, which nobody has given`)
    return values[known]
  })
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/ha/${name} does not have ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

function writeSettings(secrets) {
  for (const folder of [settings, '/var/lib/etcd-campus', ...nodes.map(dataOf)])
    rmSync(home + folder, { recursive: true, force: true })
  mkdirSync(home + settings, { recursive: true })
  const write = (name, text) => writeFileSync(join(home + settings, name), text)
  for (const node of nodes)
    write(
      `${node}.yml`,
      // Has no watchdog, and both at one place.
      fill('patroni.yml', valuesOf(secrets, node), {
        'mode: required': "mode: 'off'",
        '/var/lib/postgresql/17/campus': dataOf(node),
        '/var/lib/postgresql/patroni.pgpass': `${settings}/${node}.pgpass`,
        '/var/run/postgresql': `${settings}/${node}`,
      }),
    )
  for (const node of nodes) mkdirSync(join(home + settings, node))
  write('haproxy.cfg', fill('haproxy.cfg', valuesOf(secrets)))
  write('pgbouncer.ini', fill('pgbouncer.ini', valuesOf(secrets), { '/etc/pgbouncer/userlist.txt': `${settings}/userlist.txt` }))
  write('userlist.txt', `"pooler" "${secrets.POOLER_PASSWORD}"\n`)
  within(`mkdir -p /var/lib/etcd-campus && chown -R postgres:postgres ${settings} /var/lib/etcd-campus /var/lib/postgresql`)
}

function etcdEnv(node, secrets) {
  const text = fill('etcd.env', valuesOf(secrets, node), { '/var/lib/etcd/campus': `/var/lib/etcd-campus/${node}` })
  return Object.fromEntries(text.split('\n').flatMap((line) => (/^\w+=/.test(line) ? [line.split(/=(.*)/s).slice(0, 2)] : [])))
}

/** Makes the database and its owner as the README says, and what PgBouncer asks passwords by. */
async function prepare(secrets, password) {
  const client = new pg.Client({
    host: places.entry,
    port: 5000,
    user: 'postgres',
    password: secrets.SUPERUSER_PASSWORD,
    database: 'postgres',
  })
  await client.connect()
  await client.query(`create role campus login createrole password '${password}'`)
  await client.query('create database campus owner campus')
  await client.query(fill('pooler.sql', valuesOf(secrets)))
  await client.end()
}

const answers = (host, port, path) =>
  fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )

const isTaken = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const end = (taken) => {
      socket.destroy()
      resolve(taken)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })

async function find(path) {
  for (const node of nodes) if (await answers(places[node], 8008, path)) return node
  return undefined
}

/** Tells whether one leads and the other follows so closely that nothing acknowledged is lost with a machine. */
const isHealed = async () => Boolean((await find('/primary')) && (await find('/synchronous')))

async function until(what, holds, running) {
  for (const end = Date.now() + 120_000; !(await holds()); await sleep(200))
    if (Date.now() > end)
      throw new Error(
        `waited in vain until ${what}:\n${[...running].map(([name, { said }]) => `${name}: ${said().slice(-1500)}`).join('\n')}`,
      )
}

/** Returns what can happen to a machine, by the name of its node; each answers how many processes it has met. */
function faults(running) {
  // Lists Patroni before PostgreSQL, which it would start again.
  const machine = (node) => [node, `etcd ${node}`].flatMap((name) => running.get(name)?.child.pid ?? []).concat(postgresOf(node))
  return {
    /** Ends a machine as a power cut does: Patroni, etcd and PostgreSQL. */
    killMachine: (node) => signal(machine(node), 'SIGKILL'),
    killPostgres: (node) => signal(postgresOf(node), 'SIGKILL'),
    freeze: (node) => signal(machine(node), 'SIGSTOP'),
    thaw: (node) => signal(machine(node).reverse(), 'SIGCONT'),
    /** Lets the follower lead, as an operator does before work on the other machine. */
    switchover(leader, candidate) {
      const { status, stdout, stderr } = within(
        `patronictl -c ${settings}/${leader}.yml switchover campus --leader ${leader} --candidate ${candidate} --force`,
      )
      if (status !== 0) throw new Error(stdout + stderr)
    },
  }
}

/** Lists PostgreSQL of a node and the processes that it has started, which all work in the folder of its data. */
const postgresOf = (node) =>
  readdirSync('/proc')
    .filter((pid) => workPlace(pid) === home + dataOf(node))
    .map(Number)

function workPlace(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

// Ends Patroni before PostgreSQL, which it would start again.
function killAll(running) {
  for (const { child } of running.values()) child.kill('SIGKILL')
  signal(nodes.flatMap(postgresOf), 'SIGKILL')
}

function signal(pids, name) {
  const send = (pid) => {
    try {
      return process.kill(pid, name)
    } catch {
      // Ignores one that has ended meanwhile.
      return false
    }
  }
  return pids.filter(send).length
}
