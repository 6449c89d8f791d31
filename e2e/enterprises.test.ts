import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantManyEnterprises } from '../test/manyEnterprises.ts'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function arrive(path: string, name: string, password?: string): Promise<Visitor> {
  const visitor = await stage.visit(path)
  visitor.page.setDefaultTimeout(15_000)
  await visitor.signIn(name, password)
  return visitor
}

const node = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name }).first()

test('the operator makes a school with its administrator, who signs in, chooses values of a dictionary, and finds them in a form', async () => {
  const { page, calm } = await arrive('/ecb/ent', 'platform')
  await page.getByRole('button', { name: '新建企业' }).first().click()
  const form = page.getByRole('dialog', { name: '新建企业' })
  await form.getByLabel('企业名称').fill('云溪实验小学')
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
  await page.getByText('企业字典').first().waitFor()
  calm()

  const head = await arrive('/', account, password)
  await head.page.getByText('初始密码须先修改，才能继续使用。').waitFor()
  await head.page.getByRole('textbox', { name: '旧密码' }).fill(password)
  for (const name of ['新密码', '再次输入']) await head.page.getByRole('textbox', { name }).fill('Campus2026')
  await head.page.getByRole('button', { name: '修改密码' }).click()
  await head.page.getByRole('heading', { name: /你好/ }).waitFor()

  await head.page.getByRole('menuitem', { name: '企业字典' }).click()
  await head.page.getByRole('button', { name: /任教学科/ }).click()
  for (const name of ['数学', '语文']) await head.page.getByRole('button', { name: `选用${name}` }).click()
  await head.page.getByRole('button', { name: '保存', exact: true }).click()
  await head.told('设置成功')
  await head.page.getByRole('menuitem', { name: '员工档案' }).click()
  await head.page.locator('.ant-table-row').getByRole('button', { name: '方校长' }).click()
  await head.page.getByRole('combobox', { name: '任教学科' }).click()
  const options = head.page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect.poll(() => options.allInnerTexts()).toEqual(['数学', '语文'])
  head.calm()
})

test('a school that is dragged to another bureau tells what that touches, and goes back by undo', async () => {
  const { page, told, calm } = await arrive('/ecb/ent', 'platform')
  await page.getByRole('textbox', { name: '在树中查找' }).fill('qmxx')
  await node(page, '启明区启明小学').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '移动' }).click()
  const asked = page.getByRole('dialog', { name: '移动“启明区启明小学”' })
  await asked.getByRole('combobox').fill('示例省教育厅')
  await page.locator('.ant-select-tree-title').filter({ hasText: '示例省教育厅' }).first().click()
  await asked.getByRole('button', { name: '下一步' }).click()
  const affected = page.getByRole('dialog', { name: '移动“启明区启明小学”到“示例省教育厅”之下' })
  await affected.getByText(/家企业.*名员工.*名学生/).waitFor()
  await affected.getByText(/“启明区教育局”.*不再看到/).waitFor()
  await affected.getByRole('button', { name: '移动', exact: true }).click()
  await told('调整成功')
  await page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()
  await told('撤销成功')
  calm()
})

test('on a phone an enterprise is found in the list and its page fits the screen', async () => {
  const visitor = await stage.arrive('/ecb/ent', 'platform', phone)
  const { page, calm } = visitor
  await page.getByPlaceholder('名称、拼音、编号、联系人').fill('yxzx')
  await page.getByRole('button', { name: '晨光市云溪中学', exact: true }).click()
  await page.getByRole('tab', { name: '资料' }).waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
  calm()
})

test('a tree of five thousand enterprises opens, and any of them is found by its name or initials', async () => {
  await plantManyEnterprises(stage.server.owner)
  const { page, calm } = await arrive('/ecb/ent', 'platform')
  await page.getByRole('treeitem').nth(3).waitFor()
  await page
    .getByText(/5,0\d\d/)
    .first()
    .waitFor()
  const search = page.getByRole('textbox', { name: '在树中查找' })
  for (const [word, name] of [
    ['第 4321 小学', '第 4321 小学'],
    ['d249jyj', '第 249 教育局'],
  ] as const) {
    await search.fill(word)
    await node(page, name).waitFor()
  }
  calm()
})
