// npm run screenshots: every page at three widths, into docs/screenshots/, to be looked at.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { test } from 'vitest'
import { openStage, type Visitor } from './browser.ts'
import { closeTabs, goWithin, ofPlatform, ofSchool, type Shown } from './pages.ts'

const folder = 'docs/screenshots'
const widths = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

test('every page is photographed', { timeout: 1_200_000 }, async () => {
  const stage = await openStage()
  const arrive = async (path: string, name?: string): Promise<Visitor> => {
    const visitor = await stage.visit(path)
    if (name) await visitor.signIn(name)
    if (name) await visitor.page.getByRole('button', { name: /当前用户/ }).waitFor()
    return visitor
  }
  for (const path of ['/login', '/editpwd', '/vam/prtl/index']) await photograph((await arrive(path)).page, path)
  for (const [name, pages] of [
    ['school', ofSchool],
    ['platform', ofPlatform],
  ] as [string, Shown[]][]) {
    const { page } = await arrive('/', name)
    for (const [at, shown] of pages.entries()) {
      if (at % 8 === 7) await closeTabs(page)
      await goWithin(page, shown)
      await photograph(page, shown[0])
    }
  }
  const dark = await arrive('/', 'school')
  await dark.page.getByRole('button', { name: '界面设置' }).click()
  await dark.page.getByText('深色').click()
  await dark.page.keyboard.press('Escape')
  for (const shown of ofSchool.filter(([path]) => ['/dashboard', '/ent/emp'].includes(path))) {
    await goWithin(dark.page, shown)
    await photograph(dark.page, `${shown[0]}-dark`)
  }
  await stage.close()
})

async function photograph(page: Page, path: string) {
  mkdirSync(folder, { recursive: true })
  const name = path.slice(1).replace(/[^\w-]+/g, '-')
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(700)
    const picture = await page.screenshot()
    await sharp(picture)
      .webp({ quality: 60 })
      .toFile(join(folder, `${name}-${width}.webp`))
  }
}
