import { held } from './sheet.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openStage, phone, type Size, type Stage, type Visitor } from './browser.ts'
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

const heightOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().height))
const count = (page: Page, total: string) => listCount(page, `共 ${total} 条`).waitFor()

test('filters stand behind one button, show as chips while they are set, and a link shows what its sender saw', async () => {
  const { page, context, calm } = await arrive('/ecb/ent?idntNo=030&pageSize=20', 'platform', { width: 1024, height: 768 })
  await page.getByRole('button', { name: '展开菜单' }).click()
  await count(page, '3')
  const chip = page.getByRole('button', { name: '清除筛选 身份' })
  await page.getByRole('button', { name: '清除筛选 身份：学校', exact: true }).waitFor()
  expect(await page.getByLabel('身份', { exact: true }).isVisible()).toBe(false)
  expect(await heightOf(page, '.filter-bar')).toBe(32)
  await openFilters(page)
  expect(await page.getByLabel('身份', { exact: true }).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await page.getByLabel('身份', { exact: true }).isVisible()).toBe(false)

  const link = await context.newPage()
  await link.goto(page.url())
  await count(link, '3')
  await link.close()
  await chip.click()
  await count(page, '14')
  expect(page.url()).toMatch(/\/ecb\/ent\?pageSize=20$/)
  await page.getByRole('link', { name: '晨光市教育局', exact: true }).last().click()
  await page.waitForURL(/\/ecb\/ent\/\d+/)
  await page.goBack()
  await page.waitForURL(/\?pageSize=20$/)
  await page.goForward()
  await page.waitForURL(/\/ecb\/ent\/\d+/)
  calm()
})

test('on a phone filters are a sheet that says how many are set, and what a card shows is chosen', async () => {
  const { page, calm } = await arrive('/ecb/emparch', 'school', phone)
  await page.locator('.card').first().waitFor()
  const button = page.locator('.filter-bar').getByRole('button', { name: '筛选' })
  expect(await page.getByLabel('学历', { exact: true }).isVisible()).toBe(false)
  await button.click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByLabel('学历', { exact: true }).click()
  await page.locator('.ant-select-item-option').first().click()
  await sheet.getByRole('button', { name: '查看结果' }).click()
  await page.waitForURL(/maxEdc=/)
  await expect.poll(() => button.getAttribute('aria-label')).toBe('筛选 1')
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => button.getAttribute('aria-label')).toBe('筛选')
  const facts = page.locator('.card .card-facts').first()
  const before = await facts.innerText()
  await openShown(page)
  await page.getByRole('checkbox', { name: '学历' }).check()
  await expect.poll(() => facts.innerText()).not.toBe(before)
  const added = await facts.innerText()
  // Goes past facts that this card has nothing of.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: /^上移.*学历/ }).click()
      return facts.innerText()
    })
    .not.toBe(added)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  calm()
})

test('the loading indicator stays until the last call is done, and quiet calls do not show it', async () => {
  const { page, calm } = await arrive('/ent/emp', 'teacher')
  await count(page, '56')
  const bar = page.getByRole('progressbar', { name: '加载中' })
  await expect.poll(() => bar.count()).toBe(0)
  const going = new Map<string, (() => void)[]>()
  const go = (name: string) => going.get(name)?.forEach((resolve) => resolve())
  await page.route(/\/(getpage|getstatis|prefer\/set)(\?|$)/, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    await new Promise<void>((resolve) => going.set(name, [...(going.get(name) ?? []), resolve]))
    await route.continue()
  })
  await openShown(page)
  await page.getByLabel('密度').getByText('标准', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => going.has('set')).toBe(true)
  expect(await bar.count()).toBe(0)
  await page.getByRole('tree').getByText('财务室', { exact: true }).click()
  // Counts the states, and the kinds within the chosen one.
  await expect.poll(() => going.has('getpage') && going.get('getstatis')?.length === 2).toBe(true)
  expect(await bar.count()).toBe(1)
  go('getpage')
  await count(page, '3')
  expect(await bar.count()).toBe(1)
  go('getstatis')
  await expect.poll(() => bar.count()).toBe(0)
  go('set')
  calm()
})

test('a refusal without words is told as Error, and a delete that fails leaves nothing behind but the row', async () => {
  const { page, told, calm } = await arrive('/ent/empgrp', 'school')
  const remove = async () => {
    await page.getByRole('button', { name: '更多操作：晚自习值班' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  }
  const refused = { json: { code: 10001, result: null, message: '' } }
  await page.route(/\/ent\/empgrp\/delete$/, (route) => route.fulfill(refused), { times: 1 })
  await remove()
  await told('Error')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await remove()
  await told('员工组删除成功')
  await expect.poll(() => page.getByRole('button', { name: '更多操作：晚自习值班' }).count()).toBe(0)
  calm()
})

test('while another filter is read, the former rows are dimmed and cannot be used, and no count is told; after it they can', async () => {
  const { page, calm } = await arrive('/ent/emp', 'school')
  const former = page.locator('.table-row').first()
  await former.waitFor()
  const body = page.locator('.table-box')
  expect(await body.getAttribute('aria-busy')).toBe('false')
  const answer = await held(page, '/ent/emp/getpage')
  await page.getByPlaceholder(/^姓名、拼音/).fill('没有这个人')
  await page.getByText('正在查询……').waitFor()
  expect(await page.getByText(/^共 [\d,]+ 条$/).count()).toBe(0)
  expect(await body.getAttribute('aria-busy')).toBe('true')
  expect(await body.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.45')
  await expect(former.getByRole('checkbox').click({ timeout: 500 })).rejects.toThrow('Timeout')
  await expect(former.getByRole('button').first().click({ timeout: 500 })).rejects.toThrow('Timeout')
  answer()
  await count(page, '0')
  expect(await body.getAttribute('aria-busy')).toBe('false')
  calm()
})

test('while another page of the same list is read its count stays, and the cards of a phone are as unusable as rows', async () => {
  const { page, calm } = await arrive('/ent/emp?pageSize=5', 'company', phone)
  const cards = page.locator('.cards')
  const told = await page.locator('.list-tools').getByText(/^共/).innerText()
  const answer = await held(page, '/ent/emp/getpage', 'pageIndex=2')
  await page.getByTitle('下一页').click()
  await expect.poll(() => cards.getAttribute('aria-busy')).toBe('true')
  expect(await page.locator('.list-tools').getByText(/^共/).innerText()).toBe(told)
  await expect(cards.getByRole('checkbox').first().click({ timeout: 500 })).rejects.toThrow('Timeout')
  answer()
  await expect.poll(() => cards.getAttribute('aria-busy')).toBe('false')
  calm()
})
