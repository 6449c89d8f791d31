import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a demo says on its sign-in page that it is one, and 关于 which version runs', async () => {
  const { page, signIn } = await stage.visit('/login')
  await page.getByText('演示环境：这里的账号和密码是公开的').waitFor()
  await signIn('school')
  await page.getByRole('button', { name: /当前用户/ }).click()
  await page.getByRole('button', { name: '关于' }).click()
  const about = page.getByRole('dialog', { name: '关于' })
  const { version } = (await (await fetch(`${stage.server.url}/healthz`)).json()) as { version: string }
  await about.getByText(version, { exact: true }).waitFor()
})

test('the operator reads that the time of the machine jumped, and answers that it is right', async () => {
  await stage.server.owner.query(`update clock_watch set good_tm = now() - interval '1 year'`)
  const { page, told } = await stage.arrive('/dashboard', 'platform')
  await page.getByText(/机器的时间现在是 .*相差太多/).waitFor()
  await page.getByRole('button', { name: '时间没有错' }).click()
  await page.getByRole('button', { name: '时间是对的' }).click()
  await told('已确认，到期的内容照常清理')
  await page.getByText(/机器的时间现在是/).waitFor({ state: 'detached' })
  const { rows } = await stage.server.owner.query('select ages_agree() as agrees')
  expect(rows).toEqual([{ agrees: true }])
})
