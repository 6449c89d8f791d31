import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openStage, type Size, type Stage, type Visitor } from './browser.ts'
import { dragByMouse } from './drag.ts'
import { listCount, openFilters, openShown } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function arrive(path: string, name: string, size?: Size): Promise<Visitor> {
  const visitor = await stage.arrive(path, name, size)
  await visitor.page.locator('.page-head h1').waitFor()
  return visitor
}

const kept = (page: Page) => page.waitForResponse(/\/user\/prefer\/set$/)
const heightOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().height))
const rowHeight = (page: Page) => heightOf(page, '.table-row')
const headings = (page: Page) => page.getByRole('columnheader').allInnerTexts()
const count = (page: Page, total: string) => listCount(page, `共 ${total} 条`).waitFor()

async function pick(page: Page, label: string, option: string) {
  await openFilters(page)
  await page.getByLabel(label, { exact: true }).click()
  await page.getByTitle(option, { exact: true }).last().click()
  await page.keyboard.press('Escape')
}

test('rows are 33, 40 or 48 high; the body is 557 with a pager of 43, its headings stay, and a short list is as high as its rows', async () => {
  const { page, calm } = await arrive('/ent/emp', 'company')
  await page.locator('.table-row').first().waitFor()
  const body = page.locator('.table-box')
  const head = await heightOf(page, '.table-head')
  expect(await rowHeight(page)).toBe(33)
  expect((await body.evaluate((element) => element.clientHeight)) - head).toBe(557)
  expect((await heightOf(page, '.rows')) - head).toBe(600)
  await body.evaluate((element) => element.scrollTo(0, 500))
  const tops = await Promise.all(['.table-box', '.table-head th'].map((at) => page.locator(at).first().boundingBox()))
  expect(tops[1]?.y).toBe(tops[0]?.y)

  const pager = page.locator('.ant-pagination :is(.ant-pagination-item, .ant-pagination-jump-prev, .ant-pagination-jump-next)')
  expect(await pager.count()).toBe(7)
  await page.getByLabel('页', { exact: true }).fill('50')
  await page.keyboard.press('Enter')
  await page.waitForURL(/pageIndex=50$/)
  await page.locator('.ant-pagination-item-active', { hasText: '50' }).waitFor()
  expect(await pager.count()).toBe(7)
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(0)
  await page.locator('.ant-pagination-options .ant-select').click()
  const sizes = page.locator('.ant-select-item-option')
  await expect.poll(() => sizes.allInnerTexts()).toEqual(['5 条/页', '10 条/页', '20 条/页', '50 条/页', '100 条/页'])
  await sizes.first().click()
  await expect.poll(() => page.locator('.table-row').count()).toBe(5)
  await expect.poll(() => body.evaluate((element) => element.clientHeight)).toBe(head + 5 * 33)

  for (const [name, height] of [
    ['标准', 40],
    ['宽松', 48],
    ['紧凑', 33],
  ] as const) {
    await openShown(page)
    await page.getByLabel('密度').getByText(name, { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => rowHeight(page)).toBe(height)
  }
  calm()
})

test('more than 200 rows without a pager are drawn as far as they are seen, 30 high in a body of 600', async () => {
  const { page, signIn, calm } = await stage.visit('/ent/empgrp')
  await page.route(/\/ent\/empgrp\/getexlist/, async (route) => {
    const answer = await (await route.fetch()).json()
    const groups = Array.from({ length: 300 }, (_, i) => ({
      ...answer.result[0],
      grpNo: `G${i}`,
      grpName: `第 ${i} 组`,
      stt: i === 1 ? '2' : '1',
    }))
    await route.fulfill({ json: { ...answer, result: groups } })
  })
  await signIn('school')
  await page.getByText('第 5 组').waitFor()
  expect(await rowHeight(page)).toBe(30)
  expect((await heightOf(page, '.table-box')) - (await heightOf(page, '.table-head'))).toBe(600)
  expect(await page.locator('.table-row').count()).toBeLessThan(60)
  const colour = (text: string) => page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).color)
  const cell = page.locator('.row-disabled .cell').last()
  expect(await cell.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(143, 149, 158)')
  expect(await page.locator('.row-disabled').getAttribute('aria-disabled')).toBe('true')
  expect(await colour('第 1 组')).not.toBe('rgb(143, 149, 158)')
  calm()
})

test('columns that were hidden, added and moved are so in another browser too, and go back to what is shipped', async () => {
  const { page, calm } = await arrive('/ent/emp', 'school')
  const shipped = ['姓名', '工号', '性别', '主部门', '认证手机', '认证', '状态', '操作']
  await expect.poll(() => headings(page)).toEqual(['', ...shipped])
  await openShown(page)
  await page.getByRole('checkbox', { name: '性别' }).uncheck()
  await page.getByRole('checkbox', { name: '身份证号' }).check()
  for (const name of ['姓名', '操作']) expect(await page.getByRole('checkbox', { name, exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: /^排序状态/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await Promise.all([
    kept(page),
    dragByMouse(page.getByRole('button', { name: /^排序身份证号/ }), page.getByRole('button', { name: /^排序工号/ })),
  ])
  // Leaves out the last one that nobody chose, for which there is no room beside the others.
  const chosen = ['', '姓名', '身份证号', '工号', '主部门', '状态', '认证手机', '操作']
  await expect.poll(() => headings(page)).toEqual(chosen)
  calm()

  const other = await arrive('/ent/emp', 'school')
  await expect.poll(() => headings(other.page)).toEqual(chosen)
  await openShown(other.page)
  await Promise.all([kept(other.page), other.page.getByRole('button', { name: '恢复默认' }).click()])
  await expect.poll(() => headings(other.page)).toEqual(['', ...shipped])
  other.calm()
})

test('a view keeps filters, page size and columns under a name, opens with the list where it is the default, and never keeps the keyword', async () => {
  const { page, calm } = await arrive('/ent/emp', 'school')
  await count(page, '56')
  await pick(page, '员工组', '校门值守')
  await count(page, '12')
  await openShown(page)
  await page.getByRole('checkbox', { name: '性别' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByLabel('姓名、拼音、工号、手机').fill('马')
  const open = () => page.getByRole('button', { name: /^视图/ }).click()
  await open()
  await page.getByRole('button', { name: '保存为新视图' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('请输入视图名称').waitFor()
  await page.getByLabel('视图名称').fill('校门值守的人')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '更多操作：视图校门值守的人' }).click()
  await Promise.all([kept(page), page.getByRole('menuitem', { name: '设为默认' }).click()])
  await page.getByRole('button', { name: '全部，不用视图' }).click()
  await count(page, '56')
  await expect.poll(() => headings(page)).toContain('性别')

  await page.goto(`${stage.server.url}/ent/emp`)
  await page.getByRole('button', { name: '视图：校门值守的人' }).waitFor()
  await count(page, '12')
  await expect.poll(() => headings(page)).not.toContain('性别')
  await expect.poll(() => page.getByLabel('姓名、拼音、工号、手机').inputValue()).toBe('')
  await page.goto(`${stage.server.url}/ent/emp?authFlag=0`)
  await count(page, '1')
  await open()
  await page.getByRole('button', { name: '更多操作：视图校门值守的人' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await Promise.all([kept(page), page.getByRole('dialog').getByRole('button', { name: '删除' }).click()])
  await page.goto(`${stage.server.url}/ent/emp`)
  await count(page, '56')
  calm()
})
