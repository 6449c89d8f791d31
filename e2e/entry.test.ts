import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { startCas, whyNoCas } from '../test/support/casServer.ts'
import { clientOf } from '../test/support/harness.ts'
import { clientId, clientSecret, startOidc } from '../test/support/oidcServer.ts'
import { desktop, openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.server.owner.query('delete from login_fail'))

const home = (page: Page) => page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ })
const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

async function failThrice(page: Page, signIn: (name: string, password?: string) => Promise<void>) {
  for (let tries = 1; tries <= 3; tries++) {
    const answer = page.waitForResponse(/\/login$/)
    await signIn('school', `wrong-${tries}`)
    await answer
  }
  await page.getByRole('group', { name: '安全验证' }).waitFor()
}

/** Returns how far the knob has to go on the page, read where only the server knows it. */
async function wayOf(page: Page): Promise<number> {
  await page.locator('.check-piece').waitFor()
  const { rows } = await stage.server.owner.query(`select place from captcha where kind = 'slide' order by crt_tm desc limit 1`)
  const rail = await page.locator('.check-rail').boundingBox()
  return (rows[0].place * (rail?.width ?? 0)) / 320
}

async function slide(page: Page, by: number) {
  const box = await page.getByRole('slider').boundingBox()
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const part of [0.03, 0.1, 0.22, 0.4, 0.55, 0.7, 0.84, 0.93, 0.98, 1]) {
    await page.mouse.move(x + by * part, y + 2 * part)
    await page.waitForTimeout(45)
  }
  await page.mouse.up()
}

test.each([
  ['1440', desktop],
  ['390', phone],
])('at %s px three wrong passwords ask for a slide, which lets in with the right one', async (_, size) => {
  const { page, signIn, calm } = await stage.visit('/login', size)
  await failThrice(page, signIn)
  await signIn('school')
  await page.getByText('请先完成安全验证').waitFor()
  await slide(page, (await wayOf(page)) / 2)
  await page.getByText('没有拼对，请再试一次').waitFor()
  await slide(page, await wayOf(page))
  await page.getByText('验证通过').waitFor()
  await signIn('school')
  await home(page).waitFor()
  calm()
})

test('arrows and Enter move the piece too', async () => {
  const { page, signIn } = await stage.visit('/login')
  await failThrice(page, signIn)
  await page.locator('.check-piece').waitFor()
  const { rows } = await stage.server.owner.query(`select place from captcha where kind = 'slide' order by crt_tm desc limit 1`)
  await page.getByRole('slider').focus()
  for (let x = 0; x < rows[0].place; x += 4) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(x % 12 === 0 ? 30 : 8)
  }
  await page.keyboard.press('Enter')
  await page.getByText('验证通过').waitFor()
})

test('whoever cannot slide reads a picture instead, and is asked for another one after a wrong code', async () => {
  const { page, signIn } = await stage.visit('/login')
  await failThrice(page, signIn)
  await page.getByRole('button', { name: '换用图片验证码' }).click()
  const field = page.getByLabel('图片中的 4 个字符')
  const picture = page.locator('.check-code img')
  const first = await picture.getAttribute('src')
  await field.fill('0000')
  await signIn('school')
  await page.getByText('验证码不正确或已过期，请重新验证').waitFor()
  await page.getByRole('button', { name: '换用图片验证码' }).click()
  await expect.poll(() => picture.getAttribute('src')).not.toBe(first)
  const second = await picture.getAttribute('src')
  await page.getByRole('button', { name: '看不清，换一张' }).click()
  await expect
    .poll(() => picture.getAttribute('src').then((src) => src !== second && src?.startsWith('data:image/png')))
    .toBe(true)
})

test('someone with several identities switches to another one and lands in its platform', async () => {
  const { page, signIn, calm } = await stage.visit('/login')
  await signIn('multi')
  await home(page).waitFor()
  const kept = () => page.evaluate(() => sessionStorage.getItem(sessionStorage.getItem('system') ?? ''))
  const before = await kept()
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.getByRole('button', { name: '切换身份', exact: true }).click()
  const cards = page.getByRole('radiogroup', { name: '身份' }).getByRole('radio')
  await expect.poll(() => cards.count()).toBe(4)
  expect(await cards.filter({ hasText: '（当前）' }).count()).toBe(1)
  expect(await cards.filter({ hasText: '（当前）' }).isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('请选择要切换的身份').waitFor()
  await page.keyboard.press('ArrowRight')
  const chosen = cards.and(page.locator('[aria-checked=true]'))
  await expect.poll(() => chosen.count()).toBe(1)
  const name = await chosen.locator('.identity-text span').last().textContent()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard$/)
  await home(page).waitFor()
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page
    .locator('.popup .facts')
    .getByText(name as string, { exact: true })
    .waitFor()
  expect(await kept()).not.toBe(before)
  calm()
})

test('someone with one identity finds that there is none to switch to', async () => {
  const { page } = await stage.arrive('/dashboard', 'teacher')
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.getByRole('button', { name: '切换身份', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '切换身份' })
  await dialog.getByText('你只有这一种身份，没有别的可以切换。').waitFor()
  expect(await dialog.getByRole('button', { name: '切换', exact: true }).count()).toBe(0)
})

test('a link without its number says that it is not whole', async () => {
  const { page } = await stage.visit('/login/transitPage?to=/ent/emp')
  await page.getByText('链接不完整，请从原来的系统重新进入').waitFor()
})

async function ticketFor(name: string): Promise<string> {
  const { tokenId } = await clientOf(stage.server).call(signin.login, { name, pwd: 'Campus2026' })
  return tokenId
}

test.each([
  ['//evil.example/x', '/dashboard'],
  ['https://evil.example/', '/dashboard'],
  ['/.//evil.example/x', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['/%09/evil.example', '/404'],
  ['javascript:alert(1)', '/dashboard'],
  ['/ent/emp', '/ent/emp'],
])('whoever is dropped off for %s stays here', async (to, path) => {
  const tokenId = await ticketFor('school')
  const { page, context } = await stage.visit('/404')
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  await page.goto(`${stage.server.url}/login/transitPage?tokenId=${tokenId}&to=${encodeURIComponent(to)}`)
  await page.waitForURL((url) => url.pathname === path)
  expect(new URL(page.url()).origin).toBe(stage.server.url)
  expect(asked.filter((url) => !url.startsWith(stage.server.url) && !/^(data|blob):/.test(url))).toEqual([])
  // Expects it once in the page's own address, once in the call; neither stays in the address.
  expect(asked.filter((url) => url.includes(tokenId)).map((url) => new URL(url).pathname)).toEqual([
    '/login/transitPage',
    '/api/services/common/user/gettokenbyid',
  ])
})

test('a number that is used up says so, without it in the address, and leads back to the sign-in', async () => {
  const tokenId = await ticketFor('school')
  await clientOf(stage.server).call(signin.gettokenbyid, { id: tokenId })
  const { page } = await stage.visit(`/login/transitPage?tokenId=${tokenId}&to=/ent/emp`)
  await page.getByText('登录凭据已失效，请重新登录').waitFor()
  expect(await addressOf(page)).toBe('/login/transitPage')
  await page.getByRole('link', { name: '返回登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
})

test('the resource portal has its own sign-in, which leads back into it and is left to', async () => {
  const { page, signIn } = await stage.visit('/resource/home')
  await page.getByRole('heading', { name: '资源中心登录' }).waitFor()
  expect(await addressOf(page)).toBe('/resource/login?redirect=%2Fresource%2Fhome')
  expect(await page.title()).toBe('资源中心登录 - 智慧校园学校平台')
  await page.goto(`${stage.server.url}/ent/emp?stt=1`)
  await page.getByRole('heading', { name: '登录', exact: true }).waitFor()
  expect(await addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/ent/emp?stt=1')}`)
  await page.goto(`${stage.server.url}/resource/login?redirect=%2Fent%2Forg`)
  await signIn('school')
  await page.getByRole('heading', { name: '组织架构' }).waitFor()
  await page.goto(`${stage.server.url}/resource/login`)
  await expect.poll(() => addressOf(page)).toBe('/resource/home')
  await page.goto(`${stage.server.url}/login?redirect=%2Fent%2Femp`)
  await home(page).waitFor()
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('heading', { name: '资源中心登录' }).waitFor()
})

test('a provider outside lets in by its own pages, and leads to the page that was asked for', async () => {
  const { identityProviders } = stage.server.services
  identityProviders.publicUrl = stage.server.url
  const provider = await startOidc(stage.server.url)
  identityProviders.sso = { issuer: new URL(provider.issuer), clientId, clientSecret, attr: 'preferred_username' }
  const { page } = await stage.visit('/ent/org')
  await page.getByRole('button', { name: '统一登录' }).click()
  await page.locator('input[name=login]').fill('school')
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: '组织架构' }).waitFor()
  expect(await addressOf(page)).toBe('/ent/org')
  expect(await page.evaluate(() => [sessionStorage.getItem('ssoKey'), sessionStorage.getItem('goal')])).toEqual([null, null])
  await page.goto(`${stage.server.url}/login/sso?code=stolen&state=stolen`)
  await page.getByText('请在开始登录的同一个页面里完成登录').waitFor()
  expect(await addressOf(page)).toBe('/login/sso')
  delete identityProviders.sso
  provider.close()
})

const whyNot = whyNoCas()

test.skipIf(whyNot)(`a CAS server lets in, and leaving here leaves it too${whyNot ? `（跳过：${whyNot}）` : ''}`, async () => {
  const { identityProviders } = stage.server.services
  identityProviders.publicUrl = stage.server.url
  const cas = await startCas(`${stage.server.url}/login/cas`, ['school'])
  identityProviders.cas = { url: cas.url, attr: undefined }
  const { page } = await stage.visit('/login/cas?redirect=%2Fent%2Femp')
  await page.getByLabel('Username').fill('school')
  await page.getByLabel('Password').fill('Campus2026')
  await page.locator('#login_form').getByRole('button').click()
  await page.getByRole('heading', { name: '员工管理' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('casKey'))).toBe(`${stage.server.url}/login/cas`)
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  // Waits for the CAS server, which sends people back from its own log-out.
  await page.waitForURL(`${stage.server.url}/login`)
  await page.goto(`${stage.server.url}/login/cas`)
  await page.getByLabel('Username').waitFor()
  delete identityProviders.cas
  cas.close()
})

test('a link of another account asks before somebody else stands in the place of who works here', async () => {
  const { page, signIn } = await stage.visit('/login')
  await signIn('company')
  await home(page).waitFor()
  const nameOf = () => page.getByRole('button', { name: /当前用户/ }).textContent()
  const mine = await nameOf()
  await page.goto(`${stage.server.url}/login/transitPage?tokenId=${await ticketFor('merchant')}&to=/ent/emp`)
  await page.getByRole('heading', { name: '换一个账号？' }).waitFor()
  await page.getByText('云溪中学第一食堂').waitFor()
  await page.keyboard.press('Enter')
  await home(page).waitFor()
  expect(await nameOf()).toBe(mine)
  await page.goto(`${stage.server.url}/login/transitPage?tokenId=${await ticketFor('merchant')}&to=/dashboard`)
  await page.getByRole('button', { name: '换成链接的账号' }).click()
  await home(page).waitFor()
  expect(await nameOf()).not.toBe(mine)
})

test('whoever has several accounts under one phone chooses one after the password', async () => {
  const { rows } = await stage.server.owner.query(`select auth_tel from account where name = 'company'`)
  await stage.server.owner.query(`update account set auth_tel = $1 where name = 'merchant'`, [rows[0].auth_tel])
  const { page, signIn } = await stage.visit('/login', phone)
  await signIn(rows[0].auth_tel)
  await page.getByRole('heading', { name: '选择要进入的账号' }).waitFor()
  await page.getByRole('button', { name: /云溪中学第一食堂/ }).click()
  await home(page).waitFor()
})
