import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a teacher reports a defect on the phone; the office sees it in the inbox, returns it, and passes what is handed in again with its result', async () => {
  const teacher = await stage.arrive('/user/tsk', 'teacher', phone)
  await teacher.page.getByRole('button', { name: '发起申请' }).click()
  await teacher.page.getByRole('button', { name: /^报修/ }).click()
  const form = teacher.page.getByRole('dialog', { name: '报修' })
  // Leaves to the office what the office fills in.
  await form.getByLabel('地点').waitFor()
  expect(await form.getByLabel('处理结果').count()).toBe(0)
  await form.getByRole('button', { name: '提交' }).click()
  await form.getByText('地点不能为空').waitFor()
  await form.getByLabel('地点').fill('图书馆二层')
  await form.getByLabel('联系电话').fill('13900001234')
  await form.getByLabel('故障说明').fill('灯不亮')
  await form.getByRole('button', { name: '提交' }).click()
  await teacher.page.getByText('总务处理').first().waitFor()

  const { page, calm } = await stage.arrive('/message/index', 'school', desktop)
  await page
    .getByRole('link', { name: /请审批：.+的报修/ })
    .or(page.getByRole('button', { name: /请审批：.+的报修/ }))
    .first()
    .click()
  await page.getByRole('button', { name: '去处理' }).click()
  await page.getByText('图书馆二层').waitFor()
  await page.getByText('139****1234').waitFor()
  await page.getByRole('button', { name: '退回' }).click()
  const back = page.getByRole('dialog', { name: '退回申请' })
  await back.getByRole('button', { name: '退回' }).click()
  await back.getByText('原因不能为空').waitFor()
  await back.getByLabel('原因').fill('哪一盏灯？')
  await back.getByRole('button', { name: '退回' }).click()
  await page.getByText('已退回').first().waitFor()

  await teacher.page.reload()
  await teacher.page.getByText('哪一盏灯？').waitFor()
  await teacher.page.getByRole('button', { name: '修改后重新提交' }).click()
  await teacher.page.getByLabel('故障说明').fill('靠窗的灯不亮')
  await teacher.page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  await teacher.page.getByText('重新提交').first().waitFor()

  await page.reload()
  await page.getByText('靠窗的灯不亮').waitFor()
  await page.getByRole('button', { name: '同意' }).click()
  const pass = page.getByRole('dialog', { name: '同意申请' })
  await pass.getByLabel('处理结果').fill('换了灯管')
  await pass.getByRole('button', { name: '同意' }).click()
  await page.getByText('已通过').first().waitFor()
  await page.getByText('换了灯管').waitFor()
  calm()
  teacher.calm()
})
