import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished, TestRunner } from 'vitest'
import { toRequest } from '#contract/wire.ts'
import { signin } from '#features/common/user/signin.contract.ts'
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
  // No page lives long enough to win back what the last stage of compiling costs, nor to be tidied often: a quarter of every load.
  '--js-flags=--no-turbofan --min-semi-space-size=32 --max-semi-space-size=64',
]

/** A server with the demo data and the built page, and a browser. */
export type Stage = {
  server: TestServer
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

/**
 * Opens a server on a copy of the demo data: nearly every file changes what others count.
 * The browser is one for all files of a worker.
 */
export async function openStage(webDir = resolve('dist/web')): Promise<Stage> {
  const server = await startServer({ template: 'template_demo', webDir })
  await cp(inject('demoFiles'), server.services.files.root, { recursive: true })
  const staying: Seat[] = []
  async function visit(path = '/', size = desktop): Promise<Visitor> {
    const seat = await takeSeat(size)
    if (TestRunner.getCurrentTest()) onTestFinished(() => leaveSeat(seat, server.url))
    else staying.push(seat)
    return sitDown(seat, server.url + path)
  }
  return {
    server,
    visit,
    async arrive(path, name, size) {
      const visitor = await visit('/healthz', size)
      await visitor.page.evaluate(keepSession, toRequest(signin.login, { name, pwd: 'Campus2026' }))
      await visitor.page.goto(server.url + path)
      return visitor
    },
    async close() {
      for (const seat of staying) await leaveSeat(seat, server.url)
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

let launched: Promise<Browser> | undefined

/** The browser of this worker, which ends with it. */
const browserOfWorker = () =>
  (launched ??= chromium.launch({
    args: flags,
    // Without a locale of its own it could not give a file a Chinese name.
    env: { ...process.env, LANG: 'C.UTF-8' },
    ...(chromiumPath && { executablePath: chromiumPath }),
  }))

/** A context of the browser: nobody in it knows of those in others. The notices it shows are told in order. */
type Seat = { size: Size; context: BrowserContext; notices: string[] }

/** Seats that somebody left: the scripts that were read there are not read again. */
const free: Seat[] = []

async function takeSeat(size: Size): Promise<Seat> {
  const at = free.findIndex((seat) => seat.size.width === size.width && seat.size.height === size.height)
  const [seat] = at < 0 ? [] : free.splice(at, 1)
  if (seat) return seat
  const browser = await browserOfWorker()
  // Without motion a click never lands beside what is still growing into its place.
  const context = await browser.newContext({
    viewport: size,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  return { size, context, notices: await noticesOf(context) }
}

/** Takes away what somebody left behind, except what the browser has read of the product's own scripts. */
async function leaveSeat(seat: Seat, url: string) {
  const { context, notices } = seat
  try {
    await context.setOffline(false)
    const [first, ...others] = context.pages()
    await Promise.all(others.map((page) => page.close()))
    if (first) {
      const session = await context.newCDPSession(first)
      await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: kinds })
      await first.close()
    }
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll({ behavior: 'ignoreErrors' })])
  } catch {
    // Whatever hangs there goes with it.
    return context.close().catch(() => {})
  }
  for (const event of ['page', 'request'] as const) context.removeAllListeners(event)
  notices.length = 0
  free.push(seat)
}

// All but the cache of what came over the network.
const kinds = 'cookies,file_systems,indexeddb,local_storage,websql,service_workers,cache_storage'

async function sitDown({ context, notices }: Seat, url: string): Promise<Visitor> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (line) => ['error', 'warning'].includes(line.type()) && complaints.push(line.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => dialog.accept())
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
