import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { gateCodes } from '#features/ent/vst/gate/vst.codes.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { userBill } from '#contract/shell/bill.contract.ts'
import { visitBy } from '../test/visits.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** The way to the form at the gate, as its printed code holds it. */
async function gateCode() {
  const { client } = await signedIn(stage.server, 'school')
  const [gate] = await client.call(gateCodes.getcodes)
  return (await client.call(gateCodes.getcode, { codeNo: gate?.codeNo as string })).path
}

async function fillIn(page: Page, name: string, host: string) {
  await page.getByLabel('姓名', { exact: false }).first().fill(name)
  await page.getByLabel('手机').first().fill('13700001234')
  await page.getByLabel('事由').fill('和老师面谈')
  await page.getByRole('combobox', { name: '被访人' }).fill(host)
  await page.getByRole('combobox', { name: '被访人' }).press('Enter')
  await page.getByRole('button', { name: `移除${host}` }).waitFor()
}

const submit = (page: Page) => page.getByRole('button', { name: '提交' }).click()

test('a visitor registers on a phone, the host agrees, and the gate lets in and out', async () => {
  const path = await gateCode()
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

test('a refused visitor reads why, from a host who answered by a link on a phone', async () => {
  const { user } = await signedIn(stage.server, 'teacher')
  const visitor = await stage.visit(await gateCode(), phone)
  await fillIn(visitor.page, '常来', user.nickName)
  await submit(visitor.page)
  await visitor.page.getByText('待确认').waitFor()

  const desk = await stage.visit('/ent/vst', desktop)
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.signIn('school')
  await desk.page.getByRole('button', { name: '常来', exact: true }).click()
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
  const path = await gateCode()
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
  await page.getByRole('button', { name: '开车客', exact: true }).waitFor()
  await page.getByRole('combobox', { name: '到访方式' }).click()
  await page.locator('.ant-select-item-option').getByText('开车', { exact: true }).click()
  await page.getByRole('button', { name: '步行客', exact: true }).waitFor({ state: 'detached' })
  await page.getByLabel('携带物品').fill('图书')
  await page.getByRole('button', { name: '开车客', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByRole('button', { name: '步行客', exact: true }).waitFor()
  // What was typed may be a name: it is in no address.
  expect(page.url()).not.toContain('qryVals')

  const path = await gateCode()
  await page.goto(new URL('/ent/vst/codes', page.url()).href)
  await page.getByRole('button', { name: '更多操作：东门' }).click()
  await page.getByRole('menuitem', { name: '更换二维码' }).click()
  await page.getByRole('button', { name: /^更\s?换$/ }).click()
  await desk.told('已更换二维码')
  const late = await stage.visit(path, phone)
  await late.page.getByText('二维码已失效，请向门卫索取新的').waitFor()
  for (const one of [desk, late]) one.calm()
})
