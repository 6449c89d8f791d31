import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'
import { arriveAt, pickPerson, teacherOf } from './colleague.ts'
import { mainMenu } from './frameParts.ts'

let stage: Stage
let teacher: { name: string; empNo: string }
beforeAll(async () => {
  stage = await openStage()
  teacher = await teacherOf(stage)
})
afterAll(() => stage.close())

test('a role is made, its rights are ticked and compared, and whoever is given it finds a new entry in the menu', async () => {
  const { page, told, calm } = await arriveAt(stage, '/ent/role')
  await page.getByRole('button', { name: '新建角色' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建角色' })
  await dialog.getByLabel('角色名称').fill('人事助理')
  await dialog.getByRole('button', { name: '新建' }).click()
  await page.getByRole('heading', { name: '人事助理' }).waitFor()
  const grid = page.getByRole('grid', { name: '“人事助理”的权限' })
  await grid.getByRole('checkbox', { name: '员工组的所有操作' }).check()
  await grid.getByRole('checkbox', { name: '角色管理 详情' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('已改 6 处 · 影响 0 人').waitFor()
  await page.getByRole('button', { name: '查看差异' }).click()
  const difference = page.getByRole('dialog', { name: '差异' })
  await expect.poll(() => difference.innerText()).toMatch(/员工组\s*增加.*删除[\s\S]*角色管理\s*增加\s*详情/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await told('设置成功')
  await page.getByRole('tab', { name: '成员 0' }).click()
  await page.getByRole('button', { name: '添加成员' }).first().click()
  await pickPerson(page, teacher.name, '添加')
  await page.getByRole('tab', { name: '成员 1' }).waitFor()
  await expect.poll(() => page.getByRole('row', { name: teacher.name }).innerText()).toContain('整个学校')

  const colleague = await arriveAt(stage, '/ent/role', 'teacher')
  await colleague.page.getByRole('heading', { name: '角色管理' }).waitFor()
  await mainMenu(colleague.page).getByRole('link', { name: '角色管理', exact: true }).waitFor()
  await colleague.page
    .getByRole('list', { name: '自定义角色' })
    .getByRole('button', { name: /人事助理/ })
    .waitFor()
  expect(await colleague.page.getByRole('button', { name: '新建角色' }).count()).toBe(0)
  calm()
  colleague.calm()
})
