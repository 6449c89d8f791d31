import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'
import { giveModules, openOtherSystem } from './otherSystem.ts'
import { mainMenu, menuLink, openFilters } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

test('who is not signed in sees the pages of the portal’s entrance and the sign-in, and is led to the sign-in from all others', async () => {
  const { page, calm } = await stage.visit('/vam/prtl/index')
  await page.getByRole('heading', { name: '全部活动' }).waitFor()
  await expect.poll(() => page.title()).toBe('全部活动 - 智慧校园学校平台')
  for (const [path, lands, title] of [
    ['/login/transitPage', '/login/transitPage', '进入平台'],
    ['/editpwd', '/editpwd', '修改密码'],
    ['/Editpwd/', '/editpwd', '修改密码'],
    ['/resource/login', '/resource/login', '资源中心登录'],
    ['/vam/prtl/index/', '/vam/prtl/index', '全部活动'],
    ['/vam/prtl/myreg', '/login?redirect=%2Fvam%2Fprtl%2Fmyreg', '登录'],
    ['/resource/home?cls=3', '/resource/login?redirect=%2Fresource%2Fhome%3Fcls%3D3', '资源中心登录'],
    ['/ent/emp?stt=2', '/login?redirect=%2Fent%2Femp%3Fstt%3D2', '登录'],
  ] as const) {
    await page.goto(stage.server.url + path)
    await expect.poll(() => pathOf(page.url())).toBe(lands)
    await expect.poll(() => page.title()).toBe(`${title} - 智慧校园学校平台`)
  }
  calm()
})

test('short ways lead to their pages, the refresh helper draws one anew, and no way leads out of the product', async () => {
  const { page, signIn, calm } = await stage.visit('/login?redirect=//evil.example/ent')
  await signIn('school')
  await menuLink(page, '首页').waitFor()
  expect(pathOf(page.url())).toBe('/dashboard')
  for (const [path, lands, title] of [
    ['/', '/dashboard', '首页'],
    ['/login', '/dashboard', '首页'],
    ['/profile', '/profile/index', '个人中心'],
    ['/redirect/ent/emp?stt=2', '/ent/emp?stt=2', '员工管理'],
    ['/no/such/page', '/404', '页面不存在'],
    ['/401', '/401', '没有权限'],
    ['/resource/my', '/resource/my', '我的资源'],
    ['/vam/prtl/dtl', '/vam/prtl/dtl', '活动详情'],
    ['/vam/prtl/foo', '/404', '页面不存在'],
    ['/resource/foo', '/404', '页面不存在'],
    ['/ENT/EMP?stt=2', '/ent/emp?stt=2', '员工管理'],
    ['/ent/emp/', '/ent/emp', '员工管理'],
    ['/Dashboard//', '/dashboard', '首页'],
    ['/VAM/prtl/Index/', '/vam/prtl/index', '全部活动'],
    ['/Resource/Home/', '/resource/home', '全部资源'],
  ] as const) {
    await page.goto(stage.server.url + path)
    await expect.poll(() => pathOf(page.url())).toBe(lands)
    await expect.poll(() => page.title()).toBe(`${title} - 智慧校园学校平台`)
  }
  expect(await menuLink(page, '活动详情').count()).toBe(0)
  calm()
})

test('a page that one may not open leads to /401, an unknown one to /404, and neither stays among the tabs', async () => {
  const { page, calm } = await stage.arrive('/ent/emp', 'teacher')
  const tabs = page.getByRole('navigation', { name: '已打开的页面' })
  for (const [path, lands, sentence] of [
    ['/ecb/mdl', '/401', '没有权限进行操作'],
    ['/ECB/ent/0300000001/', '/401', '没有权限进行操作'],
    ['/ent/none', '/404', '没有这个页面，或者你没有打开它的权限'],
  ] as const) {
    await page.goto(stage.server.url + path)
    await page.getByRole('heading', { name: sentence }).waitFor()
    expect(pathOf(page.url())).toBe(lands)
    await page.getByRole('button', { name: '返回首页' }).click()
    await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
    expect(await tabs.getByText(/没有权限|页面不存在/).count()).toBe(0)
  }
  calm()
})

test('a date picker that is open while another tab is shown closes, and nothing goes wrong', async () => {
  const { page, calm } = await stage.arrive('/ent/emp', 'school')
  const go = (name: string) => menuLink(page, name).click()
  await page.getByRole('heading', { name: '员工管理' }).waitFor()
  await go('访客记录')
  await openFilters(page)
  await page.getByLabel('开始日期', { exact: true }).press('ArrowDown')
  const popup = page.getByRole('dialog', { name: '日历' })
  await popup.waitFor()
  // Leaves without a click, which would take the focus away before.
  await page.goBack()
  await page.getByRole('heading', { name: '员工管理' }).waitFor()
  await go('访客记录')
  await page.getByRole('heading', { name: '访客记录' }).waitFor()
  expect(await popup.count()).toBe(0)
  calm()
})

test('answers without a message or without a result lead back to the sign-in with Has Error', async () => {
  const { page, signIn } = await stage.visit('/ent/emp')
  for (const answer of [
    { code: 0, message: '', result: null },
    { code: 50000, message: '', result: null },
  ]) {
    await signIn('school')
    await page.getByRole('heading', { name: '员工管理' }).waitFor()
    await page.route(/\/user\/mdl\/get/, (route) => route.fulfill({ json: answer }))
    await page.reload()
    await page.getByRole('alert').getByText('Has Error').waitFor()
    expect(pathOf(page.url())).toBe('/login?redirect=%2Fent%2Femp')
    await page.unroute(/\/user\/mdl\/get/)
  }
})

test('whoever came through the resource portal leaves to its own sign-in', async () => {
  const { page, signIn, calm } = await stage.visit('/resource/my')
  await signIn('teacher')
  await page.getByRole('link', { name: '管理后台' }).click()
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('heading', { name: '资源中心登录' }).waitFor()
  calm()
})

test('modules of other systems open as their address and way of opening say, and keep what is in them', async () => {
  const other = await openOtherSystem()
  await giveModules(stage, [
    { code: 'xRoute', name: '停用员工', url: '/ent/emp?stt=2', urlType: '1', openType: '1' },
    { code: 'xOut', name: '外部网站', url: `${other.url}/out`, urlType: '1', openType: '1' },
    { code: 'xFrame', name: '内嵌系统', url: `${other.url}/frame`, urlType: '1', openType: '2' },
    { code: 'xAsked', name: '解析系统', url: `${other.url}/asked`, urlType: '2', openType: '1' },
    { code: 'xLink', name: '外部链接', url: `${other.url}/link`, urlType: '3', openType: '1' },
    { code: 'xNone', name: '没有的页面', url: '/no/such', urlType: '1', openType: '1' },
    { code: 'xWindow', name: '新窗口', url: `${other.url}/window`, urlType: '2', openType: '3' },
  ])
  const { page, context, signIn, calm } = await stage.visit('/')
  await signIn('school')
  const open = (name: string) => mainMenu(page).getByText(name, { exact: true }).click()
  const frame = (name: string) => page.frameLocator(`iframe[title="${name}"]`)

  await open('停用员工')
  await expect.poll(() => pathOf(page.url())).toBe('/ent/emp?stt=2')

  await open('内嵌系统')
  await expect.poll(() => pathOf(page.url())).toBe(`/iframe/index?url=${encodeURIComponent(`${other.url}/frame`)}`)
  await frame('内嵌系统').getByLabel('留言').fill('还在')
  for (const [code, name, urlType, path] of [
    ['xAsked', '解析系统', '2', '/asked'],
    ['xLink', '外部链接', '3', '/link'],
  ] as const) {
    await open(name)
    await expect.poll(() => pathOf(page.url())).toBe(`/iframeurl/index?mdlCode=${code}&openType=1&urlType=${urlType}`)
    await frame(name).getByText(path).waitFor()
    expect(await page.evaluate((key) => sessionStorage.getItem(key), `iframe ${code}`)).toBe(other.url + path)
  }
  const tab = (name: string) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name, exact: true })
  await tab('内嵌系统').click()
  expect(await frame('内嵌系统').getByLabel('留言').inputValue()).toBe('还在')
  expect(await page.locator('iframe[title="内嵌系统"]').getAttribute('sandbox')).not.toContain('top-navigation')

  for (const [name, path] of [
    ['外部网站', '/out'],
    ['新窗口', '/window'],
  ] as const) {
    const opened = context.waitForEvent('page')
    await open(name)
    const window = await opened
    // Brings a ticket along where the server gave the address.
    await window.waitForURL(({ origin, pathname }) => origin + pathname === other.url + path)
    expect(await window.evaluate(() => opener)).toBe(null)
    await window.close()
  }
  expect(pathOf(page.url())).toContain('/iframe/index')

  await page.goto(`${stage.server.url}/iframe/index?url=${encodeURIComponent('https://evil.example/')}`)
  await page.getByText('这里不能打开这个地址').waitFor()
  expect(await page.locator('iframe:visible').count()).toBe(0)
  // Checks that a module without a page is not left out silently.
  await open('没有的页面')
  await page.getByRole('heading', { name: '没有这个页面，或者你没有打开它的权限' }).waitFor()
  other.close()
  calm()
})
