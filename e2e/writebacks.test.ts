import { afterAll, beforeAll, test } from 'vitest'
import { desktop, openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a head teacher sees what families changed, writes one into the archive, rejects another with a word, and the numbers follow', async () => {
  const { page, told, calm } = await stage.arrive('/ent/prop', 'teacher', desktop)
  await page.getByText('已写入 2', { exact: true }).waitFor()
  const tick = () => page.locator('tbody').getByRole('checkbox').first().check()
  await tick()
  const tools = page.getByRole('toolbar', { name: '对所选的操作' })
  await tools.getByRole('button', { name: '写入', exact: true }).click()
  await told('1 项已处理')
  await page.getByText('已写入 3', { exact: true }).waitFor()
  await tick()
  await tools.getByRole('button', { name: '不采用', exact: true }).click()
  const asked = page.getByRole('dialog', { name: '不采用' })
  await asked.getByRole('textbox', { name: '不采用的原因' }).fill('与户口本不符')
  await asked.getByRole('button', { name: '不采用', exact: true }).click()
  await told('已标为不采用')
  await page.getByText('不采用 2', { exact: true }).click()
  await page.getByText('与户口本不符').waitFor()
  await page.getByText('已过时 1', { exact: true }).click()
  await page.getByText(/蒙古族 → .+（现在：.+）/).waitFor()
  calm()
})
