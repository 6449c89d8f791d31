import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSampled } from '../test/support/sample.ts'
import { openStage, type Stage } from './browser.ts'
import { closeTabs, goWithin, ofPlatform, ofSchool } from './pages.ts'
import { arriveWatched, quiet, stumbles } from './readable.ts'
import { openSettings } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const shownTab = (page: Page) => page.locator('.tab-page:visible')
const rowsOf = (page: Page) => shownTab(page).locator('.table-row')

/** Lists what opens over pages and beside them: each answers whether the page has it, and opened it. */
const openings: Record<string, (page: Page) => Promise<boolean>> = {
  'the window of the main button': async (page) => click(shownTab(page).locator('button.ant-btn-primary').first()),
  'the drawer of a row': async (page) => click(rowsOf(page).first().locator('.row-button').first()),
  'the menu of a row': async (page) =>
    click(
      rowsOf(page)
        .first()
        .getByRole('button', { name: /^更多操作/ }),
    ),
  'the menu of a node': async (page) => click(shownTab(page).getByRole('treeitem').first().getByRole('button', { name: /更多/ })),
  'the columns': async (page) => click(shownTab(page).getByRole('button', { name: '显示', exact: true }).first()),
  'the filters': async (page) => click(shownTab(page).locator('.filter-bar').getByRole('button', { name: /^筛选/ }).first()),
}

// Matches what lies over a page.
const over = [
  '.ant-modal-wrap',
  '.ant-drawer-open',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.ant-popover:not(.ant-popover-hidden)',
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
].join(', ')

async function click(what: ReturnType<Page['locator']>): Promise<boolean> {
  if ((await what.count()) === 0 || !(await what.isVisible()) || !(await what.isEnabled())) return false
  await what.click()
  return true
}

/** Lets the page be dark where the system is. */
async function followSystem(page: Page) {
  await openSettings(page)
  await page.getByText('跟随系统', { exact: true }).click()
  await page.keyboard.press('Escape')
}

/** Closes whatever is open, and shows the page as it was. */
async function close(page: Page) {
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await page.locator('.ant-zoom-leave, .ant-fade-leave').first().waitFor({ state: 'detached' })
}

test.for([
  ['school', ofSchool],
  ['platform', ofPlatform],
] as const)(
  'what opens over every page of %s is readable by everybody, light and dark',
  { timeout: 2_400_000 },
  async ([name, pages]) => {
    const page = await arriveWatched(stage, name)
    await followSystem(page)
    let opened = 0
    for (const [at, shown] of pages.filter(([path]) => isSampled(path, 2)).entries()) {
      if (at % 6 === 5) await closeTabs(page)
      for (const [what, open] of Object.entries(openings)) {
        await goWithin(page, shown)
        await quiet(page)
        if (!(await open(page))) continue
        opened++
        await page.locator('.ant-zoom-appear, .ant-fade-appear').first().waitFor({ state: 'detached' })
        expect.soft(await stumbles(page, { colours: false }), `${shown[0]} ${what}`).toEqual([])
        const within = (await page.locator(over).filter({ visible: true }).count()) > 0 ? over : undefined
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect.soft(await stumbles(page, { colours: 'alone', within }), `${shown[0]} ${what} ${colorScheme}`).toEqual([])
        }
        await page.emulateMedia({ colorScheme: 'light' })
        await close(page)
      }
      // Compares the colours of the page below once: those by day are compared where the whole page is looked at.
      await goWithin(page, shown)
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await stumbles(page, { colours: 'alone' }), `${shown[0]} dark`).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
    expect(opened).toBeGreaterThan(0)
  },
)
