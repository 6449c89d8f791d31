// Takes every page at three widths, and the manual's pictures, into docs/screenshots/, to be reviewed: npm run screenshots.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { openStage, phone, signedIn, type Size, type Stage, type Visitor } from './browser.ts'
import { momentPicture, moments } from './moments.ts'
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
  for (const { who, path, size = desk, reach, ...moment } of moments) {
    const { page } = await stage.arrive(path, who, size)
    const { client } = await signedIn(stage.server, who)
    await reach(page, client, stage.server)
    await keep(page, momentPicture({ ...moment, size }))
  }
})

const desk = { width: 1440, height: 900 }

// Lists the pictures of the README; the first is also what the sign-in shows of the product.
const ofReadme: { name: string; who?: string; path: string; size?: Size; reach?: (page: Page) => Promise<unknown> }[] = [
  { name: 'home', who: 'school', path: '/dashboard' },
  { name: 'home-teacher', who: 'teacher', path: '/dashboard' },
  { name: 'home-bureau', who: 'bureau', path: '/dashboard' },
  { name: 'students', who: 'school', path: '/ent/stu' },
  {
    name: 'student',
    who: 'school',
    path: '/ent/stu',
    reach: (page) => page.locator('.table-row').nth(9).getByRole('link').click(),
  },
  { name: 'rights', who: 'school', path: '/ent/role' },
  { name: 'activities', who: 'school', path: '/vam/prtl/index' },
  { name: 'works', who: 'school', path: '/vam/wrk' },
  { name: 'phone', who: 'teacher', path: '/ent/stu', size: phone },
  { name: 'sign-in', path: '/login' },
]

test('the pictures of the README and of the sign-in are taken', async () => {
  for (const { name, who, path, size = desk, reach } of ofReadme) {
    const { page } = await (who ? stage.arrive(path, who, size) : stage.visit(path, size))
    await page.waitForTimeout(2500)
    if (reach) await reach(page)
    await page.waitForTimeout(1500)
    const picture = sharp(await page.screenshot())
    await picture.clone().webp({ quality: 80 }).toFile(`docs/images/${name}.webp`)
    if (name === 'home') await picture.resize(1120).webp({ quality: 80 }).toFile('src/web/layout/signInPicture.webp')
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
