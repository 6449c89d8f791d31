import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('an administrator sets a channel: what is missing is named, a wrong address is told, and it can be switched off again', async () => {
  const { page, calm, told } = await stage.arrive('/ent/chn', 'school', desktop)
  const row = page.getByRole('listitem').filter({ hasText: '邮件' })
  await row.getByRole('button', { name: '去设置' }).click()
  const form = page.getByRole('dialog', { name: '设置邮件' })
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('发信服务器不能为空').waitFor()
  await form.getByLabel('发信服务器').fill('mail.example.invalid')
  await form.getByLabel('端口').fill('465')
  await form.getByLabel('账号').fill('school@example.cn')
  await form.getByLabel('密码或授权码').fill('secret-of-the-mail')
  await form.getByLabel('发件人邮箱').fill('school@example.cn')
  await form.getByRole('button', { name: '保存' }).click()
  await told('已保存')
  await row.getByText('正常').waitFor()
  await row.getByRole('button', { name: '设置' }).click()
  // Shows nothing of a secret that is kept.
  expect(await form.getByLabel('密码或授权码').inputValue()).toBe('')
  await form.getByRole('switch').click()
  await form.getByRole('button', { name: '保存' }).click()
  await row.getByText('未启用').waitFor()
  calm()
})

test('somebody switches an event off and asks for one digest a day, and finds it so after a reload', async () => {
  const { page, calm } = await stage.arrive('/profile/index?tab=wishes', 'teacher', desktop)
  const event = page.getByRole('switch', { name: '我的访客已到' })
  const digest = page.getByRole('switch', { name: /每天 18:00 合成一条/ })
  expect(await event.isChecked()).toBe(true)
  for (const one of [event, digest]) {
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/user/pref/set'))
    await one.click()
    await kept
  }
  await page.reload()
  await digest.waitFor()
  expect([await event.isChecked(), await digest.isChecked()]).toEqual([false, true])
  expect(await page.getByRole('switch', { name: /会议变动/ }).isDisabled()).toBe(true)
  calm()
})
