import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desktopConfig, navigation, snapshot } from 'lighthouse'
import puppeteer, { type Page } from 'puppeteer-core'
import { chromiumPath } from '../scripts/chromium.ts'

// Prints what Lighthouse says of the sign-in, the first page, a list and a form of a server with the demo data;
// the aims are performance 95 (desktop) and 80 (mobile), accessibility 95.
const folder = mkdtempSync(join(tmpdir(), 'campus-lighthouse-'))
chmodSync(folder, 0o711)
const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', DEMO: '1' }
const server = spawn(process.execPath, ['src/app/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const browser = await puppeteer.launch({
  executablePath: chromiumPath ?? '',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const url = (await addressOf()).replace(/\/$/, '')
  for (const [device, config] of [
    ['桌面', desktopConfig],
    ['手机', undefined],
  ] as const) {
    // Keeps the storage of this tab, in which the session lives.
    const flags = { logLevel: 'error', disableStorageReset: true } as const
    const categories = { onlyCategories: ['performance', 'accessibility'] }
    const page = await browser.newPage()
    const measure = async (name: string, path: string) =>
      tell(
        `${device} ${name}`,
        await navigation(page, url + path, { ...(config && { config }), flags: { ...flags, ...categories } }),
      )
    await measure('登录页', '/login')
    await signIn(page, url)
    await measure('首页', '/dashboard')
    await measure('员工管理', '/ent/emp')
    await page.locator('::-p-text(新建员工)').click()
    await page.waitForSelector('[role=dialog] input')
    const form = await snapshot(page, { ...(config && { config }), flags: { ...flags, onlyCategories: ['accessibility'] } })
    tell(`${device} 新建员工`, form)
    await page.close()
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

function tell(what: string, run: Awaited<ReturnType<typeof navigation>>) {
  const scores = Object.values(run?.lhr.categories ?? {}).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`)
  console.log(`Lighthouse ${what}：${scores.join('，')}`)
}

async function signIn(page: Page, url: string) {
  await page.goto(`${url}/login`)
  await page.locator('#name').fill('school')
  await page.locator('#pwd').fill('Campus2026')
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('.frame-body h1')
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
