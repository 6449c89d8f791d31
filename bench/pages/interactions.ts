import type { Page } from 'playwright-core'
import { menuLink } from '../../e2e/frameParts.ts'
import { firstRowAims, interactionAims } from '../../test/support/budgets.ts'
import { openBrowser, signIn } from '../browser.ts'
import { median, rounds } from './rounds.ts'
import { idle } from '../../e2e/idle.ts'

type Times = Map<string, number[]>

/** Measures what clicks and keys of a list take at a quarter of the speed, and how soon its first row is seen; prints the medians. */
export async function timeInteractions(url: string) {
  const browser = await openBrowser()
  const times: Times = new Map()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    await watchEvents(page)
    await signIn(page, url)
    for (let round = -1; round < rounds; round++) await once(page, url, round < 0 ? new Map() : times)
  } finally {
    await browser.close()
  }
  for (const [what, aim] of Object.entries({ ...firstRowAims, ...interactionAims }))
    console.log(`${what}：${Math.round(median(times.get(what) ?? []))} 毫秒（目标 ${aim}）`)
}

async function once(page: Page, url: string, times: Times) {
  const keep = (what: keyof typeof interactionAims | keyof typeof firstRowAims, time: number) =>
    times.set(what, [...(times.get(what) ?? []), time])
  const row = page.locator('.table-row:visible').first()

  await page.goto(`${url}/ent/stu`)
  await row.waitFor()
  keep('输入地址，文件已在浏览器里', await page.evaluate(() => window.firstRow ?? Number.NaN))
  await idle(page)

  await menuLink(page, '家长管理').click()
  await page.getByRole('heading', { name: '家长管理' }).waitFor()
  await row.waitFor()
  const tab = (name: string) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name, exact: true })
  keep(
    '回到已经打开的页签',
    await page.evaluate(async () => {
      const began = performance.now()
      const buttons = [...document.querySelectorAll<HTMLElement>('.frame-tab button')]
      buttons.find(({ textContent }) => textContent === '学生管理')?.click()
      while (![...document.querySelectorAll<HTMLElement>('.table-row')].some((one) => one.checkVisibility()))
        await new Promise(requestAnimationFrame)
      return performance.now() - began
    }),
  )
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const timed = async (what: keyof typeof interactionAims, act: () => Promise<unknown>) => keep(what, await duration(page, act))

  await timed('打开列表（页签）', () => tab('家长管理').click())
  await timed('打开列表（页签）', () => tab('学生管理').click())
  const all = page.getByRole('checkbox', { name: /全选/ }).filter({ visible: true }).first()
  await timed('全选一页', () => all.click())
  await all.click()
  await timed('第 2 页', () => page.locator('.ant-pagination-item-2:visible').first().click())
  await row.waitFor()
  await idle(page)
  await timed('打开行菜单', () => row.getByRole('button', { name: /更多/ }).click())
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await timed('打开抽屉', () => row.locator('.row-button').first().click())
  await page.getByRole('complementary').waitFor()
  await idle(page)
  await timed('关上抽屉', () => page.keyboard.press('Escape'))
  await page.getByPlaceholder(/姓名/).filter({ visible: true }).first().focus()
  for (const letter of 'wa') await timed('搜索框里一个字母', () => page.keyboard.press(letter))
  for (const _ of 'wa') await page.keyboard.press('Backspace')
  // Waits until the list has followed: a reload would bring the letters back.
  await page.waitForTimeout(600)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
}

/** Returns the milliseconds from a click or a key to the picture that shows it, the longest of its events. */
async function duration(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    window.longest = 0
  })
  await act()
  // Waits for what the browser tells after the next picture.
  await page.waitForTimeout(600)
  return page.evaluate(() => window.longest)
}

declare global {
  interface Window {
    longest: number
    firstRow?: number
  }
}

const watchEvents = (page: Page) =>
  page.addInitScript(() => {
    window.longest = 0
    new PerformanceObserver((seen) => {
      for (const { duration: time } of seen.getEntries()) window.longest = Math.max(window.longest, time)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const look = () => {
      if (document.querySelector('.table-row')) window.firstRow ??= performance.now()
      else requestAnimationFrame(look)
    }
    look()
  })
