import { afterAll, beforeAll, expect, test } from 'vitest'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { knownEnterprises } from '#app/server/demo/enterprises.ts'
import { type Client, clientOf } from '../test/support/harness.ts'
import { openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
let school: Client
beforeAll(async () => {
  stage = await openStage()
  const { token } = await clientOf(stage.server).call(signin.login, { name: 'school', pwd: 'Campus2026' })
  school = clientOf(stage.server, token)
})
afterAll(() => stage.close())

// Waits for the next second, the precision of a history.
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1020 - (Date.now() % 1000)))

test('what the operator changed in a school is found there later, and taken back', async () => {
  const { client } = await signedIn(stage.server, 'platform')
  await client.call(ent.update, { entNo: knownEnterprises.cityBureau, des: '改错的简介' })
  const { page, told, calm } = await stage.arrive('/ent/history', 'platform')
  await page.locator('.one-enterprise').getByRole('combobox').click()
  await page.keyboard.type(knownEnterprises.cityBureau)
  await page.getByRole('treeitem').getByText('晨光市教育局', { exact: true }).last().click()
  const line = page.getByRole('row').filter({ hasText: '单位资料 · 修改' }).first()
  await line.getByRole('button', { name: /^展开/ }).click()
  await page.getByText('改错的简介').waitFor()
  await line.getByRole('button', { name: /^撤销/ }).click()
  await page.getByRole('dialog', { name: /撤销/ }).getByRole('button', { name: '撤销', exact: true }).click()
  await told('撤销成功')
  await line.getByText('已撤销').waitFor()
  calm()
})

test('on a phone an operation is opened and taken back in its card', async () => {
  const { orgNo } = await school.call(org.create, { orgName: '年鉴编辑部' })
  await school.call(org.update, { orgNo, tel: '01033334444' })
  const { page, told, calm } = await stage.arrive('/ent/history', 'school', phone)
  await page.getByPlaceholder('操作人或对象的名称').fill('年鉴')
  await expect.poll(() => page.getByText('共 2 条').count()).toBeGreaterThan(0)
  const card = page.getByRole('article').filter({ hasText: '组织架构 · 修改' })
  await card.getByText('详情').click()
  await card.getByText('01033334444').waitFor()
  await card.getByRole('button', { name: /^撤销/ }).click()
  await page.getByRole('dialog', { name: /撤销/ }).getByRole('button', { name: '撤销', exact: true }).click()
  await told('撤销成功')
  await card.getByText('已撤销').waitFor()
  calm()
})

test('the history of a person gives one field back, and the whole person as of a moment; the last step is taken back by Ctrl+Z', async () => {
  const [top] = await school.call(org.gettree)
  const facts = { empName: '钱书航', sex: 'M' as const, authTel: '19900099901', orgNos: [top?.orgNo ?? ''], workNo: 'Z899' }
  const { empNo } = await school.call(emp.create, facts)
  await school.call(emp.update, { empNo, rem: '支教一年' })
  await school.call(emp.update, { empNo, rem: '支教两年', workNo: 'Z900' })
  const { page, told, calm } = await stage.arrive('/ent/emp', 'school')
  await page.getByRole('textbox', { name: /姓名/ }).first().fill('钱书航')
  await page.getByRole('link', { name: '钱书航', exact: true }).click()
  await page.getByRole('tab', { name: '历史' }).click()
  await page.getByRole('button', { name: '备注恢复为支教一年' }).click()
  await told('恢复成功')
  await expect.poll(async () => (await school.call(emp.getex, { empNo })).rem).toBe('支教一年')
  await page.keyboard.press('Control+z')
  await told('撤销成功')
  await expect.poll(async () => (await school.call(emp.getex, { empNo })).rem).toBe('支教两年')
  await page.getByRole('button', { name: '查看当时' }).last().click()
  const then = page.getByRole('dialog', { name: /的内容$/ })
  await then.getByRole('checkbox', { name: '备注' }).uncheck()
  await then.getByRole('button', { name: '恢复所选 1 项' }).click()
  await told('恢复成功')
  await expect.poll(async () => (await school.call(emp.getex, { empNo })).workNo).not.toBe('Z900')
  expect((await school.call(emp.getex, { empNo })).rem).toBe('支教两年')
  calm()
})

test('the tree of departments is seen as it was, with what became of it since', async () => {
  const { orgNo } = await school.call(org.create, { orgName: '校庆筹备组' })
  await nextSecond()
  const { rows } = await stage.server.owner.query(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MISS') as tm`)
  await nextSecond()
  await school.call(org.update, { orgNo, orgName: '校庆办公室' })
  await school.call(org.create, { orgName: '校庆二组' })
  const { page, calm } = await stage.arrive('/ent/org', 'school')
  await page.getByRole('button', { name: '历史快照' }).click()
  await page.getByText('和现在一样').waitFor()
  await page.goto(`${stage.server.url}/ent/history/tree?tree=org&tm=${rows[0].tm}`)
  await page.getByText('校庆筹备组').waitFor()
  await page.getByText('后来改名为“校庆办公室”').waitFor()
  await page.getByText('其中 1 个后来有变化，后来新增“校庆二组”。').waitFor()
  calm()
})

test('an enterprise that went back to being prepared is told so in the tree as it was', async () => {
  const { client } = await signedIn(stage.server, 'platform')
  const [one] = (await client.call(ent.getpage, { stt: '1', idntNo: '050', deepFlag: '1', pageSize: 1 })).datas
  await nextSecond()
  const { rows } = await stage.server.owner.query(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MISS') as tm`)
  await nextSecond()
  await client.call(ent.update, { entNo: one?.entNo ?? '', stt: '3' })
  const { page, calm } = await stage.arrive(`/ent/history/tree?tree=ent&tm=${rows[0].tm}`, 'platform')
  await page.getByText('其中 1 个后来有变化').waitFor()
  await page.getByText('后来改为建设中').waitFor()
  await client.call(ent.update, { entNo: one?.entNo ?? '', stt: '1' })
  calm()
})
