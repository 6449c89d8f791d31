import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage } from './browser.ts'
import { goByMenu } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the operator makes a school with its administrator, who signs in, chooses values of a dictionary, and finds them in a form', async () => {
  const { page, calm } = await stage.arrive('/ecb/ent', 'platform')
  await page.getByRole('button', { name: '新建企业' }).first().click()
  const form = page.getByRole('dialog', { name: '新建企业' })
  await form.getByLabel('单位名称').fill('云溪实验小学')
  await form.getByRole('radio', { name: '学校' }).click()
  await form.getByLabel('联系电话').fill('0310-8888666')
  await form.getByLabel('管理员姓名').fill('方校长')
  await form.getByLabel('管理员手机').fill('15700000001')
  await form.getByRole('button', { name: '新建' }).last().click()
  const shown = page.getByRole('dialog', { name: '登录账号' })
  const password = (await shown.locator('strong').innerText()).trim()
  const account = (await shown.locator('dd').first().innerText()).split('，')[0]?.trim() ?? ''
  await shown.getByRole('button', { name: '知道了' }).click()
  await page.getByRole('heading', { name: '云溪实验小学' }).waitFor()
  expect(await page.locator('.frame-tab.active').innerText()).toContain('云溪实验小学')
  await page.getByRole('tab', { name: '模块' }).click()
  await page.getByText('字典选用').first().waitFor()
  calm()

  const head = await stage.visit('/')
  await head.signIn(account, password)
  await head.page.getByText('初始密码须先修改，才能继续使用。').waitFor()
  await head.page.getByRole('textbox', { name: '旧密码' }).fill(password)
  for (const name of ['新密码', '再次输入']) await head.page.getByRole('textbox', { name }).fill('Campus2026')
  await head.page.getByRole('button', { name: '修改密码' }).click()
  await head.page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()

  await goByMenu(head.page, '字典选用')
  await head.page.getByRole('button', { name: /任教学科/ }).click()
  for (const name of ['数学', '语文']) await head.page.getByRole('button', { name: `选用${name}` }).click()
  await head.page.getByRole('button', { name: '保存', exact: true }).click()
  await head.told('设置成功')
  await goByMenu(head.page, '员工档案')
  await head.page.locator('.tab-page:visible .table-row').getByRole('button', { name: '方校长', exact: true }).click()
  await head.page.getByRole('combobox', { name: '任教学科' }).click()
  const options = head.page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect.poll(() => options.allInnerTexts()).toEqual(['数学', '语文'])
  head.calm()
})

test('on a phone an enterprise is found in the list and its page fits the screen', async () => {
  const visitor = await stage.arrive('/ecb/ent', 'platform', phone)
  const { page, calm } = visitor
  await page.getByPlaceholder('名称、拼音、编号、联系人').fill('yxzx')
  await page.getByRole('link', { name: '晨光市云溪中学', exact: true }).click()
  await page.getByRole('tab', { name: '资料' }).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  calm()
})
