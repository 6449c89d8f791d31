import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, signedIn, type Stage } from './browser.ts'
import { fillIn, gateCode, submit } from './gate.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('whoever types the host’s name last and submits at once has named the host', async () => {
  const { user } = await signedIn(stage.server, 'teacher')
  const { page, calm } = await stage.visit(await gateCode(stage.server), phone)
  await page.getByLabel('姓名', { exact: false }).first().fill('路近')
  await page.getByLabel('手机').first().fill('13700001235')
  await page.getByLabel('事由').fill('和老师面谈')
  await page.getByRole('combobox', { name: '被访人' }).fill(user.nickName)
  // Lets the look-up take its time, as over a slow network.
  await page.route(/findhost/, async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue()
  })
  await submit(page)
  await page.getByText('待确认').waitFor()
  calm()
})

test('a visitor registers on a phone, the host agrees, and the gate lets in and out', async () => {
  const path = await gateCode(stage.server)
  const { user } = await signedIn(stage.server, 'teacher')
  const visitor = await stage.visit(path, phone)
  await submit(visitor.page)
  await visitor.page.getByText('姓名不能为空').waitFor()
  await fillIn(visitor.page, '路远', user.nickName)
  const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBe(0)
  await submit(visitor.page)
  await visitor.page.getByText('待确认').waitFor()

  const host = await stage.arrive('/ent/vst', 'teacher')
  await host.page.getByRole('button', { name: '同意：路远' }).click()
  await host.told('已同意来访')
  await visitor.page.reload()
  const pass = visitor.page.locator('.m-pass')
  await pass.waitFor()
  const passNo = (await pass.innerText()).replace(/\D/g, '')

  const gate = await stage.arrive('/ent/vst', 'school')
  await gate.page.getByRole('button', { name: '门岗登记' }).click()
  const code = gate.page.getByLabel('访客出示的 6 位入校码，输完按 Enter')
  await code.fill('000000')
  await code.press('Enter')
  await gate.page.getByText('没有这个入校码，或来访已过期、已离校').waitFor()
  await code.fill(passNo)
  await code.press('Enter')
  await gate.page.getByText('路远 已到访').waitFor()
  await gate.page.getByRole('dialog').getByText('登记离开', { exact: true }).click()
  await code.fill(passNo)
  await code.press('Enter')
  await gate.page.getByText('路远 已离开').waitFor()
  await visitor.page.reload()
  await visitor.page.getByText('已离校').waitFor()
  for (const one of [visitor, host, gate]) one.calm()
})
