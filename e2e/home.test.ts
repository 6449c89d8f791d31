import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makeSchool } from '../test/support/harness.ts'
import { pwdHash } from '../test/support/seedSchool.ts'
import { portrait } from '../test/support/uploads.ts'
import { openStage, phone, type Stage } from './browser.ts'
import { menuLink } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const tasks = (page: Page) => page.getByRole('region', { name: '待办' })
const chart = (page: Page) => page.getByRole('region', { name: '学生按年级' })

test('a new school is shown first how to begin, and goes on where it left off', async () => {
  const { admin, entNo } = await makeSchool(stage.server)
  await stage.server.owner.query('update account set pwd_hash = $1 where user_no = $2', [await pwdHash, admin.userNo])
  const { page, calm } = await stage.arrive('/dashboard', admin.name)
  const steps = page.getByRole('region', { name: /开始使用/ })
  await steps.getByText('完成 0/9').waitFor()
  const [first, second] = [await steps.boundingBox(), await tasks(page).boundingBox()]
  expect(first?.y).toBeLessThan(second?.y ?? 0)
  await steps.getByRole('link', { name: '建部门' }).click()
  await page.getByRole('heading', { name: '组织架构' }).waitFor()
  await asOwner(stage.server, entNo, (db) => db.insertInto('org').values({ entNo, orgNo: 'O-new', orgName: '语文组' }).execute())
  await page.reload()
  await menuLink(page, '首页').click()
  await steps.getByText('完成 1/9').waitFor()
  const kept = page.waitForResponse(/\/user\/prefer\/set/)
  await steps.getByRole('button', { name: '不再显示' }).click()
  await steps.waitFor({ state: 'detached' })
  await kept
  await page.reload()
  await tasks(page)
    .getByRole('link', { name: /去处理/ })
    .waitFor()
  expect(await steps.count()).toBe(0)
  await page.getByRole('button', { name: '显示开始使用的步骤' }).click()
  await steps.waitFor()
  calm()
})

test('a task leads to just what it counts and is gone when that is done; a chart is read as a table', async () => {
  const { page, told, calm } = await stage.arrive('/dashboard', 'school')
  const task = tasks(page).getByRole('listitem').filter({ hasText: '1 名员工还没有认证' })
  await task.getByRole('link', { name: /去处理/ }).click()
  await page.getByRole('heading', { name: '员工管理' }).waitFor()
  expect(new URL(page.url()).search).toBe('?authFlag=0')
  await page.getByText('共 1 条').first().waitFor()
  await page.getByRole('button', { name: /更多操作/ }).click()
  await page.getByRole('menuitem', { name: /认证/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '认证' }).click()
  await told('认证成功')
  await page.goto(`${stage.server.url}/dashboard`)
  const pairs = tasks(page).getByRole('listitem').filter({ hasText: '1 对学生疑似重复' })
  await pairs.getByRole('link', { name: /去处理/ }).click()
  await page.getByRole('heading', { name: '重复核对' }).waitFor()
  await page.getByRole('button', { name: '不是同一人' }).click()
  await page.getByText('没有待核对的重复').waitFor()
  await page.goto(`${stage.server.url}/dashboard`)
  await tasks(page).getByText('项体检任务没有完成').waitFor()
  await tasks(page).getByText('项回写等你审核').waitFor()
  expect(
    await tasks(page)
      .getByText(/疑似重复|还没有认证/)
      .count(),
  ).toBe(0)
  await chart(page).locator('canvas').waitFor()
  await chart(page)
    .getByRole('button', { name: /查看数据/ })
    .click()
  const row = chart(page).getByRole('row', { name: /三年级/ })
  const count = await row.getByRole('cell').last().innerText()
  await row.getByRole('link', { name: `三年级学生 ${count}` }).click()
  await page.getByText(`共 ${count} 条`).first().waitFor()
  calm()
})

test('on a phone the charts are folded and nothing is wider than the page', async () => {
  const { page, calm } = await stage.arrive('/dashboard', 'school', phone)
  await tasks(page).waitFor()
  expect(await chart(page).locator('canvas').count()).toBe(0)
  await chart(page).getByRole('button', { name: '学生按年级' }).click()
  await chart(page).locator('canvas').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  calm()
})

test('one’s own page: a nickname, a picture, and the other sessions are ended', async () => {
  const elsewhere = await stage.arrive('/dashboard', 'teacher')
  await tasks(elsewhere.page).waitFor()
  const { page, told, calm } = await stage.arrive('/profile/index', 'teacher')
  await page.getByRole('button', { name: '修改昵称' }).click()
  await page.getByRole('textbox', { name: '昵称' }).fill('小邓!')
  await page.keyboard.press('Enter')
  await page.getByText('昵称只能有汉字、字母、数字、· 和空格').waitFor()
  await page.getByRole('textbox', { name: '昵称' }).fill('小邓')
  await page.keyboard.press('Enter')
  await told('修改成功')
  await page.getByRole('button', { name: '当前用户 小邓' }).waitFor()
  const buffer = Buffer.from(await (await portrait()).arrayBuffer())
  const picture = { name: '我.jpg', mimeType: 'image/jpeg', buffer }
  await page.getByRole('region', { name: '我', exact: true }).locator('input[type=file]').setInputFiles(picture)
  await page.getByRole('dialog').getByRole('button', { name: '裁剪' }).click()
  await told('修改成功')
  await page.getByRole('img', { name: '小邓的头像' }).waitFor()
  await page.reload()
  await page.getByRole('img', { name: '小邓的头像' }).waitFor()
  await page.getByRole('tab', { name: '我的会话' }).click()
  await page.getByRole('row').filter({ hasText: '本机' }).waitFor()
  await page.getByRole('button', { name: '下线其他会话' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click()
  await told('移除成功')
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Chrome' }).count()).toBe(1)
  await menuLink(elsewhere.page, '组织架构').click()
  await elsewhere.page.getByRole('dialog', { name: '登录已失效' }).waitFor()
  calm()
})
