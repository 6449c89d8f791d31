import { resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import { toRequest } from '#contract/wire.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { keepDemoFiles } from '#app/server/demo/resources.ts'
import { chromiumPath } from '../scripts/chromium.ts'
import { clientOf, startServer, type TestServer } from '../test/harness.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A server with the demo data and the built page, and a browser. */
export type Stage = {
  server: TestServer
  browser: Browser
  /** Somebody opens a page; whoever comes within a test leaves with it. */
  visit(path?: string, size?: Size): Promise<Visitor>
  /** Somebody of the demo data opens a page, signed in already. */
  arrive(path: string, name: string, size?: Size): Promise<Visitor>
  close(): Promise<void>
}

/** One person at a browser of their own; any console error or warning fails the test that ends with `calm`. */
export type Visitor = {
  page: Page
  context: BrowserContext
  complaints: string[]
  calm(): void
  /** Waits for a notice that stays two seconds only: whoever looks late has not missed it. */
  told(text: string): Promise<void>
  signIn(name: string, password?: string): Promise<void>
}

/** Somebody of the demo data, to make calls as. */
export async function signedIn(server: TestServer, name: string) {
  const { token, user } = await clientOf(server).call(signin.login, { name, pwd: 'Campus2026' })
  return { client: clientOf(server, token), user }
}

export type Size = { width: number; height: number }

export const desktop: Size = { width: 1440, height: 900 }
export const phone: Size = { width: 390, height: 844 }

export async function openStage(webDir = resolve('dist/web')): Promise<Stage> {
  const server = await startServer({ template: 'template_demo', webDir })
  await keepDemoFiles(server.services.files)
  // Without a locale of its own it could not give a file a Chinese name.
  const env = { ...process.env, LANG: 'C.UTF-8' }
  const browser = await chromium.launch({ args: flags, env, ...(chromiumPath && { executablePath: chromiumPath }) })
  return {
    server,
    browser,
    visit: (path = '/', size = desktop) => visit(browser, server.url + path, size),
    async arrive(path, name, size = desktop) {
      const visitor = await visit(browser, `${server.url}/healthz`, size)
      await visitor.page.evaluate(keepSession, toRequest(signin.login, { name, pwd: 'Campus2026' }))
      await visitor.page.goto(server.url + path)
      return visitor
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** Signs in where the page is, and keeps the session in the browser tab as the form does. */
async function keepSession({ url, body }: { url: string; body?: unknown }) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: body as string })
  const { token, tokenId, user } = (await response.json()).result
  const { idntVal, idntNo, entNo } = user
  sessionStorage.setItem('system', 'kept')
  sessionStorage.setItem('kept', JSON.stringify({ token, tokenId, idntVal, idntNo, entNo }))
  sessionStorage.setItem('tokenTime', String(Date.now()))
}

async function visit(browser: Browser, url: string, viewport: Size): Promise<Visitor> {
  // Without motion a click never lands beside what is still growing into its place.
  const context = await browser.newContext({ viewport, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' })
  if (TestRunner.getCurrentTest()) onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (line) => ['error', 'warning'].includes(line.type()) && complaints.push(line.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => dialog.accept())
  const notices = await noticesOf(context)
  await page.goto(url)
  return {
    page,
    context,
    complaints,
    calm: () => expect(complaints).toEqual([]),
    async told(text) {
      await expect.poll(() => notices, { timeout: 30_000 }).toContain(text)
      notices.splice(0, notices.indexOf(text) + 1)
    },
    async signIn(name, password = 'Campus2026') {
      await page.getByLabel('账号').fill(name)
      await page.getByRole('textbox', { name: '密码' }).fill(password)
      await page.getByRole('button', { name: '登录', exact: true }).click()
    },
  }
}

/** Every notice that was shown at the top of the page, in order. */
async function noticesOf(context: BrowserContext) {
  const notices: string[] = []
  await context.exposeFunction('noticeShown', (text: string) => notices.push(text))
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>()
    const look = () => {
      for (const notice of document.querySelectorAll('.ant-message-notice')) {
        if (seen.has(notice) || !notice.textContent) continue
        seen.add(notice)
        ;(window as unknown as { noticeShown(text: string): void }).noticeShown(notice.textContent)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return notices
}
