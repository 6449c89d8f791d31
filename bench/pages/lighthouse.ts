import { desktopConfig, navigation } from 'lighthouse'
import puppeteer, { type Page } from 'puppeteer-core'
import { chromiumPath } from '../../scripts/chromium.ts'
import { lighthouseAims } from '../../test/support/budgets.ts'
import { type TraceEvent, blockingCpu } from './blockingCpu.ts'
import { median, rounds } from './rounds.ts'

type Device = 'desktop' | 'phone'
export type Place = 'signIn' | 'home' | 'list'
/** Describes one look: points of 100, milliseconds of blocking, its CPU (undefined where the trace has none), and the share that jumped. */
type Look = { points: number; blocking: number; cpu: number | undefined; shift: number }

const places: Record<Place, { name: string; path: string }> = {
  signIn: { name: '登录页', path: '/login' },
  home: { name: '首页', path: '/dashboard' },
  list: { name: '学生列表', path: '/ent/stu' },
}
const devices: Record<Device, string> = { desktop: '桌面', phone: '手机' }

/** Lets Lighthouse look at the pages in alternation, prints the medians beside the aims, and returns them. */
export async function lighthousePages(url: string) {
  const browser = await puppeteer.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const looks = new Map<string, Look[]>()
  try {
    for (let round = 0; round < rounds; round++)
      for (const device of ['desktop', 'phone'] as const) {
        const context = await browser.createBrowserContext()
        const page = await context.newPage()
        for (const place of ['signIn', 'home', 'list'] as const) {
          if (place === 'home') await signIn(page, url)
          const key = `${device} ${place}`
          looks.set(key, [...(looks.get(key) ?? []), await look(page, device, url + places[place].path)])
        }
        await context.close()
      }
  } finally {
    await browser.close()
  }
  return [...looks].map(([key, of]) => {
    const [device, place] = key.split(' ') as [Device, Place]
    const points = median(of.map((one) => one.points))
    const blocking = median(of.map((one) => one.blocking))
    const cpu = median(of.flatMap((one) => one.cpu ?? []))
    const shift = median(of.map((one) => one.shift))
    const aim = lighthouseAims[device][place]
    console.log(
      `${devices[device]} ${places[place].name}：${points} 分（目标 ${aim}），阻塞 ${Math.round(blocking)} 毫秒（目标 ${lighthouseAims[device].blocking}），其中 CPU ${Math.round(cpu)} 毫秒，跳动 ${shift.toFixed(3)}`,
    )
    return { what: `${devices[device]} ${places[place].name}`, device, points, aim, cpu, shift }
  })
}

async function look(page: Page, device: Device, address: string): Promise<Look> {
  // Keeps the storage of this tab, in which the session lives.
  const flags = { logLevel: 'error' as const, disableStorageReset: true, onlyCategories: ['performance'] }
  const run = await navigation(page, address, { ...(device === 'desktop' && { config: desktopConfig }), flags })
  const of = (audit: string) => run?.lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    points: Math.round((run?.lhr.categories['performance']?.score ?? 0) * 100),
    blocking: of('total-blocking-time'),
    cpu: blockingCpu((run?.artifacts.Trace?.traceEvents ?? []) as TraceEvent[]),
    shift: of('cumulative-layout-shift'),
  }
}

async function signIn(page: Page, url: string) {
  await page.goto(`${url}/login`)
  await page.locator('#name').fill('school')
  await page.locator('#pwd').fill('Campus2026')
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('.frame-body h1')
}
