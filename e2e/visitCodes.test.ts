import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { gateCodes } from '#features/ent/vst/gate/vst.codes.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { userBill } from '#contract/shell/bill.contract.ts'
import { visitBy } from '../test/support/visits.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'
import { fillIn, gateCode, submit } from './gate.ts'
import { openFilters } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a refused visitor reads why, from a host who answered by a link on a phone', async () => {
  const { user } = await signedIn(stage.server, 'teacher')
  const visitor = await stage.visit(await gateCode(stage.server), phone)
  await fillIn(visitor.page, '常来', user.nickName)
  await submit(visitor.page)
  await visitor.page.getByText('待确认').waitFor()

  const desk = await stage.visit('/ent/vst', desktop)
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.signIn('school')
  await desk.page.getByRole('link', { name: '常来', exact: true }).click()
  await desk.page.getByRole('button', { name: '复制确认链接' }).click()
  await desk.told('确认链接已复制')
  const link = await desk.page.evaluate(() => navigator.clipboard.readText())

  const host = await stage.visit(new URL(link).pathname + new URL(link).hash, phone)
  await host.page.getByRole('heading', { name: '常来来访' }).waitFor()
  await host.page.getByRole('button', { name: '拒绝' }).click()
  await host.page.getByLabel('拒绝的原因，访客会看到').fill('今天外出学习')
  await host.page.getByRole('button', { name: '拒绝来访' }).click()
  await host.page.getByText('已拒绝，访客会看到原因').waitFor()
  await visitor.page.reload()
  await visitor.page.getByText('原因：今天外出学习').waitFor()
  for (const one of [visitor, desk, host]) one.calm()
})

test('what was typed stays when the network fails, and a code that is no longer good says so', async () => {
  const path = await gateCode(stage.server)
  const { user } = await signedIn(stage.server, 'teacher')
  const { page, context } = await stage.visit(path, phone)
  await fillIn(page, '断网', user.nickName)
  await context.setOffline(true)
  await submit(page)
  await page.getByText('网络连接失败，请检查网络后重试').waitFor()
  expect(await page.getByLabel('事由').inputValue()).toBe('和老师面谈')
  await context.setOffline(false)
  await submit(page)
  await page.getByText('待确认').waitFor()

  const school = await signedIn(stage.server, 'school')
  const [gate] = await school.client.call(gateCodes.getcodes)
  await school.client.call(gateCodes.updatecode, { codeNo: gate?.codeNo as string, stt: '2' })
  const late = await stage.visit(path, phone)
  await late.page.getByText('二维码已失效，请向门卫索取新的').waitFor()
  await school.client.call(gateCodes.updatecode, { codeNo: gate?.codeNo as string, stt: '1' })
})

test('visits are looked for by what their form holds, and a renewed code leaves the old one dead', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const [form] = await client.call(bill.getlist, { typeNo: '01' })
  const tmplNo = form?.tmplNo as string
  const opts = [
    { val: 'a', name: '步行' },
    { val: 'b', name: '开车' },
  ]
  const way = newColumn('c50', '到访方式', { ctrlNo: 'radio', opts, qryFlag: '1', listFlag: '1' })
  const goods = newColumn('c51', '携带物品', { ctrlNo: 'text', qryFlag: '1' })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [...(form?.billClmns ?? []), way, goods] })
  await client.call(bill.publishtmpl, { tmplNo })
  const [host] = await client.call(userBill.getdatalist, { src: 'emp', keyWord: '邓' })
  for (const [c1, c50, c51] of [
    ['步行客', 'a', '图书'],
    ['开车客', 'b', '教具'],
  ])
    await client.call(vst.create, { tmplNo, vals: { ...visitBy(host?.val as string, host?.name), c1, c50, c51 } })

  const desk = await stage.arrive(`/ent/vst?tmplNo=${tmplNo}`, 'school', { width: 1900, height: 900 })
  const { page } = desk
  await page.getByRole('link', { name: '开车客', exact: true }).waitFor()
  await openFilters(page)
  await page.getByRole('combobox', { name: '到访方式' }).click()
  await page.locator('.ant-select-item-option').getByText('开车', { exact: true }).click()
  await page.getByRole('link', { name: '步行客', exact: true }).waitFor({ state: 'detached' })
  await page.getByLabel('携带物品').fill('图书')
  await page.getByRole('link', { name: '开车客', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByRole('link', { name: '步行客', exact: true }).waitFor()
  // Checks that typed text, which may be a name, is in no address.
  expect(page.url()).not.toContain('qryVals')

  const path = await gateCode(stage.server)
  await page.goto(new URL('/ent/vst/codes', page.url()).href)
  await page.getByRole('button', { name: '更多操作：东门' }).click()
  await page.getByRole('menuitem', { name: '更换二维码' }).click()
  await page.getByRole('button', { name: /^更\s?换$/ }).click()
  await desk.told('已更换二维码')
  const late = await stage.visit(path, phone)
  await late.page.getByText('二维码已失效，请向门卫索取新的').waitFor()
  for (const one of [desk, late]) one.calm()
})
