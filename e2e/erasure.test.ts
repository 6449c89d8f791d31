import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a child who left is erased after the name was typed once more, stands in the list as a number, and is found no more', async () => {
  const { page, calm, told } = await stage.arrive('/ent/erasure', 'school', desktop)
  await page.getByRole('button', { name: '抹除个人信息' }).first().click()
  const form = page.getByRole('dialog', { name: '抹除个人信息' })
  await form.getByRole('combobox', { name: '抹除谁' }).click()
  const [first = ''] = await page.locator('.ant-select-item-option').allTextContents()
  const [name = ''] = first.split(' · ')
  await page.locator('.ant-select-item-option').first().click()
  await form.getByText(/会抹掉姓名、证件、联系方式/).waitFor()
  const erase = form.getByRole('button', { name: '抹除', exact: true })
  expect(await erase.isDisabled()).toBe(true)
  await form.getByText('监护人', { exact: true }).click()
  await form.getByLabel(`请输入“${name}”以确认`).fill(`${name}甲`)
  expect(await erase.isDisabled()).toBe(true)
  await form.getByLabel(`请输入“${name}”以确认`).fill(name)
  await erase.click()
  await told('个人信息已抹除')
  await page.getByRole('row').filter({ hasText: '监护人' }).getByText(/^S\d+/).waitFor()
  expect(await page.getByText(name).count()).toBe(0)

  await page.getByRole('button', { name: '抹除个人信息' }).first().click()
  await form.getByRole('combobox', { name: '抹除谁' }).fill(name)
  await page.getByText('没有找到已经离开的人').waitFor()
  calm()
})

test('on a phone the list of the erased fits, and a head teacher does not find it at all', async () => {
  const { page, calm } = await stage.arrive('/ent/erasure', 'school', phone)
  await page.getByRole('button', { name: '抹除个人信息' }).first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  calm()
  const teacher = await stage.arrive('/ent/erasure', 'teacher', desktop)
  await teacher.page.waitForURL(/\/401/)
})
