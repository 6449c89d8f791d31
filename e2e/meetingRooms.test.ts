import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a room is made, chosen for a meeting that it is too small for, taken for another one, and stays while it is needed', async () => {
  const desk = await stage.arrive('/ent/mtg', 'school')
  const { page } = desk
  await page.getByRole('button', { name: '会议室', exact: true }).click()
  await page.getByRole('heading', { name: '会议室', exact: true }).waitFor()
  const row = (name: string) => page.locator('.table-row:visible', { hasText: name }).first()
  await row('录播教室').getByRole('link', { name: '集体备课：高效课堂研讨' }).waitFor()

  await page.getByRole('button', { name: '新建会议室' }).click()
  const form = page.getByRole('dialog', { name: '新建会议室' })
  await form.getByLabel('名称').fill('小会议室')
  await form.getByLabel('座位数').fill('1')
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await row('小会议室').getByText('没有安排').first().waitFor()

  // Names the meeting that still needs the room.
  await row('录播教室')
    .getByRole('button', { name: /更多操作/ })
    .click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page
    .getByText(/^会议室“录播教室”不能停用：“集体备课：高效课堂研讨”/)
    .first()
    .waitFor()

  await page.goto(`${stage.server.url}/ent/mtg?new=1`)
  const drafting = page.getByRole('dialog', { name: '起草会议' })
  await drafting.getByLabel('会议名称').fill('备课会')
  const choose = async (name: string) => {
    await drafting.getByRole('combobox', { name: '会议室' }).click()
    await page.locator('.ant-select-item-option', { hasText: name }).click()
  }
  await choose('录播教室')
  expect(await drafting.getByLabel('其他地点').count()).toBe(0)
  await drafting.getByText(/^录播教室已被占用：集体备课/).waitFor()
  await choose('小会议室')
  await drafting.getByRole('button', { name: '添加来宾' }).click()
  const guest = page.getByRole('dialog', { name: '添加来宾' })
  await guest.getByLabel('姓名').fill('赵来宾')
  await guest.getByLabel('手机').fill('13900001234')
  await guest.getByRole('button', { name: '添加', exact: true }).click()
  await drafting.getByText('小会议室有 1 个座位，参会人员 2 人，坐不下').waitFor()
  await drafting.getByRole('button', { name: '起草', exact: true }).click()
  await page.getByRole('heading', { name: '备课会' }).waitFor()
  await page.getByRole('cell', { name: '小会议室' }).waitFor()
  desk.calm()
})

test('on a phone the rooms tell what takes place in them without being moved sideways', async () => {
  const { page, calm } = await stage.arrive('/ent/mtg/rooms', 'teacher', phone)
  await page.getByText('录播教室').first().waitFor()
  await page.getByText(/^今天 \d\d:\d\d–\d\d:\d\d 集体备课/).waitFor()
  expect(await page.getByRole('button', { name: '新建会议室' }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  calm()
})
