import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('at the gate a pupil on leave is let out with one thumb, and the home page counts those whom the list shows', async () => {
  const gate = await stage.arrive('/ent/vst', 'school', phone)
  await gate.page.getByRole('button', { name: '请假离校' }).click()
  const list = gate.page.getByRole('dialog', { name: '今日请假离校' })
  const next = list.getByRole('button', { name: /离校$/ })
  const name = (await next.first().getAttribute('aria-label'))?.replace('离校', '')
  await next.first().click()
  const entry = gate.page.getByRole('dialog', { name: `${name}离校` })
  await entry.getByLabel('接走的人').fill('王建国')
  await entry.getByRole('button', { name: '登记离校' }).click()
  await list.getByRole('button', { name: `${name}返校` }).waitFor()
  await gate.page.goto(`${stage.server.url}/`)
  const told = await gate.page.getByText(/^今日请假 /).textContent()
  const counted = [...(told ?? '').matchAll(/\d+/g)].reduce((sum, [found]) => sum + Number(found), 0)
  await gate.page.goto(`${stage.server.url}/ent/lve`)
  await gate.page.getByText(`共 ${counted} 条`).waitFor()
  expect(counted).toBeGreaterThan(0)
  gate.calm()
})

test('whoever goes away has a colleague decide for them, and ends it early', async () => {
  const { page, calm } = await stage.arrive('/user/tsk', 'school')
  await page.getByRole('button', { name: '我的委托' }).click()
  const drawer = page.getByRole('dialog', { name: '我的委托' })
  await drawer.getByRole('button', { name: '新建委托' }).click()
  await drawer.getByRole('button', { name: '设置委托' }).click()
  await drawer.getByText('请选择委托给谁').waitFor()
  await drawer.getByRole('combobox', { name: /委托给/ }).fill('邓红')
  await page.getByText('英语教研组').click()
  await drawer.getByRole('textbox', { name: /^开始/ }).fill('2099-01-01 08:00:00')
  await page.keyboard.press('Tab')
  await drawer.getByRole('textbox', { name: /^结束/ }).fill('2099-01-08 08:00:00')
  await page.keyboard.press('Tab')
  await drawer.getByRole('button', { name: '设置委托' }).click()
  await drawer.getByText('由邓红代我审批').waitFor()
  await drawer.getByRole('button', { name: '结束给邓红的委托' }).click()
  await page.getByRole('dialog', { name: '结束给邓红的委托' }).getByRole('button', { name: '结束委托' }).click()
  await drawer.getByText('由邓红代我审批').waitFor({ state: 'hidden' })
  calm()
})
