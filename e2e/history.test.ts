import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
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

test('what was done is found by the name of the record, opened field by field, and taken back after what stands in the way is said', async () => {
  const { orgNo } = await school.call(org.create, { orgName: '校史编写组' })
  await school.call(org.update, { orgNo, tel: '01062345678' })
  await school.call(org.update, { orgNo, tel: '01087654321' })
  const { page, told, calm } = await stage.arrive('/ent/history', 'school')
  await page.getByPlaceholder('操作人或对象的名称').fill('校史')
  await expect.poll(() => page.getByText('共 3 条').count()).toBeGreaterThan(0)
  const changes = page.getByRole('row').filter({ hasText: '组织架构 · 修改' })
  await changes.last().getByRole('button', { name: /^展开/ }).click()
  await page.getByText('01062345678').waitFor()
  await changes.last().getByRole('button', { name: /^撤销/ }).click()
  const refused = page.getByRole('dialog', { name: /撤销/ })
  await refused.getByText('部门“校史编写组”的部门电话之后又有改动，不能撤销').waitFor()
  expect(await refused.getByRole('button', { name: '撤销' }).isDisabled()).toBe(true)
  await refused.getByRole('button', { name: '取消' }).click()
  await changes.first().getByRole('button', { name: /^撤销/ }).click()
  await page.getByRole('dialog', { name: /撤销/ }).getByText('回到这次操作之前的样子').waitFor()
  await page.getByRole('dialog', { name: /撤销/ }).getByRole('button', { name: '撤销', exact: true }).click()
  await told('撤销成功')
  await page.getByText('已撤销').waitFor()
  calm()
})

test('a deleted enterprise is found in the operations of the platform, and is there again after 撤销', async () => {
  const { client, user } = await signedIn(stage.server, 'platform')
  const shop = {
    prtNo: user.entNo,
    entName: '东街文具店',
    idntNo: '050',
    linkTel: '01062345678',
    user: { nickName: '钱店长', authTel: '15512340001' },
  }
  const { entNo } = await client.call(ent.create, shop)
  await client.call(ent.update, { entNo, stt: '2' })
  await client.call(ent.delete, { entNo })
  const { page, told, calm } = await stage.arrive('/ent/history', 'platform')
  await page.getByPlaceholder('操作人或对象的名称').fill('东街文具')
  // Waits for what was found: a line of the list before may be drawn anew while it is pressed.
  await expect.poll(() => page.locator('.table-row').filter({ hasNotText: '东街文具店' }).count()).toBe(0)
  const line = page.getByRole('row').filter({ hasText: '单位“东街文具店”' })
  await line.getByRole('button', { name: /^展开/ }).click()
  await page.getByText('已删除').waitFor()
  await line.getByRole('button', { name: /^撤销/ }).click()
  await page.getByRole('dialog', { name: /撤销/ }).getByRole('button', { name: '撤销', exact: true }).click()
  await told('撤销成功')
  await line.getByText('已撤销').waitFor()
  expect((await client.call(ent.get, { entNo })).stt).toBe('2')
  calm()
})

test('a teacher sees the own operations, on a phone as well', async () => {
  const { page, calm } = await stage.arrive('/ent/history', 'teacher', phone)
  await page.getByText('你自己做过的操作').waitFor()
  await page.getByText('上传作品').first().waitFor()
  expect(await page.getByText('刘玲蕾').count()).toBe(0)
  calm()
})
