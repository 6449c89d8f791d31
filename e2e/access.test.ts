import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSampled } from '../test/sample.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'
import { closeTabs, goWithin, ofPlatform, ofSchool, type Shown } from './pages.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** What a screen reader or a person with weak sight would stumble over, as `rule: element`. */
async function stumbles(page: Page, { colours = true } = {}): Promise<string[]> {
  await quiet(page)
  // The table's hidden measuring row repeats the tick box of the header; there are no frames, so one run tells everything.
  // Pages that were left stay in tabs that are not shown.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .disableRules(colours ? [] : ['color-contrast'])
    .exclude('.ant-table-measure-row')
    // The next page of a long list may begin to be read at any moment.
    .exclude('.frame-progress')
    .exclude('.tab-page[style*="display: none"]')
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`),
  )
}

const pending = new WeakMap<Page, Set<Request>>()

/** Waits until nothing is asked for any more and everything is drawn: also after a page was opened within the app. */
async function quiet(page: Page) {
  const asked = pending.get(page)
  for (let still = 0; still < 4; still++) {
    if (asked?.size || (await page.locator('.ant-spin-spinning:visible, .frame-progress').count()) > 0) still = -1
    await page.waitForTimeout(40)
  }
}

function watch(page: Page) {
  const asked = new Set<Request>()
  pending.set(page, asked)
  page.on('request', (request) => void asked.add(request))
  const forget = (request: Request) => void asked.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
}

/** What is wrong with a page in its two shapes; it is drawn once, and its window made narrow. */
async function stumblesAtBoth(page: Page): Promise<string[]> {
  await page.setViewportSize(desktop)
  const wide = await stumbles(page)
  await page.setViewportSize(phone)
  // Colours do not depend on the width, and take longest to be compared.
  const narrow = await stumbles(page, { colours: false })
  await page.setViewportSize(desktop)
  return [...wide, ...narrow]
}

async function arrive(name: string, path = '/dashboard'): Promise<Page> {
  const { page } = await stage.arrive(path, name)
  watch(page)
  await page.getByRole('button', { name: /当前用户/ }).waitFor()
  return page
}

test('the pages of the resource portal are readable by everybody', async () => {
  const { page } = await stage.arrive('/resource/home', 'teacher')
  watch(page)
  for (const [path, shown] of [
    ['/resource/home', '荷塘月色'],
    ['/resource/my', '我的资源'],
    ['/resource/details?no=Z000000001', '荷塘月色'],
    ['/resource/file?no=Z000000004', '二次函数的图象'],
  ] as const) {
    await page.goto(stage.server.url + path)
    await page.locator('main').getByText(shown).first().waitFor()
    expect.soft(await stumblesAtBoth(page), path).toEqual([])
  }
})

test('the pages before the sign-in are readable by everybody', async () => {
  for (const [path, shown] of [
    ['/login', '登录'],
    ['/editpwd', '下一步'],
    ['/vam/prtl/index', '登录'],
  ] as const) {
    const { page } = await stage.visit(path)
    watch(page)
    await page.getByText(shown, { exact: true }).last().waitFor()
    expect.soft(await stumblesAtBoth(page), path).toEqual([])
  }
})

test.for([
  ['school', [...ofSchool, ['/401', '没有权限进行操作'] as Shown]],
  ['platform', ofPlatform],
] as const)('every page of %s is readable by everybody, wide and on a phone', { timeout: 600_000 }, async ([name, pages]) => {
  // Only sessions elsewhere can be ended.
  await signedIn(stage.server, name)
  const page = await arrive(name)
  for (const [at, shown] of pages.entries()) {
    if (at % 6 === 5) await closeTabs(page)
    await goWithin(page, shown)
    // Of the others only what is on the page, not how it looks.
    const found = isSampled(shown[0]) ? await stumblesAtBoth(page) : await stumbles(page, { colours: false })
    expect.soft(found, shown[0]).toEqual([])
  }
})

test('what dark mode shows is readable too', { timeout: 120_000 }, async () => {
  const page = await arrive('school')
  await page.getByRole('button', { name: '界面设置' }).click()
  await page.getByText('深色').click()
  await page.getByText('界面设置').waitFor()
  expect.soft(await stumbles(page), 'settings').toEqual([])
  await page.keyboard.press('Escape')
  for (const shown of ofSchool.filter(([path]) => inDark.includes(path))) {
    await goWithin(page, shown)
    expect.soft(await stumbles(page), shown[0]).toEqual([])
  }
})

// Between them every kind of control and colour.
const inDark = ['/dashboard', '/ent/emp', '/ent/org', '/ent/role', '/ent/reason', '/ecb/entcfg', '/ent/ent', '/user/userlgn']

test('what opens over a page is readable by everybody', { timeout: 200_000 }, async () => {
  const page = await arrive('school', '/ent/emp/import')
  await page.locator('input[type=file]').setInputFiles(new URL('../test/fixtures/staff-200.xlsx', import.meta.url).pathname)
  await page.locator('.row-grid-cell.bad').first().click()
  await page.getByRole('tooltip').waitFor()
  expect.soft(await stumblesAtBoth(page), 'rows of an import').toEqual([])
  await page.getByRole('button', { name: '重新选择文件' }).click()
  await page.getByText('点这里选择工作簿').waitFor()
  await page.goto(`${stage.server.url}/ent/empgrp`)
  await page.getByRole('button', { name: '新建员工组' }).click()
  await page.getByRole('dialog').getByLabel('组名').waitFor()
  await page.locator('.ant-zoom-appear').waitFor({ state: 'detached' })
  expect.soft(await stumblesAtBoth(page), 'dialog').toEqual([])
  await page.goto(`${stage.server.url}/ent/emp?stt=all`)
  await page.getByRole('button', { name: '新建员工' }).click()
  const form = page.getByRole('dialog', { name: '新建员工' })
  await form.getByLabel('身份证号').fill('110105198506150020')
  await form.getByRole('button', { name: '新建' }).click()
  await form.getByText('姓名不能为空').waitFor()
  await form.getByText('校验位应为').waitFor()
  await page.locator('.ant-zoom-appear').waitFor({ state: 'detached' })
  expect.soft(await stumblesAtBoth(page), 'employee form').toEqual([])
  await page.goto(`${stage.server.url}/ent/emp?stt=2`)
  await page.locator('.row-disabled .ant-btn-link').first().click()
  await page.getByText('部门与角色').waitFor()
  expect.soft(await stumblesAtBoth(page), 'employee drawer').toEqual([])
})
