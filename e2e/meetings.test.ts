import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage } from './browser.ts'

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

async function draft(page: Page, begins: number) {
  await page.getByRole('button', { name: '起草会议' }).first().click()
  const form = page.getByRole('dialog', { name: '起草会议' })
  await form.getByLabel('会议名称').fill('学科组长会')
  await form.getByLabel('开始时间', { exact: true }).fill(inMinutes(begins))
  await page.keyboard.press('Enter')
  await form.getByLabel('地点').fill('报告厅')
  await form.getByRole('button', { name: '选择员工' }).click()
  const picker = page.getByRole('dialog', { name: '选择参会人员' })
  for (const name of ['曹静', '邓红']) {
    await picker.getByLabel('姓名、拼音、工号或手机后四位').fill(name)
    await picker.locator('.table-row', { hasText: name }).first().getByRole('checkbox').check()
  }
  await picker.getByRole('button', { name: '添加 2 人' }).click()
  await form.getByRole('button', { name: '添加来宾' }).click()
  const guest = page.getByRole('dialog', { name: '添加来宾' })
  await guest.getByLabel('姓名').fill('赵来宾')
  await guest.getByLabel('手机').fill('13900001234')
  await guest.getByRole('button', { name: '添加', exact: true }).click()
  await form.getByText('已选 3 人').waitFor()
  await form.getByRole('button', { name: '添加议题' }).click()
  await form.getByLabel('第 1 项的议题').fill('期中质量分析')
  await form.getByLabel('第 1 项的用时（分钟）').fill('20')
  await form.getByRole('button', { name: '为第 1 项选择员工' }).click()
  const speakers = page.getByRole('dialog', { name: '选择发言人' })
  await speakers.getByLabel('姓名、拼音、工号或手机后四位').fill('曹静')
  await speakers.locator('.table-row', { hasText: '曹静' }).first().click()
  await speakers.waitFor({ state: 'hidden' })
  await form.getByRole('button', { name: '添加议题' }).click()
  await form.getByLabel('第 2 项的议题').fill('家长会')
  await form.getByRole('button', { name: '上移第 2 项' }).click()
  return form
}

test('a meeting goes from draft to attendance sheet, with a phone that scans the code on the board', async () => {
  const desk = await stage.visit('/ent/mtg')
  const { page } = desk
  await desk.signIn('school')
  const form = await draft(page, -2)
  await form.getByRole('button', { name: '起草', exact: true }).click()
  await desk.told('起草会议成功')
  await page.getByRole('heading', { name: '学科组长会' }).waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await desk.told('会议发布成功')

  const code = page.waitForResponse(/getmtgqrcode/)
  await page.getByRole('button', { name: '签到看板' }).click()
  const { result } = (await (await code).json()) as { result: { url: string } }
  await page.getByRole('img', { name: '签到二维码' }).waitFor()
  const next = page.waitForResponse(/getmtgqrcode/)
  const [guest, employee] = [await stage.visit(result.url, phone), await stage.visit(result.url, phone)]
  await guest.page.getByRole('heading', { name: '学科组长会' }).waitFor()
  await noSideways(guest.page)
  await guest.page.getByRole('button', { name: '签到', exact: true }).click()
  await guest.page.getByText('请输入姓名').waitFor()
  await guest.page.getByText('请输入手机号码的最后四位数字').waitFor()
  await guest.page.getByLabel('姓名').fill('赵来宾')
  await guest.page.getByLabel('手机后四位').fill('4321')
  await guest.page.getByRole('button', { name: '签到', exact: true }).click()
  await guest.page.getByText('没有找到参会信息，请核对姓名和手机后四位').waitFor()
  await guest.page.getByLabel('手机后四位').fill('1234')
  await guest.page.getByRole('button', { name: '签到', exact: true }).click()
  await guest.page.getByText(/^已签到 \d\d:\d\d$/).waitFor()
  await guest.page.getByText(/^赵来宾 · 迟到 \d 分钟$/).waitFor()
  await guest.page.getByText('期中质量分析（曹静，20 分钟）').waitFor()
  await page.locator('.board-names', { hasText: '赵来宾' }).waitFor()

  // Signs employees in to the platform and back to the meeting.
  await employee.page.getByLabel('姓名').fill('邓红')
  await employee.page.getByRole('button', { name: '员工登录签到' }).click()
  await employee.page.getByLabel('账号').fill('teacher')
  await employee.page.getByRole('textbox', { name: '密码' }).fill('Campus2026')
  await employee.page.getByRole('button', { name: '登录', exact: true }).click()
  await employee.page.getByText(/^邓红 \d{3}\*{4}\d{4}$/).waitFor()
  await noSideways(employee.page)
  await employee.page.getByRole('button', { name: '签到', exact: true }).click()
  await employee.page.getByText(/^邓红 · 迟到 \d 分钟$/).waitFor()

  // Types the digits where nothing was scanned; a wrong code is told, and the form stays.
  const digits = await page.locator('.board-digits strong').textContent()
  const typed = await stage.visit('/m/sign', phone)
  await typed.page.getByLabel('数字码').fill('12')
  await typed.page.getByRole('button', { name: '下一步' }).click()
  await typed.page.getByText('请输入屏幕上二维码旁边的 6 位数字').waitFor()
  await noSideways(typed.page)
  await typed.page.getByLabel('数字码').fill(digits ?? '')
  await typed.page.getByRole('button', { name: '下一步' }).click()
  await typed.page.getByRole('heading', { name: '学科组长会' }).waitFor()

  const rolled = (await (await next).json()) as { result: { url: string } }
  expect(rolled.result.url).not.toBe(result.url)
  await page.getByRole('button', { name: '返回会议' }).click()
  await page.locator('.page-head:visible').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '结束' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '结束', exact: true }).click()
  await desk.told('设置成功')
  await page.getByRole('tab', { name: '签到', exact: true }).click()
  const row = page.locator('.table-row', { hasText: '曹静' })
  await row.getByText('缺席').waitFor()
  await row.getByRole('button', { name: '登记：曹静' }).click()
  const entry = page.getByRole('dialog', { name: '登记签到' })
  await entry.getByLabel('备注').fill('手机没电')
  await entry.getByRole('button', { name: '登记', exact: true }).click()
  await row.getByText('补签').waitFor()
  await page.getByRole('button', { name: '打印签到表' }).click()
  await page
    .getByRole('dialog', { name: '签到表' })
    .getByRole('row', { name: /赵来宾/ })
    .waitFor()
  await page.keyboard.press('Escape')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出签到表' }).click()
  expect((await file).suggestedFilename()).toMatch(/^签到表 .*\.xlsx$/)
  for (const one of [guest, employee, typed]) one.calm()

  await writeMinutes(page)
  const doer = await stage.arrive('/message/index', 'teacher', phone)
  await doer.page.getByText('会议决定：发新课表').click()
  await doer.page.getByRole('button', { name: '去处理' }).click()
  await noSideways(doer.page)
  await doer.page.getByRole('button', { name: '完成', exact: true }).click()
  const done = doer.page.getByRole('dialog', { name: '完成' })
  await done.getByLabel('完成情况').fill('已发到各班')
  await done.getByRole('button', { name: '完成', exact: true }).click()
  await doer.page.getByText('已完成，并告诉了主持人').waitFor()
  await page.reload()
  await page.locator('.table-row', { hasText: '发新课表' }).getByText('已完成').waitFor()
  for (const one of [desk, doer]) one.calm()
})

/** Writes and sends the minutes of the meeting that is open, whose headings are its agenda, with a decision for 邓红. */
async function writeMinutes(page: Page) {
  await page.getByRole('tab', { name: '纪要' }).click()
  await page.getByRole('button', { name: '写纪要' }).click()
  const form = page.getByRole('dialog', { name: '“学科组长会”的纪要' })
  await expect.poll(() => form.getByLabel('第 1 节的标题').inputValue()).toBe('家长会')
  await form.getByLabel('第 1 节的内容').fill('时间定在下周五')
  await form.getByRole('button', { name: '列表' }).first().click()
  await expect.poll(() => form.getByLabel('第 1 节的内容').inputValue()).toBe('- 时间定在下周五')
  await form.getByRole('button', { name: '添加决定' }).click()
  await form.getByLabel('第 1 项要做的事').fill('发新课表')
  await form.getByLabel('第 1 项的负责人').click()
  await page.locator('.ant-select-item-option', { hasText: '邓红' }).click()
  await form.getByRole('textbox', { name: '第 1 项的完成日期' }).fill(inMinutes(3 * 24 * 60).slice(0, 10))
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: '保存草稿' }).click()
  await page.getByRole('listitem').filter({ hasText: '时间定在下周五' }).waitFor()
  await page.getByRole('button', { name: '发出', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByText(/1 项新的决定成为负责人的待办/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '发出', exact: true }).click()
  await page.getByText(/2 人收到，0 人已读/).waitFor()
}

test('who only attends a meeting reads that its board is not theirs, instead of waiting for it', async () => {
  const { page, calm } = await stage.arrive('/ent/mtg', 'teacher')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const { rows } = await stage.server.owner.query(`select min(mtg_no) as no from mtg where stt <> '0'`)
  await page.goto(`${stage.server.url}/ent/mtg/${rows[0].no}/board`)
  await page.getByText('只有管理这个会议的人可以打开签到看板').waitFor()
  expect(asked.filter((url) => /getboard|getmtgqrcode/.test(url))).toEqual([])
  calm()
})
