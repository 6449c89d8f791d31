import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookieBrowser } from './cookieBrowser.ts'

const python = '/usr/bin/python3'
const module = 'python3-django-cas-server'

/** Returns why there is no CAS server to test against here; undefined where there is one. Installs it where that is possible. */
export function whyNoCas(): string | undefined {
  if (isThere()) return undefined
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return `这里没有 ${module}，也不能安装`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', module], { env })
  return isThere() ? undefined : `${module} 没有装上`
}

const isThere = () => existsSync(python) && spawnSync(python, ['-c', 'import cas_server']).status === 0

export type CasServer = { url: string; close(): void }

/** Starts a real CAS server that knows one service and lives for the tests; the password of every user is Campus2026. */
export async function startCas(service: string, users: string[]): Promise<CasServer> {
  const folder = mkdtempSync(join(tmpdir(), 'campus-cas-'))
  const script = join(import.meta.dirname, 'casServer.py')
  const child: ChildProcess = spawn(python, [script, folder, service, ...users], { stdio: ['ignore', 'pipe', 'ignore'] })
  const stop = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  if (!child.stdout) throw new Error('the CAS server has no output')
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])])
  const port = Number(String(line))
  if (!port) throw new Error('the CAS server did not start')
  return { url: `http://127.0.0.1:${port}/cas`, close: stop }
}

/** Signs in at the CAS server with a browser; returns where it sends them with each further sign-in. */
export async function signInAtCas({ url }: CasServer, name: string) {
  const browser = cookieBrowser()
  return {
    async ticket(login: string): Promise<string> {
      const page = await browser.go(login)
      const answer = page.status === 200 ? await browser.submit(login, page, { username: name, password: 'Campus2026' }) : page
      const ticket = new URL(answer.headers.get('location') ?? '', login).searchParams.get('ticket')
      if (!ticket) throw new Error(`the CAS server gave no ticket (${answer.status})`)
      return ticket
    },
    leave: () => browser.go(`${url}/logout`),
  }
}
