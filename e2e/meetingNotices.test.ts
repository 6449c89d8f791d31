import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Returns the time in China in so many minutes, as it is typed. */
const inMinutes = (ahead: number) =>
  new Date(Date.now() + ahead * 60_000 + 8 * 3600_000).toISOString().slice(0, 16).replace('T', ' ')

const noSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

test('a room that is taken is told while the meeting is drafted, and hinders nothing', async () => {
  const desk = await stage.arrive('/ent/mtg', 'school')
  await desk.page.getByRole('button', { name: '起草会议' }).first().click()
  const form = desk.page.getByRole('dialog', { name: '起草会议' })
  const pick = async (end: string, time: string) => {
    await form.getByLabel(end, { exact: true }).fill(time)
    await desk.page.keyboard.press('Enter')
    await desk.page.keyboard.press('Tab')
  }
  await pick('开始时间', inMinutes(5))
  await form.getByLabel('地点').fill('录播教室')
  await form.getByText(/录播教室已被占用：集体备课：高效课堂研讨/).waitFor()
  await pick('截止时间', inMinutes(-5))
  await form.getByText('截止时间必须大于开始时间').waitFor()
  // Checks that no day before today can be picked, and that a time that is over is refused.
  await pick('开始时间', '2020-01-01 08:00')
  await form.getByRole('alert').getByText('不能早于今天').waitFor()
  expect(await form.getByLabel('开始时间', { exact: true }).inputValue()).toBe('2020-01-01 08:00')
  await form.getByLabel('会议名称').fill('备课会')
  await pick('开始时间', inMinutes(-5))
  await pick('截止时间', inMinutes(-2))
  await form.getByRole('button', { name: '起草', exact: true }).click()
  await form.getByText('第 1 场的时间已经过去，请改为以后的时间').waitFor()
  desk.calm()
})

test('an attendee answers on a phone, and applications are decided by keys', async () => {
  const teacher = await stage.arrive('/ent/mtg', 'teacher', phone)
  await teacher.page.getByRole('link', { name: '班主任工作例会', exact: true }).click()
  await teacher.page.getByRole('button', { name: '确认参会' }).click()
  await teacher.told('回执已提交')
  await noSideways(teacher.page)
  await teacher.page.getByRole('button', { name: '请假' }).click()
  await teacher.page.getByLabel('请假事由').fill('外出学习')
  await teacher.page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  await teacher.told('请假申请已提交')

  const desk = await stage.arrive('/ent/mtg', 'school')
  await desk.page.getByRole('link', { name: '班主任工作例会', exact: true }).click()
  await desk.page.getByRole('tab', { name: '申请 4' }).click()
  await desk.page.getByText('共 4 份待审批').waitFor()
  await desk.page.keyboard.press('a')
  await desk.told('同意参会人员申请成功')
  await desk.page.getByText('共 3 份待审批').waitFor()
  await desk.page.keyboard.press('r')
  await desk.page.getByLabel('驳回原因').fill('请派人参加')
  await desk.page.getByRole('dialog').getByRole('button', { name: '驳回', exact: true }).click()
  await desk.told('驳回参会人员申请成功')
  await desk.page.getByText('共 2 份待审批').waitFor()
  for (const one of [teacher, desk]) one.calm()
})

test('an attendee is told of a new place at home and in the meeting, until they know of it', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { datas } = await client.call(mtg.getpage, { keyWord: '家长开放日筹备会' })
  const mtgNo = datas[0]?.mtgNo as string
  const schds = (await client.call(mtg.getmtginfo, { mtgNo })).schds.map(({ rdx, sDt, eDt }) => ({
    rdx,
    sDt,
    eDt,
    place: '礼堂',
  }))
  await client.call(mtg.creatorupdatemtg, { mtgNo, schds })
  const teacher = await stage.arrive('/dashboard', 'teacher', phone)
  await teacher.page.getByRole('link', { name: '去处理：“家长开放日筹备会”的时间或地点有变' }).click()
  await teacher.page.getByText(/^时间或地点在 \d\d-\d\d \d\d:\d\d 有变动$/).waitFor()
  await noSideways(teacher.page)
  await teacher.page.getByRole('button', { name: '知道了' }).click()
  await teacher.told('已记下')
  await teacher.page.getByText(/有变动/).waitFor({ state: 'hidden' })
  teacher.calm()
})

test('the page of a meeting steps through the list that one came from, in one tab', async () => {
  const { page, calm } = await stage.arrive('/ent/mtg', 'school')
  const names = page.locator('.table-row .row-name')
  await names.first().waitFor()
  const [first, second] = await names.allInnerTexts()
  await page.getByRole('link', { name: first ?? '', exact: true }).click()
  await page.getByRole('heading', { name: first ?? '', level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: '上一场会议' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '下一场会议' }).click()
  await page.getByRole('heading', { name: second ?? '', level: 1 }).waitFor()
  const tabs = page.getByRole('navigation', { name: '已打开的页面' })
  await tabs.getByText(second ?? '').waitFor()
  expect(await tabs.getByText(first ?? '').count()).toBe(0)
  calm()
})
