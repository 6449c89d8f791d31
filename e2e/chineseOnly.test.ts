import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, type Stage } from './browser.ts'
import { goWithin, ofSchool } from './pages.ts'
import { idle } from './idle.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

// Lists what is Latin by its nature: keys, kinds of files, names of the calls' page.
const allowed = /^(Ctrl|Alt|Shift|Enter|Esc|Tab|Excel|PDF|CSV|[A-Z]\d+|\S*\d\S*|[\w.-]+@[\w.-]+)$/

/** Lists words for screen readers without a Chinese character: labels, titles, names of pictures, and parts that are said. */
const latinOf = (page: Page) =>
  page.evaluate((known) => {
    const isLatin = (text: string) => /[A-Za-z]{2}/.test(text) && !/\p{Script=Han}/u.test(text) && !new RegExp(known).test(text)
    const found: string[] = []
    for (const one of document.querySelectorAll(
      '[aria-label], [title], [alt], [aria-roledescription], [aria-live], [role=status]',
    )) {
      if (!one.checkVisibility() || one.closest('[aria-hidden=true]')) continue
      const said = ['aria-label', 'title', 'alt', 'aria-roledescription'].map((name) => one.getAttribute(name) ?? '')
      if (one.matches('[aria-live], [role=status]')) said.push(one.textContent ?? '')
      for (const text of said) if (isLatin(text.trim())) found.push(`${one.tagName.toLowerCase()}.${one.className}: ${text}`)
    }
    return [...new Set(found)]
  }, allowed.source)

const pages = ofSchool.filter(([path]) =>
  [
    '/ent/edcunit',
    '/ent/emp',
    '/ent/org',
    '/ent/role',
    '/ent/scharch',
    '/ent/stu',
    '/ent/bill/600000',
    '/ent/vst',
    '/ecb/entcfg',
  ].includes(path),
)

test('what a screen reader says is Chinese on the pages of a school', { timeout: 180_000 }, async () => {
  const { page } = await stage.arrive('/dashboard', 'school')
  await page.getByRole('heading', { name: '应用入口' }).waitFor()
  expect.soft(await latinOf(page), '首页').toEqual([])
  for (const shown of pages) {
    await goWithin(page, shown)
    await idle(page)
    expect.soft(await latinOf(page), shown[0]).toEqual([])
  }
})

test('windows, choices and tabs speak Chinese too, and choices ask no password manager for a new password', async () => {
  const { page } = await stage.arrive('/ent/stu', 'school', desktop)
  await page.getByRole('button', { name: '新建学生' }).click()
  const form = page.getByRole('dialog', { name: '新建学生' })
  const sex = form.getByRole('combobox', { name: '性别' })
  await sex.press('ArrowDown')
  await page.locator('.ant-select-dropdown:visible').waitFor()
  expect.soft(await latinOf(page), '新建学生').toEqual([])
  expect(await page.locator('input[autocomplete=new-password]').count()).toBe(0)
  await page.goto(`${stage.server.url}/ent/vst`)
  const tab = page.getByRole('tab').first()
  await tab.focus()
  await page.keyboard.press('ArrowRight')
  expect.soft(await latinOf(page), '页内的页').toEqual([])
})
