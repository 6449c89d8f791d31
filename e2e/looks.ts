// Takes the pages of each role, wide, small and on a phone, by day and by night, into looks/index.html, to be gone through before the
// look of something is called done: npm run looks. ROLES=school,teacher takes those alone, PAGES=/ent/stu those whose address begins so.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'
import { closeTabs } from './pages.ts'
import { pictureOf, pictureWidths } from './pictureNames.ts'
import { arriveToWalk, goTo, pagesFor } from './walk.ts'

const folder = 'looks'
const roles = (process.env.ROLES ?? 'school,teacher,bureau,company,platform').split(',')
const wanted = (path: string) => !process.env.PAGES || path.startsWith(process.env.PAGES)

let stage: Stage
const taken: { role: string; path: string; files: string[] }[] = []
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  stage = await openStage()
})
afterAll(() => {
  writeFileSync(join(folder, 'index.html'), sheet())
  return stage.close()
})

test.for(roles)('the pages of %s are photographed', { timeout: 1_800_000 }, async (role) => {
  const { page } = await arriveToWalk(stage, role, { width: 1440, height: 900 })
  // Lets day and night follow the system, which is changed below.
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.locator('.popup').getByText('跟随系统').click()
  await page.keyboard.press('Escape')
  for (const [at, path] of (await pagesFor(stage, role)).filter(wanted).entries()) {
    if (at % 8 === 7) await closeTabs(page)
    await goTo(page, path)
    const files: string[] = []
    for (const [width, height] of pictureWidths) {
      await page.setViewportSize({ width, height })
      files.push(await keep(page, `${role}-${pictureOf(path)}-${width}`))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    files.push(await keep(page, `${role}-${pictureOf(path)}-dark`))
    await page.emulateMedia({ colorScheme: 'light' })
    taken.push({ role, path, files })
  }
})

async function keep(page: Page, name: string): Promise<string> {
  await page.waitForTimeout(500)
  await sharp(await page.screenshot())
    .webp({ quality: 70 })
    .toFile(join(folder, `${name}.webp`))
  return `${name}.webp`
}

/** Returns the page of all pictures, one line for each page. */
function sheet(): string {
  const lines = taken.map(
    ({ role, path, files }) =>
      `<h2>${role} ${path}</h2><p>${files.map((file) => `<a href="${file}"><img src="${file}" alt="" loading="lazy"></a>`).join('')}</p>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Looks</title>
<style>body{font:14px system-ui;background:#888;margin:16px}p{display:flex;gap:8px;align-items:start}img{height:420px}</style>${lines.join('\n')}`
}
