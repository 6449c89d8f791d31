import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, phone, type Stage } from './browser.ts'
import { firstRowOnPhone, looksOf } from './look.ts'
import { closeTabs } from './pages.ts'
import { quiet } from './readable.ts'
import { arriveToWalk, columnsOn, cutOn, foreignWord, goTo, onEachTab, pagesFor, shownPage } from './walk.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const small = { width: 1024, height: 768 }
// Names the columns that a list is opened for, besides the name of what it lists.
const needed = ['状态', '学籍状态', '操作']

// Opens the tabs of a page for the first who sees it alone; the others see the page.
const walked = new Set<string>()

test.for(['school', 'teacher', 'bureau', 'company', 'platform'])(
  'every page and tab of %s stands whole in a wide window, a small one and on a phone, and reports no error',
  { timeout: 900_000 },
  async (name) => {
    const { page, wrong } = await arriveToWalk(stage, name, desktop)
    for (const [at, path] of (await pagesFor(stage, name)).entries()) {
      if (at % 12 === 11) await closeTabs(page)
      await goTo(page, path)
      const isNew = !walked.has(path)
      walked.add(path)
      await onEachTab(page, isNew, async (tab) => {
        const where = `${path} ${tab}`
        expect.soft([...(await cutOn(page)), ...(await looksOf(page))], `${where} 1440`).toEqual([])
        if (['school', 'teacher'].includes(name)) expect.soft(foreignWord(await shownPage(page).innerText()), where).toBe('')
        await page.setViewportSize(small)
        await quiet(page)
        expect.soft(await cutOn(page), `${where} 1024`).toEqual([])
        const narrower = await columnsOn(page)
        await page.setViewportSize(phone)
        await quiet(page)
        expect.soft(await cutOn(page), `${where} 390`).toEqual([])
        expect.soft((await firstRowOnPhone(page)) ?? 0, `${where}: the list begins`).toBeLessThanOrEqual(150)
        expect.soft(await columnsOn(page), `${where} 390`).toEqual([])
        await page.setViewportSize(desktop)
        await quiet(page)
        const kept = (titles: string[]) => titles.filter((title, place) => place === 0 || needed.includes(title))
        // Leaves out the table at the side, of which a small window has a chooser.
        const wider = (await columnsOn(page)).slice(-narrower.length || undefined)
        expect.soft(narrower.map(kept), `${where} 1024`).toEqual(wider.map(kept))
        expect.soft(wrong(), where).toEqual([])
      })
    }
  },
)
