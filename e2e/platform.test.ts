import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, type Visitor } from './browser.ts'
import { goByMenu, menuLink } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function arrive(path: string, name: string): Promise<Visitor> {
  const visitor = await stage.arrive(path, name)
  visitor.page.setDefaultTimeout(15_000)
  await menuLink(visitor.page, '首页').waitFor()
  return visitor
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('the operator makes a module, and takes that back', async () => {
  const { page, told, calm } = await arrive('/ecb/mdl', 'platform')
  await page.getByRole('button', { name: '新建模块' }).click()
  const dialog = page.getByRole('dialog', { name: '新建模块' })
  await dialog.getByLabel('模块编码').fill('canteen')
  await dialog.getByPlaceholder('请输入模块名称').fill('食堂公示')
  await dialog.getByPlaceholder('请输入地址，不填则是分组').fill('/canteen')
  await dialog.getByRole('button', { name: '新建' }).click()
  const made = page.getByRole('treeitem', { name: /食堂公示/ })
  await made.waitFor()
  await expect.poll(() => page.getByLabel('模块名称').inputValue()).toBe('食堂公示')
  await page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()
  await told('撤销成功')
  await expect.poll(() => made.count()).toBe(0)
  calm()
})

test('below the address of a module stands how it opens: a page of ours, another site in a tab of its own, or a new window', async () => {
  const { page, calm } = await arrive('/ecb/mdl', 'platform')
  await page.getByRole('button', { name: '新建模块' }).click()
  const dialog = page.getByRole('dialog', { name: '新建模块' })
  const pick = async (label: string, option: string) => {
    await dialog.getByLabel(label).click()
    await page.getByTitle(option, { exact: true }).last().click()
  }
  const address = dialog.getByPlaceholder('请输入地址，不填则是分组')
  await address.fill('/ent/emp')
  await dialog.getByText('点它打开本系统的这一页。', { exact: true }).waitFor()
  await address.fill('https://map.example.cn/')
  await pick('地址类型', '外部地址')
  await dialog.getByText('点它打开一个页签，对方的网站显示在里面。', { exact: true }).waitFor()
  await pick('打开方式', '新窗口')
  await dialog.getByText('点它打开新窗口。', { exact: true }).waitFor()
  await pick('打开方式', '页签里内嵌')
  await dialog.getByText('点它打开一个页签，对方的网站显示在里面。', { exact: true }).waitFor()
  calm()
})

test('a new account shows its password once, and asks for another at the first sign-in', async () => {
  const { page, told, calm } = await arrive('/ecb/user', 'platform')
  await page.getByRole('button', { name: '新建账号' }).click()
  const dialog = page.getByRole('dialog', { name: '新建账号' })
  await dialog.getByLabel('登录账号').fill('newcomer')
  await dialog.getByLabel('昵称').fill('新来的人')
  await dialog.getByRole('button', { name: '新建' }).click()
  const shown = page.getByRole('dialog', { name: '登录账号' })
  await shown.getByText('初始密码只显示这一次').waitFor()
  const password = (await shown.locator('strong').innerText()).trim()
  expect(password.length).toBeGreaterThanOrEqual(8)
  await shown.getByRole('button', { name: '知道了' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await row(page, 'newcomer').getByText('初始密码').waitFor()
  expect(await page.content()).not.toContain(password)

  await row(page, 'newcomer').getByRole('button', { name: '更多操作：新来的人' }).click()
  await page.getByRole('menuitem', { name: '身份' }).click()
  await page.getByRole('dialog', { name: '“新来的人”的身份' }).getByRole('combobox', { name: '添加身份' }).fill('实验学校')
  await page.locator('.ant-select-item-option').first().click()
  const picker = page.getByRole('dialog', { name: /^选择.*的员工$/ })
  await picker.locator('.table-row').nth(8).getByRole('checkbox').click()
  await page.getByRole('dialog', { name: '“新来的人”的身份' }).getByRole('button', { name: '保存' }).click()
  await told('设置成功')
  await expect.poll(() => row(page, 'newcomer').innerText()).not.toContain('没有身份')
  const newcomer = await stage.visit('/login')
  await newcomer.signIn('newcomer', password)
  await newcomer.page.getByText('初始密码须先修改，才能继续使用。').waitFor()
  calm()
})

test('acting as a user opens a page of its own that always says so, and ends with a press', async () => {
  const { page, context, calm } = await arrive('/ecb/user', 'platform')
  await row(page, 'company')
    .getByRole('button', { name: /^更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: '模拟登录' }).click()
  const dialog = page.getByRole('dialog', { name: /^模拟登录/ })
  await dialog.getByRole('button', { name: '开始模拟' }).click()
  await dialog.getByText('请写明原因').waitFor()
  await dialog.getByLabel('原因').fill('客户来电，核对部门')
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: '开始模拟' }).click()
  const acting = await opened
  const banner = acting.locator('.impersonation')
  await expect.poll(() => banner.innerText()).toMatch(/正以 .+ 的视角查看，不能修改/)
  await menuLink(acting, '员工管理').click()
  await acting.getByRole('heading', { name: '员工管理' }).waitFor()
  expect(await banner.isVisible()).toBe(true)
  const closed = acting.waitForEvent('close')
  await banner.getByRole('button', { name: '结束' }).click()
  await closed
  await page.reload()
  await page.getByRole('heading', { name: '平台账号' }).waitFor()
  calm()
})

test('sign-ins are listed with what became of them, and somebody is signed out from elsewhere', async () => {
  const colleague = await stage.visit('/ent/emp')
  await colleague.signIn('teacher', 'wrong-one')
  await colleague.page.getByRole('alert').waitFor()
  await colleague.signIn('teacher')
  await colleague.page.getByRole('heading', { name: '员工管理' }).waitFor()
  const { page, calm } = await arrive('/user/userlgn', 'school')
  await page.getByPlaceholder('账号或姓名').fill('teacher')
  await expect.poll(() => row(page, 'school').count()).toBe(0)
  // Expects the newest first, before those of other days.
  await expect.poll(() => row(page, 'teacher').nth(0).innerText()).toContain('成功')
  await expect.poll(() => row(page, 'teacher').nth(1).innerText()).toContain('密码')

  await goByMenu(page, '在线会话')
  await page.getByRole('heading', { name: '在线会话' }).waitFor()
  await row(page, 'school').getByText('本机').waitFor()
  expect(await row(page, 'school').filter({ hasText: '本机' }).getByRole('checkbox').isDisabled()).toBe(true)
  await row(page, 'teacher').getByRole('button', { name: '下线' }).click()
  await page.getByRole('dialog').getByText('对方的下一步操作会回到登录页').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click()
  await expect.poll(() => row(page, 'teacher').count()).toBe(0)
  await menuLink(colleague.page, '组织架构').click()
  await colleague.page.getByRole('dialog', { name: '登录已失效' }).getByRole('button', { name: '重新登录' }).click()
  await colleague.page.getByRole('textbox', { name: '密码' }).waitFor()
  calm()
})
