import type * as z from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { openStage, phone, signedIn, type Stage, type Visitor } from './browser.ts'
import { listCount } from './frameParts.ts'

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

test('the keyboard alone finds a student by initials and opens them beside the list, also where the list is open already', async () => {
  const visitor = await arrive()
  const { page, calm } = visitor
  const { datas } = await listed({ stt: '1', pageSize: 2 })
  for (const { stuNo, stuName } of datas) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(stuNo)
    await options(visitor).filter({ hasText: stuName }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '学生管理' }).waitFor()
    await page.locator('.ant-drawer').getByText(stuName, { exact: false }).first().waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe(`?stuNo=${stuNo}`)
    expect(await palette(visitor).count()).toBe(0)
  }
  calm()
})

test('a phrase opens the list with just these filters, and leaves no keyword of before', async () => {
  const visitor = await arrive('/ent/stu')
  const { page, calm } = visitor
  const wanted = await listed({ rollFlag: '1', wts: '02', sex: 'N' })
  await page.getByLabel('姓名、拼音、学号、手机、身份证号').fill('没有这个人')
  await page.getByText('没有符合条件的记录').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('住校的女生')
  await page.getByRole('option', { name: /住校的女生/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).search.slice(1).split('&').toSorted()).toEqual(['sex=N', 'wts=02'])
  await listCount(page, `共 ${wanted.recordCount.toLocaleString('zh-CN')} 条`).waitFor()
  calm()
})

test('on a phone the search fills the width, and a person opens as a page', async () => {
  const visitor = await arrive('/dashboard', 'school', phone)
  const { page, calm } = visitor
  const { datas } = await listed({ stt: '1', pageSize: 1 })
  await page.getByRole('button', { name: '搜索' }).click()
  expect(await palette(visitor).evaluate((window) => window.getBoundingClientRect().width)).toBe(phone.width)
  await page.getByRole('combobox', { name: '搜索' }).fill(datas[0]?.stuNo as string)
  await options(visitor).first().click()
  const opened = page.locator('.ant-drawer-content-wrapper').filter({ hasText: datas[0]?.stuName as string })
  await opened.waitFor()
  const wide = await opened.evaluate((drawer) => drawer.getBoundingClientRect().width)
  expect(wide).toBe(phone.width)
  calm()
})
