import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished, TestRunner } from 'vitest'
import { toRequest } from '#contract/wire.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { chromiumPath } from '../scripts/chromium.ts'
import { usualRates } from '#server/http/rateLimits.ts'
import { clientOf, startServer, type TestServer } from '../test/support/harness.ts'
import { watchRequests } from './idle.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Saves a quarter of every load: no page lives long enough to win back what the last stages of compiling cost, but for the sums
  // of large files, nor to be tidied often.
  '--js-flags=--no-turbofan --invocation-count-for-maglev=8000 --invocation-count-for-maglev-osr=8000 --min-semi-space-size=32 --max-semi-space-size=64',
  // Halves every load: a new page finds compiled what the page that every seat holds open has read.
  '--process-per-site',
]

/** Describes a server with the demo data and the built page, and a browser. */
export type Stage = {
  server: TestServer
  /** Opens a page as a visitor, who leaves at the end of the test. */
  visit(path?: string, size?: Size): Promise<Visitor>
  /** Opens a page as somebody of the demo data, signed in already. */
  arrive(path: string, name: string, size?: Size): Promise<Visitor>
  close(): Promise<void>
}

/** Describes one person at a browser of their own; any console error or warning fails the test that ends with `calm`. */
export type Visitor = {
  page: Page
  context: BrowserContext
  complaints: string[]
  calm(): void
  /** Waits for a notice that stays two seconds only: whoever looks late has not missed it. */
  told(text: string): Promise<void>
  signIn(name: string, password?: string): Promise<void>
}

/** Signs somebody of the demo data in, to make calls as. */
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
  const server = await startServer({ template: 'template_demo', webDir, port: portOfWorker, rates: usualRates })
  portOfWorker ??= Number(new URL(server.url).port)
  // Numbers the files of each stage apart: the browser, which has one address for all, keeps what a link led to before.
  await server.owner.query(`update codegnrt set cur_val = cur_val + $1 where gnrt_code = 'FILE_NO'`, [1000 * stages++])
  await cp(inject('demoFiles'), server.services.files.root, { recursive: true })
  const ofFile: Seat[] = []
  async function visit(path = '/', size = desktop): Promise<Visitor> {
    const seat = await takeSeat(size, server.url)
    if (TestRunner.getCurrentTest()) onTestFinished(() => leaveSeat(seat))
    else ofFile.push(seat)
    return sitDown(seat, server.url + path)
  }
  return {
    server,
    visit,
    async arrive(path, name, size) {
      const visitor = await visit('/healthz', size)
      // Enters the school, of several identities.
      const wanted = name === 'multi' ? { idntNo: '030' } : {}
      const { url, body } = toRequest(signin.login, { name, pwd: 'Campus2026', ...wanted })
      // Asks beside the page, whose answer may connect to nothing; both share their cookies.
      const headers = { 'content-type': 'application/json' }
      const answer = await visitor.page.request.post(server.url + url, { headers, data: body as string })
      await visitor.page.evaluate(keepSession, (await answer.json()).result)
      await visitor.page.goto(server.url + path)
      return visitor
    },
    async close() {
      await Promise.all(ofFile.map(leaveSeat))
      await server.close()
    },
  }
}

/** Keeps a session in the browser tab as the form of the sign-in does. */
function keepSession({ token, tokenId, user }: SignedIn) {
  const { idntVal, idntNo, entNo } = user
  sessionStorage.setItem('system', 'kept')
  sessionStorage.setItem('kept', JSON.stringify({ token, tokenId, idntVal, idntNo, entNo }))
  sessionStorage.setItem('tokenTime', String(Date.now()))
}

type SignedIn = { token: string; tokenId: string; user: { idntVal: string; idntNo: string; entNo: string } }

let launched: Promise<Browser> | undefined

/** Returns the browser of this worker, which ends with it. */
const browserOfWorker = () =>
  (launched ??= chromium.launch({
    args: flags,
    // Sets a locale, without which it could not give a file a Chinese name.
    env: { ...process.env, LANG: 'C.UTF-8' },
    ...(chromiumPath && { executablePath: chromiumPath }),
  }))

// Gives all servers of a worker one address, by which the browser knows what it has read.
let portOfWorker: number | undefined
let stages = 0

/** Describes a context of the browser, separate from all others, with its notices in order, and the page that it holds open. */
type Seat = { size: Size; url: string; context: BrowserContext; notices: string[]; held: Page }

const free: Seat[] = []

/** Gives a seat at a server; one that somebody left, if there is one: what was read there of the product is not read again. */
async function takeSeat(size: Size, url: string): Promise<Seat> {
  const at = free.findIndex((seat) => seat.url === url && seat.size.width === size.width && seat.size.height === size.height)
  const [left] = at < 0 ? [] : free.splice(at, 1)
  return left ?? makeSeat(size, url)
}

async function leaveSeat(seat: Seat) {
  await clear(seat)
  free.push(seat)
}

async function makeSeat(size: Size, url: string): Promise<Seat> {
  const browser = await browserOfWorker()
  // Turns motion off, so that a click never lands beside what is still moving.
  const context = await browser.newContext({
    viewport: size,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  // Waits patiently: three workers share what may be two slow cores.
  context.setDefaultTimeout(60_000)
  const notices = await noticesOf(context)
  const held = await context.newPage()
  await held.goto(`${url}/healthz`)
  return { size, url, context, notices, held }
}

/** Takes away what somebody left behind, except what the browser has read over the network. */
async function clear({ context, notices, held, url }: Seat) {
  const opened = context.pages().filter((page) => page !== held)
  await Promise.all(opened.map((page) => page.close()))
  await context.setOffline(false)
  const session = await context.newCDPSession(held)
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: kept })
  await session.detach()
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll()])
  for (const event of ['page', 'request'] as const) context.removeAllListeners(event)
  notices.length = 0
}

const kept = 'file_systems,indexeddb,local_storage,service_workers,cache_storage'

async function sitDown({ context, notices }: Seat, url: string): Promise<Visitor> {
  const page = await context.newPage()
  watchRequests(page)
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

/** Collects every notice that was shown at the top of the page, in order. */
async function noticesOf(context: BrowserContext) {
  const notices: string[] = []
  await context.exposeFunction('noticeShown', (text: string) => notices.push(text))
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>()
    const look = () => {
      for (const notice of document.querySelectorAll('.ant-message-notice, .undo-message')) {
        if (seen.has(notice) || !notice.textContent) continue
        seen.add(notice)
        ;(window as unknown as { noticeShown(text: string): void }).noticeShown(notice.textContent)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return notices
}
