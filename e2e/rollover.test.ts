import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the year is prepared, rolled over and taken back by one person, without leaving the page', async () => {
  const { page, told, calm } = await stage.arrive('/ent/rollover', 'school')
  const years = page.getByRole('table', { name: '两个学年对照' })
  const grade = (name: string) => years.getByRole('row').filter({ hasText: name }).first()
  await page.getByText('2026学年 → 2027学年').waitFor()
  await expect.poll(() => grade('六年级 2 个班 80').innerText()).toContain('2027届毕业')
  const go = page.getByRole('button', { name: '结转到2027学年' })
  expect(await go.isDisabled()).toBe(true)

  // Decides on somebody away in a graduating class from the finding itself.
  await page.getByRole('button', { name: '决定去向' }).click()
  const form = page.getByRole('dialog', { name: '添加例外' })
  await form.getByText('毕业', { exact: true }).click()
  await form.getByLabel('原因').fill('随班毕业')
  await form.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByText('可以结转了').waitFor()

  // Lets one repeat the year: a student is picked, the class below is offered with its numbers.
  await page.getByText('例外 3').click()
  await page.getByRole('button', { name: '添加例外' }).click()
  const picker = page.getByRole('dialog', { name: '选择例外的学生' })
  await picker.getByPlaceholder('名称、拼音首字母或编号').fill('八年级（1）')
  await picker.getByRole('tree').getByText('八年级（1）班', { exact: true }).click()
  await picker.locator('.ant-table-row').first().getByRole('checkbox').check()
  await picker.getByRole('button', { name: /^选好/ }).click()
  await form.getByText('留级', { exact: true }).click()
  await form.getByLabel('去向').fill('八年级（1）')
  await page.getByTitle(/^八年级（1）班（\d+ 人）$/).click()
  await form.getByLabel('原因').fill('家长申请')
  await form.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('cell', { name: '留级' }).waitFor()

  await page.getByText('新年级', { exact: true }).click()
  const classes = page.getByLabel('一年级的班数')
  await classes.fill('4')
  await classes.press('Enter')
  await page.getByText('一年级（4）班').waitFor()
  await page.getByText('留级 1 人').waitFor()

  await go.click()
  const confirm = page.getByRole('dialog', { name: '结转到2027学年' })
  expect(await confirm.getByRole('button', { name: '确认结转' }).isDisabled()).toBe(true)
  await confirm.getByLabel('请输入 2027 以确认').fill('2027')
  await confirm.getByRole('button', { name: '确认结转' }).click()
  await told('设置成功')
  await page.getByText('已结转到2027学年 · 30 天内可以撤销').waitFor()
  await page.getByText('2027学年 → 2028学年').waitFor()
  await page.getByText('学校已在2027学年，本学年已经结转过').waitFor()

  await page.getByRole('button', { name: '撤销结转' }).click()
  const back = page.getByRole('dialog', { name: '撤销结转，回到2026学年' })
  await back.getByText('毕业的学生回到原班').waitFor()
  await back.getByRole('button', { name: '撤销结转' }).click()
  await told('撤销成功')
  await page.getByText('2026学年 → 2027学年').waitFor()
  await page.getByText('核对', { exact: true }).click()
  await expect.poll(() => grade('六年级 2 个班 80').innerText()).toContain('2027届毕业')
  calm()
})
