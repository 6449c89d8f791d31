import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'
import { paste, press } from './sheet.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a range of an import is copied, filled down and cleared, excluded rows stay, and F8 goes to the next error', async () => {
  const visitor = await stage.arrive('/ent/emp/import', 'school')
  const { page, calm } = visitor
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const workbook = new URL('../test/fixtures/staff-2000.xlsx', import.meta.url).pathname
  await page.locator('input[type=file]').setInputFiles(workbook)
  const grid = page.getByRole('grid', { name: '导入的行' })
  await grid.waitFor()
  await page.locator('.ant-segmented-item', { hasText: '全部' }).click()
  const titles = (await grid.getByRole('columnheader').allInnerTexts()).slice(2)
  const cell = (row: number, title: string) => page.locator(`[data-row="${row}"] [data-col="${titles.indexOf(title)}"]`)
  const remarks = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from + 1 }, (_, i) => cell(from + i, '备注').innerText()))
  await cell(0, '姓名 ★').click()
  await press(visitor, 'End')

  // Fills a text down, copies the range, and puts it elsewhere.
  await page.keyboard.type('乘校车')
  await press(visitor, 'Enter', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await expect.poll(() => remarks(0, 2)).toEqual(['乘校车', '乘校车', '乘校车'])
  await press(visitor, 'Control+c')
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim().split(/\r?\n/)).toEqual([
    '乘校车',
    '乘校车',
    '乘校车',
  ])
  await page.locator('[data-row="4"]').getByRole('button', { name: '排除' }).click()
  await page.locator('[data-row="4"]').getByRole('button', { name: '恢复' }).waitFor()
  const excluded = await cell(4, '备注').innerText()
  await cell(3, '备注').click()
  await press(visitor, 'Control+v')
  await visitor.told('已排除的行不能修改，跳过了 1 个单元格')
  await expect.poll(() => remarks(3, 5)).toEqual(['乘校车', excluded, '乘校车'])

  // Clears a range, and keeps the focus in the sheet.
  await cell(0, '备注').click()
  await press(visitor, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Delete')
  await expect.poll(() => remarks(0, 2)).toEqual(['', '', ''])
  await expect.poll(() => page.locator('.sheet-cell.saving').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('sheet-field')

  // Goes to errors by key, further than what is drawn, and pastes where no row was read.
  await press(visitor, 'Control+Home')
  const places = new Set<string | null>()
  for (let i = 0; i < 12; i++) {
    await press(visitor, 'F8')
    await page.locator('.sheet-cell.active.bad').waitFor()
    await expect
      .poll(() =>
        page
          .locator('.sheet-field')
          .getAttribute('aria-label')
          .then((name) => places.has(name)),
      )
      .toBe(false)
    places.add(await page.locator('.sheet-field').getAttribute('aria-label'))
  }
  await press(visitor, 'Control+Home', 'End')
  await paste(visitor, Array.from({ length: 450 }, (_, i) => `第${i}行`).join('\n'))
  await page.locator('.sheet-cell', { hasText: '第449行' }).or(cell(449, '备注')).first().waitFor()
  await expect.poll(() => page.locator('.sheet-cell.saving').count()).toBe(0)
  await press(visitor, 'Control+End')
  await page.locator('.sheet-cell.active').waitFor()
  await press(visitor, 'Control+ArrowUp')
  for (let i = 0; i < 5; i++) await press(visitor, 'PageDown')
  await expect.poll(() => page.locator('.sheet-cell.active').innerText()).toBe('第60行')
  calm()
})
