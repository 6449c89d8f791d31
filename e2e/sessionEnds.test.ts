import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'
import { refreshList } from './frameParts.ts'
import { quiet } from './readable.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const question = '您已被登出，可以取消继续留在该页面，或者重新登录'

test('each code of a session that ended asks, and whoever cancels stays on the page', async () => {
  const { page } = await stage.arrive('/user/userlgn', 'school')
  await page.getByRole('heading', { name: '登录日志' }).waitFor()
  for (const code of [50008, 50012, 50014]) {
    const refused = { json: { code, message: '', result: null } }
    await page.route(/\/userlgn\/getlogpage/, (route) => route.fulfill(refused), { times: 1 })
    await refreshList(page)
    const dialog = page.getByRole('dialog').filter({ hasText: question })
    await dialog.getByRole('button', { name: '重新登录' }).waitFor()
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect.poll(() => page.getByText(question).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/user/userlgn')
  }
})

test('a user who cannot be read loses the token and reads why at the sign-in, or Has Error where nothing was said', async () => {
  const { page, signIn } = await stage.visit('/ent/empgrp')
  await page.getByRole('heading', { name: '登录', exact: true }).waitFor()
  for (const [message, said] of [
    ['库里的错', '库里的错'],
    ['', 'Has Error'],
  ] as const) {
    await page.route(/\/user\/user\/get(\?|$)/, (route) => route.fulfill({ json: { code: 10012, message, result: null } }))
    await signIn('school')
    await page.getByRole('alert').getByText(said, { exact: true }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login?redirect=%2Fent%2Fempgrp')
    expect(await page.evaluate(() => sessionStorage.getItem(sessionStorage.getItem('system') ?? ''))).toBe(null)
    await page.unroute(/\/user\/user\/get(\?|$)/)
  }
  await signIn('school')
  await page.getByRole('heading', { name: '员工组' }).waitFor()
})

test('a page that was left for more than 120 minutes loads again without its session', async () => {
  const { page } = await stage.arrive('/user/userlgn', 'school')
  await page.getByRole('heading', { name: '登录日志' }).waitFor()
  // Waits for answers on their way, each of which would tell that the session was used just now.
  await quiet(page)
  await page.evaluate(() => sessionStorage.setItem('tokenTime', String(Date.now() - 121 * 60_000)))
  await refreshList(page)
  await page.getByText('长时间没有操作，请重新登录').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate(() => sessionStorage.getItem('school'))).toBe(null)
})
