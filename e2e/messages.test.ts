import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeLinks } from '../test/support/noticeLinks.ts'
import { desktop, openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const linkOf = async (title: string) => (await noticeLinks(stage.server, title))[0]?.link ?? ''

test('a notice rings at once, is answered from the bell, and its sender sees who answered, reminds the rest and takes it back', async () => {
  const teacher = await stage.arrive('/dashboard', 'teacher', phone)
  const desk = await stage.arrive('/ent/msg', 'school')
  const bell = teacher.page.getByRole('button', { name: /^消息，/ })
  const before = Number((await bell.getAttribute('aria-label'))?.match(/\d+/)?.[0] ?? 0)

  await desk.page.getByRole('button', { name: '发通知' }).first().click()
  const form = desk.page.getByRole('dialog', { name: '发通知' })
  await form.getByRole('button', { name: '添加接收人' }).click()
  await desk.page.getByRole('menuitem', { name: '全体员工' }).click()
  await form.getByText(/会发给 \d+ 名员工/).waitFor()
  await form.getByLabel('标题').fill('周五全体会议改到 15:30')
  await form.getByLabel('内容').fill('各位老师：\n\n<b>请准时</b>到**报告厅**。')
  await form.getByRole('radio', { name: '选择回执' }).click()
  await form.getByRole('button', { name: /^发送给/ }).click()
  // Asks for choices before anything is sent.
  await form.getByText('请至少写两个回执选项').waitFor()
  await form.getByLabel('回执选项').fill('参加')
  await desk.page.keyboard.press('Enter')
  await form.getByLabel('回执选项').fill('请假')
  await desk.page.keyboard.press('Enter')
  await form.getByRole('button', { name: /^发送给/ }).click()
  await desk.page.getByText(/已发给 \d+ 人/).waitFor()

  // Rings without the page being asked for anew.
  await teacher.page.getByRole('button', { name: `消息，${before + 1} 条未读` }).waitFor()
  await bell.click()
  await teacher.page.getByRole('button', { name: /周五全体会议改到 15:30/ }).click()
  // Shows markup as it was written, and what is marked as bold.
  await teacher.page.getByText('<b>请准时</b>到').waitFor()
  expect(await teacher.page.locator('.message-body strong').textContent()).toBe('报告厅')
  await teacher.page.getByText('请假', { exact: true }).click()
  await teacher.page.getByRole('button', { name: '提交回执' }).click()
  await teacher.page.getByText(/已回执：请假/).waitFor()

  await desk.page
    .getByRole('button', { name: '周五全体会议改到 15:30' })
    .or(desk.page.getByRole('link', { name: '周五全体会议改到 15:30' }))
    .first()
    .click()
  const record = desk.page.getByRole('complementary')
  await record.getByText('已回应', { exact: true }).click()
  await record.getByText('请假', { exact: true }).last().waitFor()
  await record.getByRole('button', { name: /^提醒 \d+ 人/ }).click()
  await desk.told('已提醒')
  await record.getByRole('button', { name: /更多操作/ }).click()
  await desk.page.getByRole('menuitem', { name: '撤回' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
  await desk.told('已撤回')

  await teacher.page.goto(`${new URL(teacher.page.url()).origin}/message/index`)
  await teacher.page.getByRole('heading', { name: '消息中心' }).waitFor()
  await teacher.page.getByText('元旦文艺汇演节目报名').first().waitFor()
  expect(await teacher.page.getByText('周五全体会议改到 15:30').count()).toBe(0)
  teacher.calm()
  desk.calm()
})

test('a head teacher writes to the families of pupils whom she has ticked, and sees how many that are', async () => {
  const { page, calm } = await stage.arrive('/ent/stu', 'teacher', desktop)
  for (const at of [0, 1]) await page.locator('.table-row').nth(at).getByRole('checkbox').click()
  await page.getByRole('toolbar').getByRole('button', { name: '发通知' }).click()
  const form = page.getByRole('dialog', { name: '发通知' })
  await form.getByText(/会发给 \d+ 位家长（2 名学生）/).waitFor()
  expect(await form.getByText(/的家长$/).count()).toBeGreaterThan(1)
  await form.getByLabel('标题').fill('请来校面谈')
  await form.getByRole('button', { name: /^发送给 \d+ 人$/ }).click()
  await page.getByText(/已发给 \d+ 人/).waitFor()
  calm()
})

test('what was begun to somebody is not offered in a notice to others', async () => {
  const { page, calm } = await stage.arrive('/ent/stu', 'teacher', desktop)
  const write = async (row: number) => {
    await page.locator('.table-row').nth(row).getByRole('checkbox').click()
    await page.getByRole('toolbar').getByRole('button', { name: '发通知' }).click()
    return page.getByRole('dialog', { name: '发通知' })
  }
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/user/draft/set'))
  await (await write(0)).getByLabel('标题').fill('只给这一家')
  await kept
  await page.reload()
  const other = await write(1)
  await other.getByText(/会发给/).waitFor()
  expect(await other.getByLabel('标题').inputValue()).toBe('')
  await page.reload()
  const same = await write(0)
  await expect.poll(() => same.getByLabel('标题').inputValue()).toBe('只给这一家')
  calm()
})

test('a head teacher asks the families of her class; one guardian opens the link and answers on the phone, and she reminds the rest', async () => {
  const desk = await stage.arrive('/dashboard', 'teacher', desktop)
  await desk.page.getByRole('main').getByRole('button', { name: '发通知' }).click()
  const form = desk.page.getByRole('dialog', { name: '发通知' })
  await form.getByText(/会发给 \d+ 位家长/).waitFor()
  await form.getByText(/\d+ 位家长没有渠道能找到/).waitFor()
  await form.getByLabel('标题').fill('春游报名到周三')
  await form.getByLabel('内容').fill('下周五去**植物园**。')
  await form.getByRole('radio', { name: '选择回执' }).click()
  for (const choice of ['参加', '不参加']) {
    await form.getByLabel('回执选项').fill(choice)
    await desk.page.keyboard.press('Enter')
  }
  await form.getByRole('button', { name: /^发送给/ }).click()
  await desk.page.getByText(/已发给 \d+ 人/).waitFor()

  const family = await stage.visit(await linkOf('春游报名到周三'), phone)
  await family.page.getByRole('heading', { name: /：春游报名到周三$/ }).waitFor()
  // Shows nothing of the notice until it is opened.
  expect(await family.page.getByText('植物园').count()).toBe(0)
  await family.page.getByRole('button', { name: '打开通知' }).click()
  expect(await family.page.locator('.message-body strong').textContent()).toBe('植物园')
  await family.page.getByText('参加', { exact: true }).click()
  await family.page.getByLabel(/留言/).fill('坐校车')
  await family.page.getByRole('button', { name: '提交回执' }).click()
  await family.page.getByText(/已回执：参加/).waitFor()

  await desk.page.goto(`${new URL(desk.page.url()).origin}/ent/msg`)
  await desk.page
    .getByRole('link', { name: '春游报名到周三' })
    .or(desk.page.getByRole('button', { name: '春游报名到周三' }))
    .first()
    .click()
  const record = desk.page.getByRole('complementary')
  await record.getByText('已回应', { exact: true }).click()
  await record.getByText('坐校车').waitFor()
  await record.getByRole('button', { name: /^提醒 \d+ 人/ }).click()
  await desk.told('已提醒')
  desk.calm()
  family.calm()
})
