import { AxeBuilder } from '@axe-core/playwright'
import { statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a stranger reads the calls, signs in from there, and tries one that reads and one that asks before it changes something', async () => {
  const { page, signIn, calm } = await stage.visit('/docs')
  await page.getByText('未登录，只能试用无需登录的接口。').waitFor()
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  const scripts = names.filter((name) => name.endsWith('.js') && !name.includes('/base-'))
  expect(scripts.reduce((sum, name) => sum + statSync(`dist/web${name}.gz`).size, 0)).toBeLessThan(60 * 1024)
  await page.getByRole('link', { name: '登录' }).first().click()
  await signIn('school')
  await page.getByText('以本标签页登录的账号试用').waitFor()

  await page.getByRole('searchbox', { name: '查找接口' }).fill('员工组 getpage')
  await page.getByRole('link', { name: /getpage/ }).click()
  await page.getByRole('heading', { name: '员工组：查询分页列表' }).waitFor()
  await page.getByLabel('pageSize').fill('3')
  await page.getByRole('button', { name: '发送' }).click()
  await expect.poll(() => page.getByLabel('回答', { exact: true }).innerText()).toContain('"pageSize": 3')

  await page.getByRole('searchbox', { name: '查找接口' }).fill('员工组 create')
  await page.getByRole('link', { name: /新增 create/ }).click()
  await page.getByText('权限：员工组·新增').waitFor()
  await page.getByLabel('请求体').fill('{"data": {"grpName": "试用组", "grpType": "1"}}')
  await page.getByRole('button', { name: '发送' }).click()
  await page.getByText('这会真的修改数据。').waitFor()
  expect((await stage.server.owner.query(`select from empgrp where grp_name = '试用组'`)).rowCount).toBe(0)
  await page.getByRole('button', { name: '确定发送' }).click()
  await expect.poll(() => page.getByLabel('回答', { exact: true }).innerText()).toContain('"code": 0')
  expect((await stage.server.owner.query(`select from empgrp where grp_name = '试用组'`)).rowCount).toBe(1)
  calm()
})

test('an address that nobody could have made shows the calls all the same', async () => {
  const { page, calm } = await stage.visit('/docs#%')
  await page.getByRole('heading', { name: '怎样调用' }).waitFor()
  calm()
})

test.each([
  ['1440', desktop],
  ['390', phone],
] as const)('at %s px everybody can read the calls, without sideways scrolling', async (_, size) => {
  const { page, calm } = await stage.visit('/docs#common/user/login', size)
  await page.getByRole('heading', { name: '登录：账号密码登录' }).waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(' ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  calm()
})
