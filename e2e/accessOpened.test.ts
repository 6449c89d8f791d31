import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSampled } from '../test/support/sample.ts'
import { openStage, type Stage } from './browser.ts'
import { goWithin, ofSchool } from './pages.ts'
import { watchRequests } from './idle.ts'
import { arriveWatched, stumbles, stumblesAtBoth } from './readable.ts'
import { openSettings } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the pages of the resource portal are readable by everybody', async () => {
  const { page } = await stage.arrive('/resource/home', 'teacher')
  watchRequests(page)
  for (const [path, shown] of [
    ['/resource/home', '荷塘月色'],
    ['/resource/my', '我的资源'],
    ['/resource/details?no=Z000000001', '荷塘月色'],
    ['/resource/file?no=Z000000004', '二次函数的图象'],
  ].filter(([path = '']) => isSampled(path)) as [string, string][]) {
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
  ].filter(([path = '']) => isSampled(path)) as [string, string][]) {
    const { page } = await stage.visit(path)
    watchRequests(page)
    await page.getByText(shown, { exact: true }).last().waitFor()
    expect.soft(await stumblesAtBoth(page), path).toEqual([])
  }
})

test('what dark mode shows is readable too', { timeout: 240_000 }, async () => {
  const page = await arriveWatched(stage, 'school')
  await openSettings(page)
  await page.getByText('深色').click()
  await page.getByText('界面设置').waitFor()
  expect.soft(await stumbles(page), 'settings').toEqual([])
  await page.keyboard.press('Escape')
  for (const shown of ofSchool.filter(([path]) => inDark.includes(path) && (process.env.WHOLE || first.includes(path)))) {
    await goWithin(page, shown)
    expect.soft(await stumbles(page), shown[0]).toEqual([])
  }
})

// Lists pages that together have every kind of control and colour.
const inDark = ['/dashboard', '/ent/emp', '/ent/org', '/ent/role', '/ent/reason', '/ecb/entcfg', '/ent/ent', '/user/userlgn']
// Lists a list with its filters, a tree, and a form.
const first = ['/ent/emp', '/ent/org', '/ecb/entcfg']

test('what opens over a page is readable by everybody', { timeout: 200_000 }, async () => {
  const page = await arriveWatched(stage, 'school', '/ent/emp/import')
  await page.locator('input[type=file]').setInputFiles(new URL('../test/fixtures/staff-200.xlsx', import.meta.url).pathname)
  await page.locator('.sheet-cell.bad').first().click()
  await page.getByRole('tooltip').waitFor()
  expect.soft(await stumblesAtBoth(page), 'rows of an import').toEqual([])
  await page.getByRole('button', { name: '重新选择文件' }).click()
  await page.getByText('点这里选择 Excel 文件').waitFor()
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
  await page.locator('.row-disabled .row-button').first().click()
  await page.getByText('部门与角色').waitFor()
  expect.soft(await stumblesAtBoth(page), 'employee drawer').toEqual([])
})
