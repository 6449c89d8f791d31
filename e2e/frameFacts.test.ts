import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Size, type Stage, type Visitor } from './browser.ts'
import { menuGroup, menuLink, openSettings } from './frameParts.ts'

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

test('the menu of the user says who is signed in and where, and leads to all that is their own', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'multi')
  await page.getByRole('button', { name: /当前用户/ }).click()
  const menu = page.locator('.popup')
  const names = ['用户编号', '登录账号', '登录手机', '姓名', '身份', '单位编号', '单位名称']
  await expect.poll(() => menu.locator('dt').allInnerTexts()).toEqual(names)
  const said = await menu.locator('dd').allInnerTexts()
  expect([said.includes(''), said.includes('–'), said[1], said[4]]).toEqual([false, false, 'multi', '学校'])
  for (const name of ['修改密码', '切换身份', '退出登录']) await menu.getByRole('button', { name, exact: true }).waitFor()
  for (const [name, path] of [
    ['首页', '/dashboard'],
    ['个人中心', '/profile/index'],
  ] as const) {
    if (!(await menu.isVisible())) await page.getByRole('button', { name: /当前用户/ }).click()
    await menu.getByRole('button', { name, exact: true }).click()
    await page.waitForURL((url) => url.pathname === path)
  }
  calm()
})

test('the sidebar names the enterprise below its logo; a group opens without leading anywhere', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'school')
  const brand = page.locator('.frame-brand')
  expect(await brand.innerText()).toBe('晨光市第一实验学校')
  expect(await brand.locator('img').count()).toBe(1)
  const group = menuGroup(page, '管理')
  await menuLink(page, '登录日志').waitFor()
  await group.click()
  await expect.poll(() => menuLink(page, '登录日志').count()).toBe(0)
  await group.click()
  await menuLink(page, '登录日志').waitFor()
  expect(new URL(page.url()).pathname).toBe('/ent/empgrp')
  calm()
})

test('a page 992 px wide has the sidebar, folded below 1200, one of 991 the drawer; a cookie remembers what was chosen', async () => {
  const { page, context, calm } = await arrive('/ent/empgrp', 'school', { width: 992, height: 800 })
  await page.locator('.frame-side.folded').waitFor()
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'sidebar')?.value).toBe('open')
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'sidebar')?.value).toBe('folded')
  await page.setViewportSize({ width: 991, height: 800 })
  await expect.poll(() => page.locator('.frame-side').count()).toBe(0)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await menuLink(page, '首页').waitFor()
  calm()
})

test('tabs that do not fit are scrolled by their buttons, and the one that is shown keeps 4 px of room', async () => {
  const paths = [
    '/ent/org',
    '/ent/emp',
    '/ecb/emparch',
    '/ent/empgrp',
    '/ent/role',
    '/ent/stu',
    '/ent/ptr',
    '/ent/mtg',
    '/ent/bill',
  ]
  const { page, calm } = await arrive('/dashboard', 'school', { width: 1000, height: 800 })
  await page.getByRole('button', { name: '展开菜单' }).click()
  const list = page.locator('.frame-tabs-list')
  for (const [at, path] of paths.entries()) {
    await page.evaluate((to) => history.pushState({}, '', to), path)
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: history.state })))
    await expect.poll(() => list.locator('.frame-tab').count()).toBe(at + 2)
  }
  const places = () => list.evaluate((element) => [element.scrollLeft, element.scrollWidth - element.clientWidth])
  const roomOf = (side: 'left' | 'right') =>
    list.evaluate((element, side) => {
      const [outer, inner] = [element.getBoundingClientRect(), element.querySelector('.active')?.getBoundingClientRect()]
      return Math.round(Math.abs((inner?.[side] ?? 0) - outer[side]))
    }, side)
  await expect.poll(() => roomOf('right')).toBe(4)
  await expect.poll(async () => (await places())[0]).toBeGreaterThan(0)
  const [before = 0] = await places()
  await page.getByRole('button', { name: '向左滚动' }).click()
  await expect.poll(async () => (await places())[0]).toBeLessThan(before)
  await page.getByRole('button', { name: '向右滚动' }).click()
  await expect.poll(async () => (await places())[0]).toBe(before)
  // Clicks it without a look that scrolls by itself.
  await list.getByRole('button', { name: '员工管理', exact: true }).dispatchEvent('click')
  await expect.poll(() => roomOf('left')).toBe(4)
  calm()
})

test('controls are of the middle size until somebody chooses another, which stays', async () => {
  const { page, calm } = await arrive('/ent/empgrp', 'teacher')
  const controls = page.getByLabel('组名、拼音或编号').locator('xpath=ancestor-or-self::*[contains(@class,"ant-input")]').first()
  const tall = () => controls.evaluate((element) => Math.round(element.getBoundingClientRect().height))
  expect(await tall()).toBe(32)
  await openSettings(page)
  const saved = page.waitForResponse(/prefer\/set/)
  await page.getByLabel('控件大小').getByText('大', { exact: true }).click()
  await expect.poll(tall).toBe(44)
  await saved
  await page.reload()
  await controls.waitFor()
  await expect.poll(tall).toBe(44)
  calm()
})

test('a header that is not fixed goes away while one scrolls down, and a fixed one stays', async () => {
  const { page, calm } = await arrive('/dashboard', 'school', { width: 1000, height: 420 })
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  const scroll = (top: number) => page.locator('.tab-page:visible').evaluate((tab, top) => tab.scrollTo(0, top), top)
  const away = () => page.locator('.header-away').count()
  await expect
    .poll(() => page.locator('.tab-page:visible').evaluate((tab) => tab.scrollHeight > tab.clientHeight + 100))
    .toBe(true)
  await scroll(100)
  await page.waitForTimeout(200)
  expect(await away()).toBe(0)
  await scroll(0)
  await openSettings(page)
  const saved = page.waitForResponse(/prefer\/set/)
  await page.getByRole('switch', { name: '固定顶栏' }).click()
  await saved
  await page.keyboard.press('Escape')
  await scroll(100)
  await expect.poll(away).toBe(1)
  await scroll(0)
  await expect.poll(away).toBe(0)
  calm()
})

test('one’s own page is not kept: it begins anew each time it is opened', async () => {
  const { page, calm } = await arrive('/profile/index', 'school')
  await page.getByRole('tab', { name: '密码' }).click()
  const old = page.getByLabel('旧密码')
  await old.fill('half-typed')
  await menuLink(page, '首页').click()
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: '密码' }).waitFor()
  await expect.poll(() => old.inputValue()).toBe('')
  calm()
})

test('each identity is a card with avatar, name, identity and enterprise', async () => {
  const { page, calm } = await arrive('/dashboard', 'multi')
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.locator('.popup').getByRole('button', { name: '切换身份' }).click()
  const cards = page.getByRole('radiogroup', { name: '身份' }).getByRole('radio')
  await expect.poll(() => cards.count()).toBe(4)
  for (const card of await cards.all()) {
    expect(await card.locator('.ant-avatar').count()).toBe(1)
    const [name, identity, enterprise] = (await card.locator('.identity-text').innerText()).split('\n').filter(Boolean)
    expect([name !== '', /^(学校|企业|教育局|代理商|商户|企业管理员)/.test(identity ?? ''), enterprise !== undefined]).toEqual([
      true,
      true,
      true,
    ])
  }
  calm()
})

test('the page fills the screen and leaves it again by its button', async () => {
  const { page, calm } = await arrive('/dashboard', 'school')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(isFull).toBe(false)
  calm()
})

test('a refusal that is told at its field has no notice beside it', async () => {
  const { page } = await arrive('/ent/empgrp', 'school')
  await page.getByRole('button', { name: '新建员工组' }).click()
  const dialog = page.getByRole('dialog', { name: '新建员工组' })
  await dialog.getByLabel('组类型').click()
  await page.getByTitle('消息接收组').last().click()
  await dialog.getByLabel('组名').fill('班主任')
  await dialog.getByRole('button', { name: '新建' }).click()
  await dialog
    .locator('.ant-form-item-explain-error')
    .getByText(/班主任/)
    .waitFor()
  expect(await page.locator('.ant-message-notice').count()).toBe(0)
})

test('a group of the first level stays a group over a single module, and one in which nothing is left is not drawn', async () => {
  const { page, signIn, calm } = await stage.visit('/')
  const leave = (menu: { mdlCode: string; items: object[] }[]) =>
    menu.flatMap((group) =>
      group.mdlCode === 'gstaff'
        ? [{ ...group, items: group.items.slice(0, 1) }]
        : group.mdlCode === 'gadm'
          ? [{ ...group, items: [] }]
          : [group],
    )
  await page.route(/\/user\/mdl\/get(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { result: Parameters<typeof leave>[0] }
    await route.fulfill({ response, json: { ...body, result: leave(body.result) } })
  })
  await signIn('school')
  const group = menuGroup(page, '组织员工')
  await group.waitFor()
  expect(await menuGroup(page, '管理').count()).toBe(0)
  const only = menuLink(page, '组织架构')
  await only.waitFor()
  expect(await menuLink(page, '员工管理').count()).toBe(0)
  const before = page.url()
  await group.click()
  await expect.poll(() => only.isVisible()).toBe(false)
  expect(page.url()).toBe(before)
  calm()
})
