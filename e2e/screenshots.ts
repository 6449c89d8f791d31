// Takes every page at three widths, and the manual's pictures, into docs/screenshots/, to be reviewed: npm run screenshots.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { openStage, signedIn, type Stage, type Visitor } from './browser.ts'
import { moments } from './moments.ts'
import { closeTabs, goWithin, ofAnybody, ofPlatform, ofSchool, type Shown } from './pages.ts'
import { inDark, pictureOf, pictureWidths } from './pictureNames.ts'
import { openSettings } from './frameParts.ts'

const folder = 'docs/screenshots'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const arrive = async (path: string, name?: string): Promise<Visitor> => {
  const visitor = await stage.visit(path)
  if (name) await visitor.signIn(name)
  if (name) await visitor.page.getByRole('button', { name: /当前用户/ }).waitFor()
  return visitor
}

test('every page is photographed', { timeout: 1_200_000 }, async () => {
  for (const path of ofAnybody) await photograph((await arrive(path)).page, path)
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
})

test('what the manual shows in the middle of a job is photographed', async () => {
  for (const { name, who, path, reach } of moments) {
    const { page } = await stage.arrive(path, who)
    const { client } = await signedIn(stage.server, who)
    await reach(page, client)
    await keep(page, `${name}-${pictureWidths[0][0]}`)
  }
})

// Runs last, because the choice is remembered.
test('some pages are photographed in dark', async () => {
  const { page } = await arrive('/', 'school')
  await openSettings(page)
  await page.getByText('深色').click()
  await page.keyboard.press('Escape')
  for (const shown of inDark) {
    await goWithin(page, shown)
    await photograph(page, `${shown[0]}-dark`)
  }
})

async function photograph(page: Page, path: string) {
  for (const [width, height] of pictureWidths) {
    await page.setViewportSize({ width, height })
    await keep(page, `${pictureOf(path)}-${width}`)
  }
}

async function keep(page: Page, name: string) {
  mkdirSync(folder, { recursive: true })
  // Waits for what comes after the page, as the names of codes.
  await page.waitForTimeout(name.endsWith('-1440') ? 1500 : 700)
  const picture = await page.screenshot()
  await sharp(picture)
    .webp({ quality: 60 })
    .toFile(join(folder, `${name}.webp`))
}
