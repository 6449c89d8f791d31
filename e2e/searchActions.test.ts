import { AxeBuilder } from '@axe-core/playwright'
import type * as z from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { openStage, signedIn, type Stage, type Visitor } from './browser.ts'
import { idle } from './idle.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function arrive(path = '/dashboard', name = 'school', size?: Parameters<Stage['visit']>[1]): Promise<Visitor> {
  const visitor = await stage.arrive(path, name, size)
  await visitor.page.getByRole('button', { name: /当前用户/ }).waitFor()
  return visitor
}

const options = ({ page }: Visitor) => page.getByRole('option')
const palette = ({ page }: Visitor) => page.getByRole('dialog', { name: '搜索' })

/** Returns the students of the demo school as a list answers them. */
async function listed(input: z.input<(typeof stu.getpage)['input']>) {
  const { client } = await signedIn(stage.server, 'school')
  return client.call(stu.getpage, input)
}

test('Enter that comes before the answer opens what is found', async () => {
  const { page, calm } = await arrive()
  const { datas } = await listed({ stt: '1', pageSize: 1 })
  await page.keyboard.press('Control+k')
  await page.keyboard.type(datas[0]?.stuNo as string)
  await page.keyboard.press('Enter')
  await page
    .locator('.ant-drawer')
    .getByText(datas[0]?.stuName as string)
    .first()
    .waitFor()
  calm()
})

test('the arrows walk over all groups, Escape closes, and the focus goes back to where it was', async () => {
  const visitor = await arrive('/ent/emp')
  const { page, calm } = visitor
  const word = page.getByLabel('姓名、拼音、工号、手机')
  await word.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('学生')
  await options(visitor).nth(2).waitFor()
  const chosen = () => page.getByRole('option', { selected: true }).innerText()
  const first = await chosen()
  await page.keyboard.press('ArrowUp')
  const last = await chosen()
  expect(last).not.toBe(first)
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).toBe(first)
  await page.keyboard.press('Escape')
  await expect.poll(() => palette(visitor).count()).toBe(0)
  await expect.poll(() => word.evaluate((field) => field === document.activeElement)).toBe(true)
  calm()
})

test('actions are done: a new student, the dark colours, the settings of the page', async () => {
  const visitor = await arrive()
  const { page, calm } = visitor
  const run = async (typed: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.getByRole('option', { name }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  for (const [typed, title] of [
    ['xjxs', '新建学生'],
    ['xjjz', '新建家长'],
    ['新建部门', '新建部门'],
    ['xjjs', '新建角色'],
    ['门岗', '门岗登记'],
    ['xjhd', '新建活动'],
    ['qchy', '起草会议'],
  ] as const) {
    await run(typed, new RegExp(title))
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: title }).waitFor({ state: 'hidden' })
  }
  await run('深色', /深色模式/)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await run('浅色', /浅色模式/)
  await run('固定顶栏', /固定顶栏/)
  await page.getByRole('dialog', { name: '界面设置' }).waitFor()
  calm()
})

test('what was opened is offered again, and nothing of it is written down in the browser', async () => {
  const visitor = await arrive()
  const { page, calm } = visitor
  const { datas } = await listed({ stt: '1', pageSize: 1 })
  const { stuName = '', stuNo = '' } = datas[0] ?? {}
  await page.keyboard.press('Control+k')
  await page.keyboard.type(stuNo)
  await options(visitor).filter({ hasText: stuName }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.ant-drawer').getByText(stuName).first().waitFor()
  await page.keyboard.press('Control+k')
  await page
    .getByRole('group', { name: '最近打开' })
    .getByRole('option', { name: new RegExp(stuName) })
    .waitFor()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain(stuName)
  calm()
})

test.each([
  ['nothing typed', ''],
  ['many results', '学生'],
  ['nothing found', '没有的东西呀'],
])('a screen reader finds nothing to complain of with %s', async (_, typed) => {
  const visitor = await arrive()
  const { page, calm } = visitor
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await idle(page)
  await page.waitForTimeout(400)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('.palette').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  calm()
})
