import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { seedManyEnterprises } from '../test/support/manyEnterprises.ts'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const node = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name }).first()

test('a school that is dragged to another bureau tells what that touches, and goes back by undo', async () => {
  const { page, told, calm } = await stage.arrive('/ecb/ent', 'platform')
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

test('a tree of five thousand enterprises opens, and any of them is found by its name or initials', async () => {
  await seedManyEnterprises(stage.server.owner)
  const { page, calm } = await stage.arrive('/ecb/ent', 'platform')
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
