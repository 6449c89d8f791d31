import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function arrive(path: string, name = 'school') {
  const visitor = await stage.arrive(path, name)
  await visitor.page.locator('.table-row').first().waitFor()
  return visitor
}

/** Says what has the focus: its name, or its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (at?.matches('.table-row')) return `第 ${Number((at as HTMLElement).dataset['at']) + 1} 行`
    return at?.ariaLabel ?? at?.textContent
  })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Enters the rows by Tab, from the box that ticks all. */
async function enterRows(page: Page) {
  await page.getByRole('checkbox', { name: '全选' }).focus()
  await press(page, 'Tab')
}

test('the rows are one stop of Tab: arrows move in them, Tab goes on to the pages, and back to the same row', async () => {
  const { page, calm } = await arrive('/ent/stu')
  await enterRows(page)
  expect(await focused(page)).toBe('第 1 行')
  await press(page, 'ArrowDown', 'ArrowDown')
  expect(await focused(page)).toBe('第 3 行')
  await press(page, 'Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.ant-pagination') !== null)).toBe(true)
  await press(page, 'Shift+Tab')
  expect(await focused(page)).toBe('第 3 行')
  await press(page, 'Shift+Tab')
  expect(await focused(page)).toBe('全选')
  await press(page, 'Tab', 'End')
  expect(await focused(page)).toBe('第 50 行')
  await press(page, 'Home', 'ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.matches('.table-row[data-at="0"] input'))).toBe(true)
  await press(page, 'Escape')
  expect(await focused(page)).toBe('第 1 行')
  calm()
})

test('Space ticks a row, Shift and Space all from the last one to this, and Alt+↑ leads to what is done with them', async () => {
  const { page, calm } = await arrive('/ent/stu')
  await enterRows(page)
  await press(page, 'ArrowDown', ' ', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ ')
  await page.getByText('已选 4 项').waitFor()
  await press(page, 'Alt+ArrowUp')
  expect(await focused(page)).toBe('调班')
  // Does the same with the mouse.
  await page.locator('.table-row').nth(8).getByRole('checkbox').click()
  await page
    .locator('.table-row')
    .nth(6)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await page.getByText('已选 7 项').waitFor()
  calm()
})

test('Enter opens a row beside the list, Esc closes it from anywhere, and the focus is on the row again', async () => {
  const { page, calm } = await arrive('/ent/stu')
  const name = (await page.locator('.table-row').nth(1).getByRole('link').textContent()) as string
  await enterRows(page)
  await press(page, 'ArrowDown', 'Enter')
  const drawer = page.getByRole('complementary').filter({ hasText: name })
  await drawer.getByText('学籍').first().waitFor()
  await expect.poll(() => page.title()).toContain(`${name} - 学生管理`)
  await press(page, 'Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => page.title()).not.toContain(name)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.table-row')?.getAttribute('data-at'))).toBe('1')
  calm()
})

test('a row whose menu asks before it deletes asks also when Enter chose it, confirms nothing by itself, and gives the focus back', async () => {
  const { page, calm } = await arrive('/ent/stu')
  await enterRows(page)
  await press(page, 'ContextMenu')
  await page.locator('.menu').waitFor()
  await press(page, 'End')
  expect(await focused(page)).toBe('删除')
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => focused(page)).toMatch(/^取\s*消$/)
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/^更多操作：/)
  // Space chooses as well.
  await press(page, 'Enter', 'End', ' ')
  await dialog.waitFor()
  await press(page, 'Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toMatch(/^更多操作：/)
  calm()
})

test('menus and boxes take the focus, keep Tab near, and give the focus back on Esc', async () => {
  const { page, calm } = await arrive('/ent/stu')
  const columns = page.getByRole('button', { name: '显示', exact: true })
  await columns.focus()
  await press(page, 'Enter')
  const box = page.getByRole('dialog', { name: '显示' })
  await box.getByRole('checkbox').first().waitFor()
  await press(page, 'Tab')
  expect(await box.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await press(page, 'Escape')
  await box.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('显示')
  for (const [name, kind] of [
    ['导入', '.menu'],
    [/^视图/, '.popup'],
    [/^当前用户/, '.popup'],
  ] as const) {
    const button = page.getByRole('button', { name }).first()
    await button.focus()
    await press(page, 'Enter')
    const opened = page.locator(kind)
    await opened.waitFor()
    expect(await opened.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await press(page, 'Escape')
    await opened.waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  calm()
})

test('a record has an address: in a link, after a reload, and Back closes it; the search word outlives a reload too', async () => {
  const { page, calm } = await arrive('/ent/stu')
  const search = page.getByPlaceholder('姓名、拼音、学号、手机、身份证号')
  await search.fill('王')
  await page.waitForURL(/\/ent\/stu$/)
  await expect.poll(() => page.locator('.table-row').first().getByRole('link').textContent()).toMatch(/王/)
  const link = page.locator('.table-row').first().getByRole('link')
  const name = (await link.textContent()) as string
  expect(await link.getAttribute('href')).toMatch(/^\/ent\/stu\?stuNo=S\d+$/)
  await link.click()
  await page.waitForURL(/stuNo=S\d+/)
  const drawer = page.getByRole('complementary').filter({ hasText: name })
  await drawer.waitFor()
  await page.reload()
  await drawer.waitFor()
  await expect.poll(() => search.inputValue()).toBe('王')
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('stuNo')
  calm()
})

test('the row that took the place of one that is gone has the focus', async () => {
  const { page, calm } = await arrive('/ent/empgrp')
  const groups = page.locator('.split-side .table-row')
  const before = await groups.count()
  await groups.first().focus()
  await press(page, 'ContextMenu')
  await page.getByRole('menuitem', { name: '删除' }).focus()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.getByRole('button', { name: '删除' }).focus()
  await press(page, 'Enter')
  await expect.poll(() => groups.count()).toBe(before - 1)
  await expect.poll(() => focused(page)).toBe('第 1 行')
  calm()
})
