import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '#contract/shell/upload.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { opening } from '../test/support/activities.ts'
import type { Client } from '../test/support/harness.ts'
import { minutes } from '../test/support/meetings.ts'
import { portrait } from '../test/support/uploads.ts'
import { openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
let school: Client
let children: { stuNo: string; stuName: string }[]
beforeAll(async () => {
  stage = await openStage()
  school = (await signedIn(stage.server, 'school')).client
  const anything = await published({ title: '晨跑' })
  children = (await school.call(reg.getcandidates, { actNo: anything, pageSize: 10 })).datas
})
afterAll(() => stage.close())

async function published(facts: object): Promise<string> {
  const { actNo } = await school.call(act.create, { ...opening, ...facts })
  await school.call(act.publish, { actNo })
  return actNo
}

const noSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

test('an activity is made in five steps, published, and found by the people of the school', async () => {
  const { page, told, calm } = await stage.arrive('/vam/act', 'school')
  await page.getByRole('button', { name: '新建活动' }).click()
  const form = page.getByRole('dialog', { name: '新建活动' })
  const next = form.getByRole('button', { name: '下一步' })
  await next.click()
  await form.getByText('活动名称不能为空').waitFor()
  await form.locator('#title').fill('校园合唱节')
  await form.locator('#cls').click()
  await page.getByTitle('艺术展演').click()
  await next.click()
  await form.getByLabel('名额', { exact: true }).fill('30')
  await next.click()
  await next.click()
  await form.getByLabel('收集作品：报上名的人可以上传，审核后在作品墙展示').check()
  await next.click()
  await form.getByText('30 人，满了可以候补').waitFor()
  await form.getByRole('button', { name: '保存' }).click()
  await told('新建成功')
  await page.getByRole('heading', { name: '校园合唱节' }).waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await told('活动已发布')
  await page.locator('.page-head:visible').getByText('报名中').waitFor()
  await page.getByRole('tab', { name: '未报名学生' }).click()
  await page.locator('.table-row:visible').first().waitFor()
  await page.goto(`${stage.server.url}/vam/prtl/index`)
  await page.locator('main').getByText('校园合唱节').first().waitFor()
  calm()
})

test('enrolments are agreed to, refused with a reason, and signed in by hand', async () => {
  const actNo = await published({ title: '合唱团选拔', auditFlag: '1' })
  const [one, two] = children
  await school.call(reg.enroll, { actNo, stuNos: [one?.stuNo as string, two?.stuNo as string] })
  const { page, told, calm } = await stage.arrive(`/vam/act/${actNo}?tab=reg`, 'school')
  const rowOf = (name: string | undefined) => page.locator('.table-row', { hasText: name as string })
  await rowOf(one?.stuName).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '同意' }).click()
  await told('已同意报名')
  await rowOf(one?.stuName).getByText('已报名').waitFor()
  await rowOf(two?.stuName).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '驳回' }).click()
  await page.getByRole('dialog').getByLabel('驳回原因').fill('今年只收高年级')
  await page.getByRole('dialog').getByRole('button', { name: '驳回' }).click()
  await rowOf(two?.stuName).getByText('已驳回').waitFor()
  await rowOf(one?.stuName)
    .getByRole('button', { name: one?.stuName as string, exact: true })
    .click()
  const drawer = page.getByRole('complementary').last()
  await drawer.getByRole('button', { name: '签到' }).click()
  await told('签到成功')
  calm()
})

test('works are reviewed with the keys alone, and on a phone', async () => {
  const actNo = await published({ title: '写生', wrkFlag: '1', wrkSDt: minutes(-60), wrkEDt: minutes(60), wrkMax: 3 })
  const [enrolled] = await school.call(reg.enroll, { actNo, stuNos: [children[2]?.stuNo as string] })
  for (const title of ['大树', '小河', '操场']) {
    const { fileNo } = await school.call(upload.upload, { file: await portrait() })
    await school.call(wrk.create, { regNo: enrolled?.regNo as string, title, fileNos: [fileNo], agreeFlag: '1' })
  }
  const { page, told, calm } = await stage.arrive(`/vam/wrk?actNo=${actNo}`, 'school')
  await page.getByRole('button', { name: '看作品：大树' }).click()
  await page.getByRole('dialog', { name: '大树' }).waitFor()
  await page.keyboard.press('a')
  await told('已通过')
  await page.getByRole('dialog', { name: '小河' }).waitFor()
  await page.keyboard.press('r')
  await page.getByLabel('驳回原因').fill('不是写生')
  await page.getByRole('button', { name: '驳回', exact: true }).click()
  await told('已驳回')
  calm()
  const small = await stage.arrive(`/vam/wrk?actNo=${actNo}`, 'school', phone)
  await small.page.getByRole('button', { name: '看作品：操场' }).click()
  await noSideways(small.page)
  await small.page.getByRole('dialog', { name: '操场' }).getByRole('button', { name: '通过' }).click()
  await small.told('已通过')
  expect((await school.call(wrk.getwall, { actNo })).recordCount).toBe(2)
})
