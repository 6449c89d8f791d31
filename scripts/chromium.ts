import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// Names the browser without windows, which costs half the processor time of the whole one.
const shell = '/usr/bin/chromium-headless-shell'

/** Names the browser of the tests and measurements; undefined where Playwright has installed its own. */
export const chromiumPath =
  process.env.CHROMIUM ||
  [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

// Installs one as a command: of the system where that may be done, or else Playwright's.
if (import.meta.main && !process.env.CHROMIUM && chromiumPath !== shell) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const does = (command: string, ...args: string[]) => spawnSync(command, args, { env, stdio: 'inherit' }).status === 0
  const isOfSystem = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  console.log('正在安装浏览器测试用的 Chromium……')
  const isThere =
    isOfSystem &&
    does('apt-get', 'update', '-qq') &&
    ['chromium-headless-shell', 'chromium'].some((name) =>
      does('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'),
    )
  if (
    !isThere &&
    !chromiumPath &&
    !does(process.execPath, 'node_modules/playwright-core/cli.js', 'install', '--only-shell', 'chromium')
  )
    process.exit(1)
}
