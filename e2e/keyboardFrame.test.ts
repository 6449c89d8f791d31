import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Size, type Stage, type Visitor } from './browser.ts'
import { mainMenu, menuLink } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function arrive(path: string, name: string, size?: Size): Promise<Visitor> {
  const visitor = await stage.arrive(path, name, size)
  await visitor.page.getByRole('button', { name: /当前用户/ }).waitFor()
  return visitor
}

/** Returns what has the focus: its text or label, with the part of the frame that it is in. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement
    const part = at.closest('nav, header, main, [role=dialog]')
    const name = at.tagName === 'MAIN' ? '' : (at.ariaLabel ?? at.textContent)?.trim()
    return `${part?.ariaLabel ?? part?.tagName.toLowerCase() ?? ''}: ${name}`
  })
const focusIs = (page: Page, where: string) => expect.poll(() => focused(page)).toBe(where)
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Opens pages one after the other from the search, by keys. */
async function openPages(page: Page, ...initials: [string, string][]) {
  for (const [typed, heading] of initials) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  }
}

test('a page that opens has the focus, at first and on every change; one that is returned to has it where it was', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  await focusIs(page, '员工组: ')
  await page.getByLabel('组名、拼音或编号').waitFor()
  await press(page, '/')
  await focusIs(page, '员工组: 组名、拼音或编号')
  await openPages(page, ['zzjg', '组织架构'])
  await focusIs(page, '组织架构: ')
  await press(page, '[')
  await focusIs(page, '员工组: 组名、拼音或编号')
  expect(await page.title()).toContain('员工组')
  calm()
})

test('the first stop of Tab leads past menu, top bar and tabs to the page, and is seen only while it has the focus', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  await focusIs(page, '员工组: ')
  const skip = page.getByRole('link', { name: '跳到内容' })
  const isSeen = () => skip.evaluate((link) => getComputedStyle(link).clipPath === 'none')
  expect(await isSeen()).toBe(false)
  for (let stops = 0; stops < 30 && !(await isSeen()); stops++) await press(page, 'Shift+Tab')
  await focusIs(page, ': 跳到内容')
  await press(page, 'Enter')
  await focusIs(page, '员工组: ')
  calm()
})

test('the tabs are one stop: arrows walk, Enter shows, Delete closes and goes to the neighbour, the menu gives the focus back', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  const strip = '已打开的页面'
  await openPages(page, ['zzjg', '组织架构'], ['jsgl', '角色管理'])
  await focusIs(page, '角色管理: ')
  const toStrip = async () => {
    for (let stops = 0; stops < 8 && !(await focused(page)).startsWith(strip); stops++) await press(page, 'Shift+Tab')
  }
  await toStrip()
  await focusIs(page, `${strip}: 角色管理`)
  await press(page, 'ArrowLeft')
  await focusIs(page, `${strip}: 组织架构`)
  expect(pathOf(page)).toBe('/ent/role')
  await press(page, 'Home')
  await focusIs(page, `${strip}: 首页`)
  await press(page, 'Delete')
  await press(page, 'End')
  await focusIs(page, `${strip}: 角色管理`)
  await press(page, 'ArrowLeft', 'Shift+F10')
  const menu = page.getByRole('menuitem', { name: '关闭其他' })
  await menu.waitFor()
  await press(page, 'Escape')
  await expect.poll(() => menu.isVisible()).toBe(false)
  await focusIs(page, `${strip}: 组织架构`)
  await press(page, 'Delete')
  await focusIs(page, `${strip}: 角色管理`)
  expect(pathOf(page)).toBe('/ent/role')
  await press(page, 'Delete')
  await focusIs(page, `${strip}: 员工组`)
  await expect.poll(() => pathOf(page)).toBe('/ent/empgrp')
  await press(page, 'ArrowLeft', 'Enter')
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  await focusIs(page, '首页: ')
  // Takes the tabs as one stop, whatever their number: from there to the button before them.
  await toStrip()
  await press(page, 'Shift+Tab')
  await focusIs(page, 'header: 收起菜单')
  calm()
})

test('the cross of a tab is large enough for an unsteady hand', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  const cross = await page.getByRole('button', { name: '关闭员工组' }).boundingBox()
  expect(Math.min(cross?.width ?? 0, cross?.height ?? 0)).toBeGreaterThanOrEqual(24)
  calm()
})

test('the menu is one stop: arrows walk over links and groups, fold and unfold them, a letter jumps to a name, Enter opens', async () => {
  const { page, calm } = await arrive('/ent/org', 'school')
  await focusIs(page, '组织架构: ')
  await press(page, 'Shift+F6', 'Shift+F6')
  await focusIs(page, '主菜单: 组织架构')
  await press(page, 'ArrowDown')
  await focusIs(page, '主菜单: 员工')
  await press(page, 'ArrowLeft')
  await focusIs(page, '主菜单: 组织员工')
  await press(page, 'ArrowLeft')
  await expect.poll(() => menuLink(page, '员工管理').count()).toBe(0)
  await press(page, 'ArrowRight', 'ArrowRight')
  await focusIs(page, '主菜单: 组织架构')
  await press(page, 'Home')
  await focusIs(page, '主菜单: 首页')
  await page.keyboard.type('jsqx')
  await focusIs(page, '主菜单: 角色权限')
  await press(page, 'Tab')
  expect(await focused(page)).toMatch(/^header: /)
  await press(page, 'Shift+Tab')
  await focusIs(page, '主菜单: 角色权限')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  await focusIs(page, '角色管理: ')
  expect(await menuLink(page, '角色管理').getAttribute('aria-current')).toBe('page')
  calm()
})

test('folded to icons, a group shows its pages beside it, by keys too', async () => {
  const { page, calm } = await arrive('/ent/org', 'school', { width: 1000, height: 800 })
  await focusIs(page, '组织架构: ')
  await press(page, 'Shift+F6', 'Shift+F6')
  await focusIs(page, '主菜单: 组织员工')
  expect(await menuLink(page, '员工组').count()).toBe(0)
  await press(page, 'ArrowRight', 'ArrowRight')
  await focusIs(page, '主菜单: 组织架构')
  await press(page, 'Escape')
  await focusIs(page, '主菜单: 组织员工')
  await expect.poll(() => menuLink(page, '员工组').count()).toBe(0)
  await press(page, 'End', 'Home')
  await page.keyboard.type('zzyg')
  await focusIs(page, '主菜单: 组织员工')
  await press(page, 'Enter')
  await menuLink(page, '员工组').waitFor()
  await press(page, 'Tab')
  await expect.poll(() => menuLink(page, '员工组').count()).toBe(0)
  calm()
})

test('an entry of the menu is a link: Ctrl+Enter opens it in another tab of the browser and leaves this one as it is', async () => {
  const { page, context, calm } = await arrive('/ent/org', 'school')
  await focusIs(page, '组织架构: ')
  expect(new URL(await menuLink(page, '员工组').evaluate((link: HTMLAnchorElement) => link.href)).pathname).toBe('/ent/empgrp')
  await press(page, 'Shift+F6', 'Shift+F6', 'ArrowDown')
  const [other] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await other.waitForURL((url) => url.href.includes('emp'))
  expect(pathOf(page)).toBe('/ent/org')
  await other.close()
  calm()
})

test('F6 goes from the page to the menu, to the top bar and back to where one was in the page', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  await page.getByLabel('组名、拼音或编号').waitFor()
  await focusIs(page, '员工组: ')
  await press(page, '/')
  await focusIs(page, '员工组: 组名、拼音或编号')
  await press(page, 'F6')
  await focusIs(page, '主菜单: 员工组')
  await press(page, 'F6')
  await focusIs(page, 'header: 收起菜单')
  await press(page, 'F6')
  await focusIs(page, '员工组: 组名、拼音或编号')
  await press(page, 'Shift+F6')
  await focusIs(page, 'header: 收起菜单')
  calm()
})

test('on a phone with a keyboard the menu walks in its drawer, and the page that is chosen has the focus', async () => {
  const { page, calm } = await arrive('/ent/org', 'school', phone)
  await focusIs(page, '组织架构: ')
  await press(page, 'Shift+F6', 'Enter')
  await mainMenu(page).waitFor()
  for (let stops = 0; stops < 6 && (await focused(page)) !== '主菜单: 组织架构'; stops++) await press(page, 'Tab')
  await page.keyboard.type('ygz')
  await focusIs(page, '主菜单: 员工组')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: '员工组' }).waitFor()
  await expect.poll(() => mainMenu(page).count()).toBe(0)
  await focusIs(page, '员工组: ')
  calm()
})

test('in a low window the bars above the page scroll away with it', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school', { width: 320, height: 256 })
  await page.getByRole('heading', { name: '员工组' }).waitFor()
  await page.locator('.frame-main').evaluate((main) => main.scrollTo(0, 200))
  await expect.poll(() => page.locator('.frame-bar').evaluate((bar) => bar.getBoundingClientRect().bottom)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  calm()
})

test('whoever speaks instead of typing turns the keys of a single letter off, and on again; keys with Ctrl or Alt stay', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'teacher')
  await page.getByLabel('组名、拼音或编号').waitFor()
  await openPages(page, ['zzjg', '组织架构'])
  const set = async () => {
    await press(page, 'Control+k')
    await page.keyboard.type('界面设置')
    await page.getByRole('option').first().waitFor()
    await press(page, 'Enter')
    const change = page.getByRole('switch', { name: '单键快捷键' })
    await change.focus()
    const saved = page.waitForResponse(/prefer\/set/)
    await press(page, 'Space')
    await saved
    await press(page, 'Escape')
    await change.waitFor({ state: 'hidden' })
  }
  await set()
  await press(page, '[')
  await page.waitForTimeout(500)
  expect(pathOf(page)).toBe('/ent/org')
  await set()
  await press(page, '[')
  await expect.poll(() => pathOf(page)).toBe('/ent/empgrp')
  calm()
})
