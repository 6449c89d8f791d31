import type { Page, Request } from 'playwright-core'

/** Tells whether a request is the stream of signals, which never ends by itself. */
export const isStream = (request: Request) => request.url().endsWith('/user/box/events')

const underWay = new WeakMap<Page, Set<Request>>()

/** Notes the requests of a page that end; answers those that are under way. */
export function watchRequests(page: Page): ReadonlySet<Request> {
  const known = underWay.get(page)
  if (known) return known
  const asked = new Set<Request>()
  underWay.set(page, asked)
  page.on('request', (request) => !isStream(request) && asked.add(request))
  const forget = (request: Request) => void asked.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  return asked
}

const step = 50
const longest = 60_000

/** Waits until a page has loaded, and has had no request under way for half a second. */
export async function idle(page: Page) {
  const asked = watchRequests(page)
  await page.waitForLoadState('load')
  const began = Date.now()
  for (let still = 0; still < 500; still += step) {
    if (asked.size > 0) still = 0
    if (Date.now() - began > longest) throw new Error(`still asking for ${[...asked].map((one) => one.url()).join(' ')}`)
    await page.waitForTimeout(step)
  }
}
