import type { Stage, Visitor } from './browser.ts'
import { listCount } from './frameParts.ts'

const search = '姓名、拼音、工号、手机'

/** Opens the list of employees. */
export async function openAt(stage: Stage, name: string) {
  const visitor = await stage.arrive('/ent/emp', name)
  await visitor.page.getByRole('heading', { name: '员工管理' }).waitFor()
  return visitor
}

export const person = ({ page }: Visitor, name: string) => page.getByRole('link', { name, exact: true })
export const row = (visitor: Visitor, name: string) => visitor.page.getByRole('row').filter({ has: person(visitor, name) })
export const count = ({ page }: Visitor, total: number) => listCount(page, `共 ${total} 条`).waitFor()
export const look = ({ page }: Visitor, word: string) => page.getByLabel(search).fill(word)
export const undo = ({ page }: Visitor) =>
  page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()

export async function act(visitor: Visitor, name: string, item: string) {
  await visitor.page.getByRole('button', { name: `更多操作：${name}`, exact: true }).click()
  await visitor.page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Fills in the form of a new employee, and leaves it open. */
export async function fillNew({ page }: Visitor, facts: Record<string, string>) {
  await page.getByRole('button', { name: '新建员工' }).first().click()
  const form = page.getByRole('dialog', { name: '新建员工' })
  for (const [label, value] of Object.entries(facts)) await form.getByLabel(label).fill(value)
  await form.getByLabel('部门（第一个是主部门）').fill('xxzx')
  await page.locator('.ant-select-tree').getByText('信息中心', { exact: true }).click()
  await page.keyboard.press('Escape')
  return form
}

export async function create(visitor: Visitor, name: string, tel: string) {
  const form = await fillNew(visitor, { 姓名: name, 认证手机: tel })
  await form.getByLabel('性别').click()
  await visitor.page.getByTitle('女').last().click()
  await form.getByRole('button', { name: '新建' }).click()
  await visitor.told('员工添加成功')
  await look(visitor, name)
  await count(visitor, 1)
}

export async function openEdit(visitor: Visitor, name: string) {
  await row(visitor, name).getByRole('button', { name: '修改' }).click()
  return visitor.page.getByRole('dialog', { name: `修改${name}` })
}
