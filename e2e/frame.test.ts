import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'
import { goByMenu, menuLink, openSettings, refreshList } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const tabsOf = ({ page }: Visitor) => page.getByRole('navigation', { name: '已打开的页面' })
const tab = (visitor: Visitor, name: string) => tabsOf(visitor).getByRole('button', { name, exact: true })
const tabNames = async (visitor: Visitor) =>
  (await tabsOf(visitor).locator('.frame-tab').allInnerTexts()).map((text) => text.trim())
const background = ({ page }: Visitor) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

async function arrive(path: string, name: string, size?: Parameters<Stage['visit']>[1]): Promise<Visitor> {
  const visitor = await stage.arrive(path, name, size)
  await visitor.page.getByRole('button', { name: /当前用户/ }).waitFor()
  return visitor
}

test('a page is found by name, by pinyin, by initials and mistyped, with the keyboard alone', async () => {
  const { page, calm } = await arrive('/', 'school')
  for (const [typed, path] of [
    ['员工档', '/ecb/emparch'],
    ['yuangongzu', '/ent/empgrp'],
    ['zzjg', '/ent/org'],
    ['登陆日志', '/user/userlgn'],
    ['userlgn', '/user/userlgn'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    await expect.poll(() => page.getByRole('dialog', { name: '搜索' }).count()).toBe(0)
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('没有的东西')
  await page.getByText('没有找到“没有的东西”').waitFor()
  calm()
})

test('the keyboard alone signs in, opens a screen, finds somebody, changes and saves them, and closes the tab', async () => {
  const visitor = await stage.visit('/login')
  const { page, told, calm } = visitor
  const names = ['Tab', 'Enter', 'End', 'ArrowRight', 'Control+k', 'Alt+w']
  const typed = async (...keys: string[]) => {
    for (const key of keys) await (names.includes(key) ? page.keyboard.press(key) : page.keyboard.type(key))
  }
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  await typed('school', 'Tab', 'Campus2026', 'Enter')
  await page.getByRole('button', { name: /当前用户/ }).waitFor()
  await typed('Control+k', 'yggl')
  await page.getByRole('option').first().waitFor()
  await typed('Enter')
  await page.getByRole('heading', { name: '员工管理' }).waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('/')
      return page.evaluate(() => document.activeElement?.tagName)
    })
    .toBe('INPUT')
  await typed('曹静')
  await expect.poll(() => page.getByRole('button', { name: /^修改：/ }).count()).toBe(1)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const inRow = () => page.evaluate(() => document.activeElement?.matches('.table-row'))
  for (let tabs = 0; tabs < 40 && !(await inRow()); tabs++) await typed('Tab')
  for (let steps = 0; steps < 10 && !(await focused()).startsWith('修改：'); steps++) await typed('ArrowRight')
  await typed('Enter')
  const form = page.getByRole('dialog', { name: '修改曹静' })
  await expect.poll(() => form.getByLabel('姓名').evaluate((field) => field === document.activeElement)).toBe(true)
  await typed('End', '怡', 'Enter')
  await told('修改成功')
  // Leaves the keys of the page alone while the window is still there.
  await expect.poll(() => form.count()).toBe(0)
  await typed('Alt+w')
  await expect.poll(() => tabNames(visitor)).toEqual(['首页'])
  calm()
})

test('the sidebar is 210 px wide, folds to its icons, and stays as it was left', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  const width = () => page.locator('.frame-side').evaluate((side) => side.getBoundingClientRect().width)
  expect(await width()).toBe(210)
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(width).toBe(56)
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  expect(await width()).toBe(56)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzjg')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ent/org')
  expect(await width()).toBe(56)
  calm()
})

test('tabs close, close others and all but the pinned one, go on by keys, and come back after a reload', async () => {
  const visitor = await arrive('/ent/empgrp', 'school')
  const { page, calm } = visitor
  for (const name of ['组织架构', '角色管理', '操作记录']) {
    await goByMenu(page, name)
    await tab(visitor, name).waitFor()
  }
  expect(await tabNames(visitor)).toEqual(['首页', '员工组', '组织架构', '角色管理', '操作记录'])
  const current = () => tabsOf(visitor).locator('[aria-current=page]').innerText()
  await page.locator('body').press('[')
  await expect.poll(current).toBe('角色管理')
  await page.locator('body').press('Alt+w')
  await expect.poll(current).toBe('操作记录')
  await page.reload()
  await tab(visitor, '操作记录').waitFor()
  expect(await tabNames(visitor)).toEqual(['首页', '员工组', '组织架构', '操作记录'])
  await tab(visitor, '组织架构').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect.poll(() => tabNames(visitor)).toEqual(['首页', '组织架构'])
  await expect.poll(() => new URL(page.url()).pathname).toBe('/ent/org')
  await tab(visitor, '首页').click({ button: 'right' })
  expect(await page.getByRole('menuitem', { name: '关闭', exact: true }).count()).toBe(0)
  await page.getByRole('menuitem', { name: '关闭所有' }).click()
  await expect.poll(() => tabNames(visitor)).toEqual(['首页'])
  calm()
})

test('a page that is refreshed begins anew, one that is only left goes on', async () => {
  const visitor = await arrive('/ent/empgrp', 'school')
  const { page, calm } = visitor
  const word = page.getByLabel('组名、拼音或编号')
  await word.fill('班主任')
  await menuLink(page, '组织架构').click()
  await page.getByRole('heading', { name: '组织架构' }).waitFor()
  await page.goBack()
  await expect.poll(() => word.inputValue()).toBe('班主任')
  await tab(visitor, '员工组').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await expect.poll(() => word.inputValue()).toBe('')
  calm()
})

test('whoever leaves a list while its keyword is still being typed is not called back', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  await page.getByLabel('组名、拼音或编号').fill('班')
  await menuLink(page, '组织架构').click()
  await page.getByRole('heading', { name: '组织架构' }).waitFor()
  await page.waitForTimeout(600)
  expect(new URL(page.url()).pathname).toBe('/ent/org')
  calm()
})

test('what went wrong is in the error log, which can be cleared', async () => {
  const { page, complaints } = await arrive('/user/userlgn', 'school')
  await page.getByRole('heading', { name: '登录日志' }).waitFor()
  await page.evaluate(() => void Promise.reject(new Error('脚本里的错')))
  let refusals = 0
  await page.route('**/user/userlgn/getlogpage**', (route) =>
    route.fulfill({ json: { code: refusals++ === 0 ? 10001 : 69999, message: '库里的错', result: null } }),
  )
  // Takes a refusal for an answer, not an error.
  await refreshList(page)
  await page.getByRole('button', { name: '错误记录 1 条' }).waitFor()
  await refreshList(page)
  await page.getByRole('button', { name: '错误记录 2 条' }).click()
  const log = page.getByRole('dialog', { name: '错误记录' })
  for (const text of ['脚本里的错', '库里的错', '/user/userlgn/getlogpage']) await log.getByText(text).first().waitFor()
  await log.getByRole('button', { name: '清空' }).click()
  await page.getByRole('button', { name: '错误记录 0 条' }).waitFor()
  expect(complaints).toEqual(['脚本里的错'])
})

test('a browser that has no full screen says so', async () => {
  const { page, told, calm } = await arrive('/', 'school')
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await page.getByRole('button', { name: '全屏' }).click()
  await told('当前浏览器不支持全屏')
  calm()
})

test('what somebody likes the page to look like is there in another browser, and at the next sign-in', async () => {
  const visitor = await arrive('/', 'teacher')
  const { page, calm } = visitor
  const [white, brand] = [await background(visitor), page.locator('.frame-brand')]
  await openSettings(page)
  await page.getByText('深色').click()
  await expect.poll(() => background(visitor)).not.toBe(white)
  const dark = await background(visitor)
  await page.getByRole('button', { name: '主题色 #7c4dbd' }).click()
  const theme = (one: Visitor) => one.page.evaluate(() => document.documentElement.style.getPropertyValue('--primary'))
  await expect.poll(() => theme(visitor)).not.toBe('#3296fa')
  const saved = page.waitForResponse(/prefer\/set/)
  await page.getByRole('switch', { name: '页签' }).click()
  await page.getByRole('switch', { name: '菜单上的校徽' }).click()
  await expect.poll(() => tabsOf(visitor).count()).toBe(0)
  expect(await brand.count()).toBe(0)
  await saved

  const elsewhere = await arrive('/', 'teacher')
  await expect.poll(() => background(elsewhere)).toBe(dark)
  expect(await theme(elsewhere)).toBe(await theme(visitor))
  expect(await tabsOf(elsewhere).count()).toBe(0)
  await elsewhere.page.getByRole('button', { name: /当前用户/ }).click()
  await elsewhere.page.getByRole('button', { name: '退出登录' }).click()
  await elsewhere.page.getByRole('heading', { name: '登录' }).waitFor()
  expect(await background(elsewhere)).toBe(dark)
  await elsewhere.signIn('school')
  await elsewhere.page.getByRole('button', { name: /当前用户/ }).waitFor()
  await expect.poll(() => background(elsewhere)).toBe(white)
  calm()
  elsewhere.calm()
})

test('on a phone the menu is a drawer that closes when a page is chosen, and no room is spent on what a phone has not', async () => {
  const { page, calm } = await arrive('/', 'school', phone)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await menuLink(page, '员工组').click()
  await page.getByRole('heading', { name: '员工组' }).waitFor()
  await expect.poll(() => page.locator('.ant-drawer-open').count()).toBe(0)
  for (const name of [/错误记录/, /全屏/]) expect(await page.getByRole('button', { name }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  calm()
})
