import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, signedIn, type Stage } from './browser.ts'
import { menuLink, refreshList } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true })
const whose = (page: Page) => page.getByRole('button', { name: /当前用户/ })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Opens a page in a further tab of the same browser, as a typed address does. */
async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(stage.server.url + path)
  return page
}

/** Signs somebody in in a further tab of the same browser. */
async function signInBeside(context: BrowserContext, name: string): Promise<Page> {
  const page = await openTab(context, '/login')
  await page.getByLabel('账号').fill(name)
  await page.getByRole('textbox', { name: '密码' }).fill('Campus2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await heading(page, /，(早上|中午|下午|晚上)好/).waitFor()
  return page
}

test('a link opened in a new tab, and an address typed into one, show the page without another sign-in', async () => {
  const { page, context, calm } = await stage.arrive('/ent/org', 'school')
  const entry = menuLink(page, '员工管理')
  const [behindLink] = await Promise.all([context.waitForEvent('page'), entry.click({ modifiers: ['ControlOrMeta'] })])
  await heading(behindLink, '员工管理').waitFor()
  const typed = await openTab(context, '/ent/empgrp')
  await heading(typed, '员工组').waitFor()
  expect(await typed.evaluate(() => Object.keys(localStorage))).toEqual([])
  calm()
})

test('of two people in one browser the one whose link it was goes on; a typed address asks who it is', async () => {
  const { page: school, context } = await stage.arrive('/ent/empgrp', 'school')
  await heading(school, '员工组').waitFor()
  const teacher = await signInBeside(context, 'teacher')
  const name = await whose(teacher).textContent()
  await teacher.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/profile/index'
    link.textContent = '我的链接'
    document.querySelector('main')?.append(link)
  })
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    teacher.getByRole('link', { name: '我的链接' }).click({ button: 'middle' }),
  ])
  await heading(opened, '个人中心').waitFor()
  expect(await whose(opened).textContent()).toBe(name)
  const typed = await openTab(context, '/profile/index')
  await typed.getByRole('alert').getByText('这个标签页还没有登录').waitFor()
  expect(pathOf(typed)).toBe('/login')
})

test('signing out in one tab ends the others that share the session, and no new tab gets it any more', async () => {
  const { page: first, context } = await stage.arrive('/ent/empgrp', 'school')
  await heading(first, '员工组').waitFor()
  const second = await openTab(context, '/user/userlgn')
  await heading(second, '登录日志').waitFor()
  // Keeps the server from hearing of it: the session is worth nothing here even so.
  await first.route(/\/common\/user\/logout/, (route) => route.abort())
  await whose(first).click()
  await first.getByRole('button', { name: '退出登录' }).click()
  await heading(first, '登录').waitFor()
  await second.getByRole('dialog', { name: '登录已失效' }).getByRole('button', { name: '取消' }).click()
  await refreshList(second)
  await second.getByRole('dialog', { name: '登录已失效' }).waitFor()
  const third = await openTab(context, '/ent/empgrp')
  await heading(third, '登录').waitFor()
})

test('the sign-in opened on purpose signs nobody in, and a tab that was signed out asks for a password', async () => {
  const { page, context } = await stage.arrive('/ent/empgrp', 'school')
  await heading(page, '员工组').waitFor()
  const purposely = await openTab(context, '/login?redirect=/ent/empgrp')
  await heading(purposely, '登录').waitFor()
  await purposely.waitForTimeout(500)
  expect(pathOf(purposely)).toBe('/login')
  const teacher = await signInBeside(context, 'teacher')
  await whose(teacher).click()
  await teacher.getByRole('button', { name: '退出登录' }).click()
  await heading(teacher, '登录').waitFor()
  await teacher.goto(`${stage.server.url}/ent/empgrp`)
  await heading(teacher, '登录').waitFor()
})

test('a tab goes on with the token that another one got for the same session, and counts its use', async () => {
  const { page: first, context } = await stage.arrive('/ent/empgrp', 'school')
  await heading(first, '员工组').waitFor()
  const second = await openTab(context, '/user/userlgn')
  await heading(second, '登录日志').waitFor()
  const keptOf = (page: Page) =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem(sessionStorage.getItem('system') ?? '') ?? ''))
  const former = (await keptOf(first)).token
  const { client } = await signedIn(stage.server, 'school')
  await first.evaluate(
    ([former, token]) => {
      const channel = new BroadcastChannel('session')
      channel.postMessage({ kind: 'used', token: former, at: Date.now() + 600_000 })
      channel.postMessage({ kind: 'renewed', former, token, tokenId: '' })
    },
    [former, client.token],
  )
  await expect.poll(async () => (await keptOf(second)).token).toBe(client.token)
  expect(await second.evaluate(() => Number(sessionStorage.getItem('tokenTime')) > Date.now() + 300_000)).toBe(true)
})
