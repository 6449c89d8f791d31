import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'

// Prints what Lighthouse says of the sign-in page of a fresh server; the aims are performance 95 and 80, accessibility 95.
const folder = mkdtempSync(join(tmpdir(), 'campus-lighthouse-'))
chmodSync(folder, 0o711)
const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', DEMO: '0' }
const server = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const chromePath =
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path)) ??
  process.env.CHROMIUM
const chrome = await launch({
  ...(chromePath && { chromePath }),
  chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const url = await addressOf()
  for (const [name, config] of [
    ['桌面', desktopConfig],
    ['手机', undefined],
  ] as const) {
    const run = await lighthouse(
      `${url}login`,
      { port: chrome.port, logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices'] },
      config,
    )
    const scores = Object.values(run?.lhr.categories ?? {}).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`)
    console.log(`Lighthouse ${name}：${scores.join('，')}`)
  }
} finally {
  chrome.kill()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

function addressOf(): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = ''
    server.once('exit', () => reject(new Error('the server did not start')))
    server.stdout.on('data', (chunk) => {
      told += chunk
      const address = told.match(/http:\/\/localhost:\d+\//)?.[0]
      if (address) resolve(address)
    })
  })
}
