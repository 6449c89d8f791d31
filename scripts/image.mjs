// Builds the Dockerfile into an image and runs it, without an engine for containers: with buildah, on a base that is made here of
// Debian 12 and the Node of this project, since no registry of images can be counted on.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDebian } from './debian.mjs'
import { installPackages, root } from './prepare.mjs'

const cache = join(root, 'node_modules', '.cache')
const base = join(cache, 'debian12')
const store = join(cache, 'images')
const own = ['--root', join(store, 'root'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs']
const port = 18_080
const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** Answers 0 where the image is built, starts as its user, and answers; otherwise 1, having said why. */
export async function proveImage(node) {
  installPackages('buildah')
  if (process.getuid?.() !== 0 || spawnSync('buildah', ['--version']).status !== 0) {
    console.error('需要 root 和 buildah 才能制作镜像。')
    return 1
  }
  if (!makeDebian('bookworm', base, ['ca-certificates'], (making) => addNode(node, making))) return 1
  rmSync(store, { recursive: true, force: true })
  try {
    const from = nameOfBase()
    const working = buildah('from', 'scratch')
    buildah('add', '-q', working, base, '/')
    buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, working)
    buildah('commit', '-q', working, from)
    buildah('rm', working)
    const began = Date.now()
    buildah('build', '--isolation', 'chroot', '--pull-never', '-q', '-t', 'campus-office', root)
    console.log(`镜像做好了，${Math.round((Date.now() - began) / 1000)} 秒`)
    return await serves(buildah('from', '--pull-never', 'campus-office'))
  } finally {
    rmSync(store, { recursive: true, force: true })
  }
}

// Calls it with a store of its own, and throws what it says where it fails.
function buildah(...args) {
  const { status, stdout, stderr } = spawnSync('buildah', [...own, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`buildah ${args[0]}: ${stderr.slice(-3000)}`)
  return stdout.trim()
}

// Reads what both stages begin with.
const nameOfBase = () => `docker.io/library/${/^FROM (\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]}`

/** Adds to a Debian 12 what the official image of Node has of it: node, npm and a user called node. */
function addNode(node, making) {
  copyFileSync(node, join(making, 'usr/local/bin/node'))
  // Trusts whom this machine trusts, where it reaches the registry by way of somebody.
  copyFileSync(authorities, join(making, authorities))
  const packages = spawnSync('npm', ['root', '-g'], { encoding: 'utf8' }).stdout.trim()
  cpSync(join(packages, 'npm'), join(making, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(making, 'usr/local/bin', name))
  spawnSync('chroot', [making, 'useradd', '--uid', '1000', '--create-home', 'node'])
}

/** Runs a container until it answers, and looks at what it answers. */
async function serves(container) {
  const command = ['node', 'src/app/server/main.ts']
  const child = spawn('buildah', [...own, 'run', '--isolation', 'chroot', '--env', `PORT=${port}`, container, '--', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    const ask = (path) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    for (const end = Date.now() + 90_000; !(await ask('/healthz'))?.ok; await sleep(300))
      if (Date.now() > end || child.exitCode !== null) throw new Error(`它没有启动：\n${said.slice(-3000)}`)
    const [ready, page] = [await ask('/readyz'), await ask('/')]
    const users = serversIn().map((pid) => statSync(`/proc/${pid}`).uid)
    const isRight = ready?.ok && page?.ok && (await page.text()).includes('智慧校园') && users.length > 0 && !users.includes(0)
    console.log(`/readyz ${ready?.status}，登录页 ${page?.status}，用户 ${users.join('、')}`)
    return isRight ? 0 : 1
  } finally {
    const servers = serversIn()
    for (const pid of servers) process.kill(pid, 'SIGTERM')
    if (servers.length === 0) child.kill()
    await ended
  }
}

// Lists the servers that run in another root than this process.
const serversIn = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isServerIn(pid))

function isServerIn(pid) {
  try {
    const [command = '', script = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return command.endsWith('node') && script.startsWith('src/app/server') && readlinkSync(`/proc/${pid}/root`) !== '/'
  } catch {
    return false
  }
}
