import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actions } from '#contract/access.ts'
import { knownEnterprises } from '#app/server/demo/enterprises.ts'
import { asOwner } from '../test/support/harness.ts'
import { openStage, type Stage } from './browser.ts'
import { arriveAt, pickPerson, teacherOf } from './colleague.ts'
import { menuLink, refreshList } from './frameParts.ts'

let stage: Stage
let teacher: { name: string; empNo: string }
beforeAll(async () => {
  stage = await openStage()
  teacher = await teacherOf(stage)
})
afterAll(() => stage.close())

/** Lets the teacher make groups of employees. */
const mayMakeGroups = () =>
  asOwner(stage.server, knownEnterprises.experimentalSchool, (db) =>
    db
      .insertInto('emppwr')
      .values({
        entNo: knownEnterprises.experimentalSchool,
        empNo: teacher.empNo,
        mdlCode: 'empgrp',
        pwrNo: actions.add,
        addDelFlag: '1',
      })
      .execute(),
  )

/** Looks for somebody in the list at the left and chooses them. */
async function choosePerson(page: Page, name: string) {
  await page.getByPlaceholder('姓名、拼音、工号').fill(name)
  await page.locator('.person-list').getByRole('button', { name }).first().click()
}

test('one thing is taken from one person: who works there is refused at once, and the menu has lost it', async () => {
  const colleague = await arriveAt(stage, '/ent/emp', 'teacher')
  await colleague.page.getByRole('heading', { name: '员工管理' }).waitFor()
  const { page, calm } = await arriveAt(stage, '/ent/emppwr')
  await choosePerson(page, teacher.name)
  const grid = page.getByRole('grid', { name: '这名员工能做的事和来源' })
  await grid.getByRole('button', { name: '员工管理 详情：来自角色班主任、教职员工' }).click()
  await grid.getByRole('button', { name: '员工管理 详情，已改：个人权限调整去除，角色班主任、教职员工给的也不算' }).waitFor()
  await page.getByText('已改 1 处').waitFor()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('去除 详情').waitFor()

  await refreshList(colleague.page)
  await colleague.page.getByText('没有权限进行操作').first().waitFor()
  await colleague.page.reload()
  await colleague.page.waitForURL(/\/401$/)
  expect(await menuLink(colleague.page, '员工管理').getAttribute('href')).toBe('/ecb/emparch')

  await page.getByRole('button', { name: '清除该模块' }).click()
  await grid.getByRole('button', { name: '员工管理 详情：来自角色班主任、教职员工' }).waitFor()
  await colleague.page.goto(`${stage.server.url}/ent/emp`)
  await colleague.page.getByRole('heading', { name: '员工管理' }).waitFor()
  calm()
})

test('a head teacher is given one more class, and sees how many students that makes', async () => {
  const { page, told, calm } = await arriveAt(stage, '/ent/empdatapwr')
  await choosePerson(page, teacher.name)
  const covers = page.getByText(/^将看到 /)
  const students = async () => Number((await covers.innerText()).match(/(\d+) 名学生/)?.[1])
  await expect.poll(students).toBeGreaterThan(0)
  const before = await students()
  const tree = page.getByRole('tree')
  const closed = tree.locator('.ant-tree-switcher_close')
  for (let level = 0; level < 4 && (await tree.getByText(/班$/).count()) === 0; level++) {
    const shown = await tree.getByRole('treeitem').count()
    // Presses again where the held rights open by themselves and would be closed.
    const opened = async () => {
      if ((await tree.getByRole('treeitem').count()) === shown && (await closed.count()) > 0) await closed.first().click()
      return tree.getByRole('treeitem').count()
    }
    await expect.poll(opened, { interval: 500 }).toBeGreaterThan(shown)
  }
  await tree
    .locator('.ant-tree-treenode', { hasText: /班$/ })
    .locator('.ant-tree-checkbox:not(.ant-tree-checkbox-checked)')
    .first()
    .click()
  await expect.poll(students).toBeGreaterThan(before)
  const after = await students()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await told('设置成功')
  await expect.poll(() => page.getByRole('button', { name: '保存', exact: true }).isDisabled()).toBe(true)
  await page.reload()
  await expect.poll(students).toBe(after)
  calm()
})

test('the other way round somebody is added to a part of the school, for which no head teacher of a class is offered, and removed', async () => {
  const { page, calm } = await arriveAt(stage, '/ent/empdatapwr?way=scope')
  const tree = page.getByRole('tree')
  const place = tree.locator('.ant-tree-treenode', { hasText: /部$/ }).first()
  await place.locator('.ant-tree-node-content-wrapper').click()
  await page.getByRole('combobox', { name: '角色' }).click()
  await page.getByTitle('年级组长').last().waitFor()
  expect(await page.getByTitle('班主任').count()).toBe(0)
  await page.getByTitle('年级组长').last().click()
  await page.getByRole('button', { name: '添加年级组长' }).first().click()
  await pickPerson(page, teacher.name, '添加')
  await page.getByRole('row', { name: teacher.name }).waitFor()
  await page.getByRole('row', { name: teacher.name }).getByRole('button', { name: '移除' }).click()
  await expect.poll(() => page.getByRole('row', { name: teacher.name }).count()).toBe(0)
  calm()
})

test('why somebody may do something is said in a sentence, and how the product looks to them is shown without changing it', async () => {
  await mayMakeGroups()
  const { page, context, calm } = await arriveAt(stage, '/ent/reason')
  await choosePerson(page, teacher.name)
  // Types the name, for the list is longer than what is visible of it.
  await page.getByRole('combobox', { name: '模块' }).fill('员工组')
  await page.getByTitle('员工组', { exact: true }).last().click()
  const why = page.locator('.why')
  await expect.poll(() => why.innerText()).toContain(`${teacher.name}可以使用“员工组·详情”：`)
  await page.getByRole('combobox', { name: '记录类型' }).click()
  await page.getByTitle('员工', { exact: true }).last().click()
  await page.getByRole('combobox', { name: '记录', exact: true }).fill(teacher.name)
  await page.locator('.ant-select-item-option', { hasText: teacher.name }).first().click()
  await expect.poll(() => why.innerText()).toContain(`“${teacher.name}”在`)

  await page.getByRole('button', { name: '以其视角查看' }).click()
  const dialog = page.getByRole('dialog', { name: '以其视角查看' })
  await dialog.getByLabel('原因').fill('老师说看不到员工组')
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: '开始查看' }).click()
  const view = await opened
  view.setDefaultTimeout(15_000)
  const banner = view.locator('.impersonation')
  await expect.poll(() => banner.innerText()).toContain(`正以 ${teacher.name} 的视角查看，不能修改`)
  await menuLink(view, '员工组').click()
  await view.getByRole('button', { name: '新建员工组' }).click()
  const form = view.getByRole('dialog', { name: '新建员工组' })
  await form.getByLabel('组名').fill('看看就好')
  await form.getByLabel('组类型').click()
  await view.getByTitle('消息接收组').last().click()
  await form.getByRole('button', { name: '新建' }).click()
  await view.getByText('正以他人视角查看，不能修改').first().waitFor()
  const { rows } = await stage.server.owner.query(`select 1 from empgrp where grp_name = '看看就好'`)
  expect(rows).toEqual([])
  await view.reload()
  const closed = view.waitForEvent('close')
  await banner.getByRole('button', { name: '结束' }).click()
  await closed
  calm()
})

test('a module that the enterprise renames has its name in the menu, and gets the old one back', async () => {
  const { page, calm } = await arriveAt(stage, '/ent/mdl')
  const sidebar = page.locator('.frame-menu')
  await page.getByLabel('在树中查找').fill('员工组')
  await page.getByRole('treeitem', { name: /^员工组/ }).click()
  const name = page.getByLabel('名称', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('员工组')
  await name.fill('协作小组')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await sidebar.getByText('协作小组', { exact: true }).waitFor()
  await page.getByRole('treeitem', { name: /原名 员工组/ }).waitFor()
  await page.getByRole('button', { name: '恢复原名' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await sidebar.getByText('员工组', { exact: true }).waitFor()
  await expect.poll(() => sidebar.getByText('协作小组').count()).toBe(0)
  calm()
})
