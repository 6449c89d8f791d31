import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archive, part, partsOf } from '../test/support/workbooks.ts'
import { openStage, type Stage, type Visitor } from './browser.ts'
import { openSettings } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const line = (page: Page) => page.getByText('网络已断开，恢复后自动接上')
const notSaved = '网络已断开，没有保存，请恢复后再试'

/** Arrives where what is needed without a network has been loaded. */
async function arrive(path: string, name = 'school'): Promise<Visitor> {
  const visitor = await stage.arrive(path, name)
  const { page } = visitor
  page.setDefaultTimeout(20_000)
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['Toasts', 'Relogin', 'UndoNotice'].every((part) => loaded.some((name) => name.includes(`/${part}-`)))
  })
  return visitor
}

/** Cuts the network, or mends it; tells the page so, which shares its process with others that the browser tells first. */
async function setOnline({ context, page }: Visitor, isOnline: boolean) {
  await context.setOffline(!isOnline)
  // Waits until it is so: a busy browser lets some requests pass before.
  await page.waitForFunction(
    (on) =>
      fetch('/healthz', { cache: 'no-store' }).then(
        () => on,
        () => !on,
      ),
    isOnline,
  )
  await page.evaluate((on) => {
    Object.defineProperty(navigator, 'onLine', { value: on, configurable: true })
    dispatchEvent(new Event(on ? 'online' : 'offline'))
  }, isOnline)
}
const cut = (visitor: Visitor) => setOnline(visitor, false)
const mend = (visitor: Visitor) => setOnline(visitor, true)

function sentOf({ page }: Visitor, path: string) {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith(path) && sent.push(request.postData() ?? ''))
  return sent
}

test('what is saved without a network is told at once, stays in its form, and is never sent later', async () => {
  const visitor = await arrive('/ent/empgrp')
  const { page, told } = visitor
  await page.getByRole('button', { name: '新建员工组' }).click()
  const dialog = page.getByRole('dialog', { name: '新建员工组' })
  await dialog.getByLabel('组类型').click()
  await page.getByTitle('消息接收组').last().click()
  await Promise.all([page.waitForResponse(/\/user\/draft\/set$/), dialog.getByLabel('组名').fill('断网时的组')])
  await cut(visitor)
  await line(page).waitFor()
  const sent = sentOf(visitor, '/ent/empgrp/create')
  await dialog.getByRole('button', { name: '新建' }).click()
  await told(notSaved)
  expect(await dialog.getByLabel('组名').inputValue()).toBe('断网时的组')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog', { name: '放弃未保存的修改？' }).getByRole('button', { name: '放弃' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  const gone = page.waitForResponse(/\/user\/draft\/delete$/)
  await mend(visitor)
  await expect.poll(() => line(page).count()).toBe(0)
  await gone
  expect(sent.length).toBe(1)
  expect(await page.getByText('断网时的组').count()).toBe(0)
  // Expects that nothing given up comes again.
  await page.reload()
  const draft = page.waitForResponse(/\/user\/draft\/get\?/)
  await page.getByRole('button', { name: '新建员工组' }).click()
  await draft
  expect(await dialog.getByLabel('组名').inputValue()).toBe('')
})

test('what is typed without a network becomes a draft when it is back, and is saved by whoever presses 保存 again', async () => {
  const visitor = await arrive('/profile/index')
  const { page, told } = visitor
  await page.getByRole('button', { name: '修改昵称' }).click()
  await cut(visitor)
  await line(page).waitFor()
  const sent = sentOf(visitor, '/user/user/updatenickname')
  await page.getByLabel('昵称').fill('李校长')
  await page.getByRole('button', { name: '保存' }).click()
  await told(notSaved)
  await mend(visitor)
  await expect.poll(() => line(page).count()).toBe(0)
  expect(sent.length).toBe(1)
  await page.getByRole('button', { name: '保存' }).click()
  await told('修改成功')
})

test('a list that cannot be read says so instead of showing other rows, and is read when the network is back', async () => {
  const visitor = await arrive('/ent/emp')
  const { page } = visitor
  const rows = page.locator('.table-row')
  await rows.first().waitFor()
  await cut(visitor)
  await line(page).waitFor()
  await page.getByPlaceholder(/姓名/).first().fill('张')
  await page.getByRole('alert').getByText('网络已断开，请恢复后再试').waitFor()
  expect(await rows.count()).toBe(0)
  await mend(visitor)
  // Waits for the rows that were asked for: those before stand until others have come.
  const names = () => rows.locator('.cell-name, td:nth-child(2)').allInnerTexts()
  await expect.poll(async () => (await names()).filter((name) => !name.includes('张'))).toEqual([])
  expect((await names()).length).toBeGreaterThan(0)
})

test('a drawer, a window and a page that do not come can be closed, and come by 重试', async () => {
  const visitor = await arrive('/ent/emp')
  const { page } = visitor
  await page.locator('.table-row').first().waitFor()
  await cut(visitor)
  await line(page).waitFor()
  const name = page.locator('.table-row').first().getByRole('button').first()
  await name.click()
  const failed = page.getByRole('alertdialog', { name: '网络已断开，这个窗口没有加载出来' })
  await failed.getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => failed.count()).toBe(0)
  await name.click()
  await failed.waitFor()
  await mend(visitor)
  await expect.poll(() => line(page).count()).toBe(0)
  await failed.getByRole('button', { name: '重试' }).click()
  await page.getByRole('dialog').getByText('工号').first().waitFor()
  await page.keyboard.press('Escape')

  await cut(visitor)
  await line(page).waitFor()
  await page.evaluate(() => history.pushState(null, '', '/ent/ptr'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  const lost = page.getByRole('alert').filter({ hasText: '网络已断开，这个页面没有加载出来' })
  await lost.waitFor()
  await mend(visitor)
  await expect.poll(() => line(page).count()).toBe(0)
  await lost.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { name: '家长管理' }).waitFor()
})

test('parts of the frame that do not come leave the page as it is', async () => {
  const visitor = await arrive('/dashboard')
  const { page } = visitor
  await page.route(/\/assets\/SettingsDrawer/, (route) => route.fulfill({ status: 404, body: '' }))
  await openSettings(page)
  const failed = page.getByRole('alertdialog', { name: '这个窗口没有加载出来' })
  await failed.waitFor()
  await page.unroute(/\/assets\/SettingsDrawer/)
  await failed.getByRole('button', { name: '重试' }).click()
  const settings = page.getByRole('dialog', { name: '界面设置' })
  // Opens it again where the browser remembers the failure, for which the page is loaded anew.
  const open = () => page.getByRole('button', { name: '界面设置' }).click({ timeout: 1000 })
  await expect.poll(async () => (await settings.isVisible()) || (await open().catch(() => {}), false)).toBe(true)
})

test('the upload of a list goes on from where it stopped', async () => {
  const visitor = await arrive('/ent/emp/import')
  const { page } = visitor
  const picture = part('xl/media/image1.png', '')
  picture.data = randomBytes(16 * 2 ** 20)
  const sheet = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>姓名</t></is></c></row></sheetData>'
  const workbook = archive([...partsOf({ sheets: [{ xml: sheet }] }), picture])
  const sent: string[] = []
  let arrived = 0
  page.on('request', (request) => request.url().endsWith('uploadchunk') && sent.push(request.url()))
  await page.route(/uploadchunk/, async (route) => {
    if (arrived === 2) await cut(visitor)
    arrived += 1
    await route.continue().catch(() => {})
  })
  await page.locator('input[type=file]').setInputFiles({ name: '名单.xlsx', mimeType: 'application/zip', buffer: workbook })
  await page.getByText('网络已断开，恢复后接着传').waitFor()
  const before = sent.length
  await mend(visitor)
  await page.getByRole('alert').or(page.getByRole('grid')).or(page.locator('.ant-message-notice')).first().waitFor()
  // Expects of four chunks no more than those that had not arrived.
  expect(sent.length - before).toBeLessThanOrEqual(2)
})

test('an export without a network is told, and works when it is back', async () => {
  const visitor = await arrive('/ent/emp')
  const { page, told } = visitor
  await page.getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '导出' }).waitFor()
  await cut(visitor)
  await line(page).waitFor()
  await dialog.getByRole('button', { name: '导出' }).click()
  await told('网络已断开，请恢复后再试')
  await mend(visitor)
  await expect.poll(() => line(page).count()).toBe(0)
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '导出' }).click()])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
})

test('whoever signs in without a network is told, and what was entered stays', async () => {
  const visitor = await stage.visit('/login')
  const { page } = visitor
  await page.getByLabel('账号').waitFor()
  await cut(visitor)
  await line(page).waitFor()
  await visitor.signIn('school')
  await page.getByRole('alert').filter({ hasText: '网络已断开，请恢复后再试' }).waitFor()
  expect(await page.getByLabel('账号').inputValue()).toBe('school')
  await mend(visitor)
  await expect.poll(() => line(page).count()).toBe(0)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: /当前用户/ }).waitFor()
})

test('a session that ended while the network was gone asks by its window, and the page stays', async () => {
  const visitor = await arrive('/ent/emp')
  const { page } = visitor
  await page.locator('.table-row').first().waitFor()
  await cut(visitor)
  await line(page).waitFor()
  await stage.server.owner.query('delete from session')
  await mend(visitor)
  await expect.poll(() => line(page).count()).toBe(0)
  await page.getByPlaceholder(/姓名/).first().fill('张')
  const dialog = page.getByRole('dialog', { name: '登录已失效' })
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('heading', { name: '员工管理' }).waitFor()
})

test('what several parts of a page cannot read for one reason is told once, and in the place of the list', async () => {
  const { page } = await arrive('/ent/stu?unitNo=GONE')
  const reason = '所选的年级或班级已不存在，或不在可访问的范围内'
  await page.getByRole('alert').getByText(reason).first().waitFor()
  await page.locator('.ant-message-notice').getByText(reason).first().waitFor()
  expect(await page.locator('.ant-message-notice').getByText(reason).count()).toBe(1)
})
