import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, type Visitor } from './browser.ts'
import { dragByKeys, dragByMouse, dragByTouch } from './drag.ts'
import { colorScaleOf } from '#web/theme/colorScale.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function arrive(path: string, name: string): Promise<Visitor> {
  const visitor = await stage.arrive(path, name)
  visitor.page.setDefaultTimeout(15_000)
  return visitor
}

const themeOf = ({ page }: Visitor) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())

test('a school changes its colour and sees it at once, and goes back to the default', async () => {
  const school = await arrive('/ecb/entcfg', 'school')
  const { page, calm } = school
  await page.getByRole('textbox', { name: '主题色', exact: true }).fill('blue')
  await page.getByText('应为六位十六进制颜色').last().waitFor()
  expect(await page.getByRole('button', { name: '保存', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: '主题色', exact: true }).fill('#c4500a')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => themeOf(school)).toBe(colorScaleOf('#c4500a').primary)
  await page.reload()
  await expect.poll(() => themeOf(school)).toBe(colorScaleOf('#c4500a').primary)
  await page.getByRole('button', { name: '主题色恢复默认' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => themeOf(school)).toBe('#1a6fc4')
  expect(await page.getByText('按参数').count()).toBe(0)
  calm()
})

test('the operator sets one setting for all schools with a few clicks, and takes it back', async () => {
  const { page, calm } = await arrive('/ecb/entcfg', 'platform')
  await page.getByText('按参数').click()
  await page.getByRole('button', { name: '密码有效天数（0 为不限）' }).click()
  await page.getByText('没有企业使用不同的值').waitFor()
  await page.getByRole('button', { name: '批量设置' }).click()
  const dialog = page.getByRole('dialog', { name: '批量设置“密码有效天数（0 为不限）”' })
  await dialog.getByRole('textbox', { name: '密码有效天数（0 为不限）' }).fill('90')
  await dialog.getByRole('combobox', { name: '身份' }).click()
  await page.getByTitle('学校', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: /^全选 \d+ 个企业$/ }).check()
  await dialog.getByRole('button', { name: /^设置 \d+ 个企业$/ }).click()
  const school = page.getByRole('row').filter({ hasText: '晨光市第一实验学校' })
  await school.getByText('90').waitFor()
  await page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()
  await expect.poll(() => school.count()).toBe(0)
  calm()
})

test('a platform setting of the catalogue holds from the next sign-in on', async () => {
  const { page, calm } = await arrive('/ecb/pbccfg', 'platform')
  await page.getByRole('button', { name: '更多操作：登录时的验证方式' }).click()
  await page.getByRole('menuitem', { name: '修改' }).click()
  const dialog = page.getByRole('dialog', { name: '修改“登录时的验证方式”' })
  await dialog.getByRole('combobox', { name: '默认值' }).click()
  await page.getByTitle('只用图片', { exact: true }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByRole('row').filter({ hasText: 'CAPTCHA' }).getByText('只用图片', { exact: true }).waitFor()
  const stranger = await stage.visit('/login')
  for (let tries = 0; tries < 3; tries++) {
    await stranger.signIn('teacher', 'wrong-one')
    await stranger.page.getByRole('alert').waitFor()
    await expect.poll(() => stranger.page.getByRole('button', { name: '登录', exact: true }).isEnabled()).toBe(true)
  }
  await stranger.page.getByRole('textbox', { name: '图片中的 4 个字符' }).waitFor()
  expect(await stranger.page.getByRole('button', { name: '换用滑块验证' }).count()).toBe(0)
  calm()
})

test('values of a dictionary are chosen by mouse, finger and keys', async () => {
  const { page, calm } = await arrive('/ecb/entinfo', 'school')
  const all = page.getByRole('region', { name: '全部值' })
  const own = page.getByRole('region', { name: '选用的值' })
  const names = () => own.locator('.transfer-name').allInnerTexts()
  const value = (at: number) => all.locator('li[data-drag]').nth(at)
  await all.getByRole('button', { name: /^选用/ }).first().click()
  await all.getByRole('button', { name: /^选用/ }).first().click()
  const [first, second] = await names()
  const rows = own.getByRole('listitem')
  const [third, fourth, fifth] = (await all.locator('li[data-drag] .transfer-name').allInnerTexts()).slice(0, 3)
  await dragByMouse(value(0), rows.first())
  await expect.poll(names).toEqual([third, first, second])
  await dragByTouch(value(0), rows.first())
  await expect.poll(names).toEqual([fourth, third, first, second])
  await dragByKeys(value(0).getByRole('button'), ['ArrowDown'])
  await expect.poll(names).toEqual([fifth, fourth, third, first, second])
  await dragByKeys(own.getByRole('button', { name: `排序${fifth}，Alt 加上下键移动` }), ['ArrowDown'], 'Space')
  await expect.poll(names).toEqual([fourth, fifth, third, first, second])
  calm()
})
