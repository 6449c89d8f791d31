import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contrast } from '#web/theme/colorScale.ts'
import { openStage, phone, type Stage } from './browser.ts'
import { openSettings } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Returns what has the focus and how it is ringed: by an outline, or, a field of antd, by the line and the shadow around it. */
const ringOf = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLElement
    // Looks also at the frame of a field, the active node of a tree and the line of a divider, which are ringed in place of what has the focus.
    const frame = one.closest('.ant-input-affix-wrapper, .ant-select, .ant-checkbox, .ant-switch, .ant-tree-list')
    if (one.matches('.split-bar')) return { name: 'split-bar', colour: getComputedStyle(one, '::before').borderInlineStartColor }
    const drawn = [one, ...(frame ? [frame, ...frame.querySelectorAll('*')] : [])].map((each) => getComputedStyle(each))
    const outlined = drawn.find(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    )
    return {
      name: `${one.tagName} ${one.className} ${one.textContent?.slice(0, 20)}`,
      colour: outlined?.outlineColor ?? (drawn.some(({ boxShadow }) => boxShadow !== 'none') ? 'shadow' : 'none'),
    }
  })

const hexOf = (colour: string) =>
  `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

/** Walks over the page by Tab and returns the stops whose focus cannot be seen. */
async function unseenStops(page: Page, most: number, card: string): Promise<string[]> {
  const unseen: string[] = []
  for (let stops = 0; stops < most; stops++) {
    await page.keyboard.press('Tab')
    const { name, colour } = await ringOf(page)
    if (name.startsWith('BODY')) break
    if (colour === 'none' || (colour !== 'shadow' && contrast(hexOf(colour), card) < 3)) unseen.push(`${name}: ${colour}`)
  }
  return [...new Set(unseen)]
}

test('whoever goes by Tab sees at every stop where they are: links, chips, buttons, fields', { timeout: 180_000 }, async () => {
  const { page, signIn, calm } = await stage.visit('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await unseenStops(page, 10, '#ffffff')).toEqual([])
  await signIn('school')
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  await page.getByRole('heading', { name: '应用入口' }).waitFor()
  expect(await unseenStops(page, 60, '#ffffff')).toEqual([])
  await page.goto(`${stage.server.url}/ent/stu`)
  await page.locator('.state-tabs > button').first().waitFor()
  expect(await unseenStops(page, 60, '#ffffff')).toEqual([])
  calm()
})

test('in the dark the focus is seen too', async () => {
  const { page, calm } = await stage.arrive('/dashboard', 'teacher')
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSettings(page)
  await page.getByText('跟随系统').click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  expect(await unseenStops(page, 30, '#1f1f1f')).toEqual([])
  calm()
})

test('in high contrast a line shows what is chosen: chip, node, page of the list, view of a page, entry at the side, tab, menu entry', async () => {
  const { page, calm } = await stage.arrive('/ent/stu', 'school')
  await page.emulateMedia({ forcedColors: 'active' })
  const lineOf = (chosen: string) =>
    page
      .locator(`${chosen}:visible`)
      .first()
      .evaluate((one) => {
        const { outlineStyle, outlineWidth, borderInlineStartStyle, borderInlineStartWidth } = getComputedStyle(one)
        const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
        return isOutlined || (borderInlineStartStyle !== 'none' && Number.parseFloat(borderInlineStartWidth) >= 2)
      })
  await page.locator('.state-tabs > button').first().waitFor()
  const chosen = [
    '.state-tabs > [aria-pressed=true]',
    '.ant-tree-node-selected',
    '.ant-pagination-item-active',
    '.frame-tab.active',
  ]
  for (const one of chosen) expect.soft(await lineOf(one), one).toBe(true)
  await page.goto(`${stage.server.url}/ent/role`)
  await page.locator('.side-list li.chosen').waitFor()
  for (const one of ['.side-list li.chosen', '.ant-segmented-item-selected']) expect.soft(await lineOf(one), one).toBe(true)
  calm()
})

test('on a phone each action of a card stands in one line', async () => {
  const { page, calm } = await stage.arrive('/ent/stu', 'school', phone)
  const acts = page.locator('.card').first().locator('.card-acts').getByRole('button')
  await acts.first().waitFor()
  const lines = await acts.evaluateAll((buttons) =>
    buttons.map((one) => {
      const words = document.createRange()
      words.selectNodeContents(one)
      return words.getClientRects().length
    }),
  )
  // Counts at least two: the usual action, and the way to the others.
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.filter((count) => count > 1)).toEqual([])
  calm()
})
