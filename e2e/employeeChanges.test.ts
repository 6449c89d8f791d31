import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idNoOf } from '../test/support/staffList.ts'
import { openStage, type Stage } from './browser.ts'
import { act, count, create, fillNew, look, openAt, row } from './staff.ts'
import { refreshList } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a list that was asked for before a change and is answered after it shows the change', async () => {
  const visitor = await openAt(stage, 'school')
  const { page, calm } = visitor
  await create(visitor, '呼延朗', '13800001021')
  const { promise: changed, resolve: answer } = Promise.withResolvers<void>()
  const held = async (route: Route) => {
    const response = await route.fetch()
    await changed
    await route.fulfill({ response })
  }
  await Promise.all([page.waitForResponse(/ent\/emp\/getpage/), look(visitor, '呼延')])
  await page.route(/ent\/emp\/getpage/, held, { times: 1 })
  const asked = page.waitForRequest(/ent\/emp\/getpage/)
  await refreshList(page)
  await asked
  await act(visitor, '呼延朗', '停用')
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await page.getByText('已停用 1 名员工').waitFor()
  answer()
  await page.getByText('没有符合条件的记录').waitFor()
  calm()
})

test('a wrong check digit is pointed out and accepted; a work number that is taken is told at its field, and nothing is lost', async () => {
  const visitor = await openAt(stage, 'school')
  const { calm } = visitor
  const right = idNoOf('11010519850615004')
  const form = await fillNew(visitor, {
    姓名: '欧阳乐',
    工号: '1001',
    身份证号: `${right.slice(0, 17)}${right.endsWith('1') ? '2' : '1'}`,
    认证手机: '13800001002',
  })
  await form.getByText(`校验位应为 ${right[17]}，可能有一位录错，请核对`).waitFor()
  await form.getByRole('button', { name: '新建' }).click()
  await form.locator('.ant-form-item', { hasText: '工号' }).locator('.ant-form-item-explain-error').waitFor()
  for (const [label, value] of [
    ['姓名', '欧阳乐'],
    ['认证手机', '13800001002'],
    ['出生日期', '1985-06-15'],
  ])
    await expect.poll(() => form.getByLabel(label as string).inputValue()).toBe(value)
  await form.getByLabel('工号').fill('T003')
  await form.getByRole('button', { name: '新建' }).click()
  await visitor.told('员工添加成功')
  await look(visitor, '欧阳乐')
  await count(visitor, 1)
  calm()
})

test('a phone is changed; certifying shows the initial password once, which signs in and must be changed', async () => {
  const visitor = await openAt(stage, 'school')
  const { page, calm } = visitor
  await create(visitor, '诸葛青', '13800001003')
  await act(visitor, '诸葛青', '改手机')
  const dialog = page.getByRole('dialog', { name: '改“诸葛青”的手机' })
  await dialog.getByLabel('新手机').fill('13800001004')
  await dialog.getByRole('button', { name: '保存' }).click()
  await visitor.told('修改电话号码成功')
  await row(visitor, '诸葛青').getByText('138****1004').waitFor()
  await act(visitor, '诸葛青', '认证')
  await page.getByRole('dialog').getByRole('button', { name: '认证' }).click()
  const account = page.getByRole('dialog', { name: '登录账号' })
  await account.getByText('初始密码只显示这一次').waitFor()
  const [name, password] = await account.locator('dd .ant-typography').allInnerTexts()
  await account.getByRole('button', { name: '知道了' }).click()
  await row(visitor, '诸葛青').getByText('已认证').waitFor()
  await page.reload()
  await expect.poll(() => page.getByText(password as string).count()).toBe(0)

  const newcomer = await stage.visit('/')
  await newcomer.signIn(name as string, (password as string).trim())
  await newcomer.page.getByText('初始密码须先修改，才能继续使用。').waitFor()
  await newcomer.page.getByLabel('旧密码').fill((password as string).trim())
  await newcomer.page.getByLabel('新密码').fill('Lantern-2026-blue')
  await newcomer.page.getByLabel('再次输入').fill('Lantern-2026-blue')
  await newcomer.page.getByRole('button', { name: '修改密码' }).click()
  await newcomer.page.getByRole('heading', { name: /诸葛青/ }).waitFor()
  calm()
  newcomer.calm()
})
