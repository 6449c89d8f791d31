// Prepares every command: installs what the lock file names, where that has not been done. Runs on any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Installs the packages (`everything`: also those that only tests need) and answers the path of the project's own Node. */
export function install({ everything }) {
  const marker = join(root, 'node_modules', '.campus-installed')
  const done = existsSync(marker) ? readFileSync(marker, 'utf8') : ''
  // Keeps installing what the tests need on a machine that has tested before.
  const all = everything || done.startsWith('all')
  const wanted = `${all ? 'all' : 'run'} ${hashOf([join(root, 'package-lock.json')])}`
  if (done !== wanted) {
    console.log('正在安装依赖……')
    installFromLock(all ? [] : ['--omit=dev'])
    writeFileSync(marker, wanted)
  }
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

// Tries again where the registry breaks off; what came already lies in npm's cache, so that each try goes on from the last.
function installFromLock(options, tries = 4) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', '--fetch-timeout=60000']
  const { status, error } = spawnSync('npm', ['ci', ...quiet, ...options], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  if (tries > 1 && !error) {
    console.error('没有装完，再试一次……')
    return installFromLock(options, tries - 1)
  }
  console.error(`npm ci 没有成功${error ? `：${error.message}` : ''}`)
  process.exit(status ?? 1)
}

/** Builds the page where its sources are newer than what was built last. */
export function buildPage(node) {
  const code = [
    'src/contract',
    'src/web',
    'src/domain',
    'src/features',
    'src/app/web',
    'package-lock.json',
    'vite.config.ts',
    'scripts/antdStyles.ts',
    'scripts/chunks.ts',
    'scripts/leanPackages.ts',
    'scripts/pageParts.ts',
  ]
  const manual = ['docs/manual', 'docs/screenshots', 'scripts/manual.ts']
  const sources = [...code, ...manual].flatMap((path) => filesIn(join(root, path)))
  const marker = join(root, 'dist', 'built')
  const wanted = hashOf(sources)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.log('正在生成页面……')
  run(node, ['scripts/build.mjs'])
  writeFileSync(marker, wanted)
}

// Gives up on a mirror that does not answer, in milliseconds.
const patience = 60_000

// Maps commands to the packages that bring them, where those are called otherwise.
const packages = { nginx: 'nginx-light' }

/** Installs commands that some tests need where that may be done; those tests are passed over where there are none. */
export function installPackages(...commands) {
  const missing = commands.filter((command) => spawnSync('which', [command]).status !== 0)
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  console.log(`正在安装测试用的 ${missing.join('、')}……`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', timeout: patience })
  // Installs without starting services (RUNLEVEL).
  const quiet = {
    stdio: 'ignore',
    timeout: 2 * patience,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...missing.map((command) => packages[command] ?? command)],
    quiet,
  )
}

/** Runs a command and ends this one where it fails. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  console.error(`${command} ${args[0]} 没有成功${error ? `：${error.message}` : ''}`)
  process.exit(status ?? 1)
}

function filesIn(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest('hex')
}
