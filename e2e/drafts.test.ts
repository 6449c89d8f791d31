import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const kept = (page: Page) => page.waitForResponse(/\/user\/draft\/set$/)
const gone = (page: Page) => page.waitForResponse(/\/user\/draft\/delete$/)
const asked = (page: Page) => page.waitForResponse(/\/user\/draft\/get\?/)
const restored = /^已恢复 \d\d-\d\d \d\d:\d\d 没有保存的内容$/

async function openCreate(page: Page) {
  await Promise.all([asked(page), page.getByRole('button', { name: '新建员工组' }).click()])
  return page.getByRole('dialog', { name: '新建员工组' })
}

async function openEdit(page: Page, name: string) {
  await page.getByRole('button', { name: `更多操作：${name}` }).click()
  await Promise.all([asked(page), page.getByRole('menuitem', { name: '修改' }).click()])
  return page.getByRole('dialog', { name: '修改员工组' })
}

test('what was typed survives a reload and a sign-out, is there in another browser, and is gone once it is saved', async () => {
  const { page, calm } = await stage.arrive('/ent/empgrp', 'school')
  const dialog = await openCreate(page)
  expect(await page.getByText(restored).count()).toBe(0)
  await Promise.all([kept(page), dialog.getByLabel('组名').fill('半途的组')])
  await page.reload()
  await openCreate(page)
  await page.getByText(restored).waitFor()
  expect(await dialog.getByLabel('组名').inputValue()).toBe('半途的组')
  await page.getByRole('button', { name: /当前用户/ }).evaluate((button: HTMLElement) => button.click())
  await page.getByRole('button', { name: '退出登录' }).evaluate((button: HTMLElement) => button.click())
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  calm()

  const other = await stage.arrive('/ent/empgrp', 'school')
  const form = await openCreate(other.page)
  await expect.poll(() => form.getByLabel('组名').inputValue()).toBe('半途的组')
  await form.getByLabel('组类型').click()
  await other.page.getByTitle('消息接收组').last().click()
  await Promise.all([gone(other.page), form.getByRole('button', { name: '新建' }).click()])
  await other.told('员工组添加成功')
  await openCreate(other.page)
  expect(await form.getByLabel('组名').inputValue()).toBe('')
  expect(await other.page.getByText(restored).count()).toBe(0)
  other.calm()
})

test('a draft is given up by its link, and by leaving the form; both ask the server to forget it', async () => {
  const { page, calm } = await stage.arrive('/ent/empgrp', 'school')
  const dialog = await openEdit(page, '校门值守')
  await Promise.all([kept(page), dialog.getByLabel('描述').fill('早班')])
  await page.reload()
  await openEdit(page, '校门值守')
  await Promise.all([gone(page), dialog.getByRole('button', { name: '放弃草稿' }).click()])
  expect(await dialog.getByLabel('描述').inputValue()).toBe('')
  await expect.poll(() => page.getByText(restored).count()).toBe(0)
  await Promise.all([kept(page), dialog.getByLabel('描述').fill('晚班')])
  await dialog.getByRole('button', { name: '取消' }).click()
  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' })
  await Promise.all([gone(page), question.getByRole('button', { name: '放弃' }).click()])
  await openEdit(page, '校门值守')
  expect(await dialog.getByLabel('描述').inputValue()).toBe('')
  calm()
})

test('a draft says when somebody changed the record since, and saving merges what they changed', async () => {
  const { page, told, calm } = await stage.arrive('/ent/empgrp', 'school')
  const dialog = await openEdit(page, '班主任')
  await Promise.all([kept(page), dialog.getByLabel('描述').fill('每周一例会')])
  const own = `ent_no = (select ent_no from ent where ent_name = '晨光市第一实验学校')`
  await stage.server.owner.query(
    `update empgrp set grp_name = '各班班主任', ver = ver + 1 where ${own} and grp_name = '班主任' and stt = '1'`,
  )
  await page.reload()
  await openEdit(page, '各班班主任')
  await page.getByText('此后有人改过这条记录，请核对后再保存').waitFor()
  expect(await dialog.getByLabel('组名').inputValue()).toBe('各班班主任')
  expect(await dialog.getByLabel('描述').inputValue()).toBe('每周一例会')
  await dialog.getByRole('button', { name: '保存' }).click()
  await told('员工组修改成功')
  const { rows } = await stage.server.owner.query(`select des from empgrp where ${own} and grp_name = '各班班主任'`)
  expect(rows).toEqual([{ des: '每周一例会' }])
  calm()
})

test('a form beside a tree keeps its draft, asks before another is chosen, and is safe only once the server has it', async () => {
  const { page, calm } = await stage.arrive('/ent/mdl', 'school')
  // Draws of a long tree only what is in sight.
  const findNode = async (node: string) => {
    await page.getByLabel('在树中查找').fill(node)
    await page.getByRole('tree').getByText(node, { exact: true }).click()
  }
  const leaves = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await page.getByRole('tree').getByText('员工管理', { exact: true }).click()
  const name = page.getByLabel('名称', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('员工管理')
  await page.route(/\/user\/draft\/set$/, (route) => route.fulfill({ json: { code: 10012, result: null, message: '忙' } }), {
    times: 1,
  })
  await Promise.all([kept(page), name.fill('老师')])
  expect(await leaves()).toBe(true)
  expect(await page.locator('.ant-message-notice').count()).toBe(0)
  await Promise.all([kept(page), name.fill('老师们')])
  await expect.poll(leaves).toBe(false)
  await findNode('员工组')
  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' })
  await question.getByRole('button', { name: '继续编辑' }).click()
  expect(await name.inputValue()).toBe('老师们')
  await page.reload()
  await page.getByRole('tree').getByText('员工管理', { exact: true }).click()
  await expect.poll(() => name.inputValue()).toBe('老师们')
  await Promise.all([gone(page), page.getByRole('button', { name: '还原' }).click()])
  expect(await name.inputValue()).toBe('员工管理')
  await findNode('员工组')
  await expect.poll(() => name.inputValue()).toBe('员工组')
  calm()
})
