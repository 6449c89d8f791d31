import { afterAll, beforeAll, expect, test } from 'vitest'
import { StudentState } from '#domain/units/units.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { openStage, signedIn, type Stage } from './browser.ts'

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
  await expect.poll(() => grade('六年级 2 个班 80').innerText()).toContain('直升，进入待分班')
  const go = page.getByRole('button', { name: '升级到2027学年' })
  expect(await go.isDisabled()).toBe(true)

  // Decides on each who is away in a leaving class from the finding itself.
  await page.getByRole('button', { name: '逐个决定去向' }).click()
  const away = page.getByRole('dialog', { name: '毕业班里休学的学生' })
  const { client } = await signedIn(stage.server, 'school')
  const suspended = await client.call(stu.getexlist, { stt: StudentState.suspended })
  const leaving = suspended.filter(({ path }) => /^[六九]年级/.test(path ?? ''))
  expect(leaving.length).toBeGreaterThan(1)
  await expect.poll(() => away.getByRole('listitem').count()).toBe(leaving.length)
  const lines = await away.getByRole('listitem').all()
  for (const [i, line] of lines.entries()) {
    const kind = i === 1 ? '转出' : '毕业'
    await line.getByLabel(/的变动$/).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(kind, { exact: true }).click()
    await line.getByLabel(/的原因$/).fill('家长申请')
  }
  await away.getByRole('button', { name: `保存 ${lines.length} 人` }).click()
  const form = page.getByRole('dialog', { name: '添加例外' })
  await page.getByText('可以升级了').waitFor()

  // Lets one repeat the year: a student is picked, the class below is offered with its numbers.
  await page.getByText(`例外 ${lines.length}`).click()
  await page.getByRole('button', { name: '添加例外' }).click()
  const picker = page.getByRole('dialog', { name: '选择例外的学生' })
  await picker.getByPlaceholder('名称、拼音首字母或编号').fill('八年级（1）')
  await picker.getByRole('tree').getByText('八年级（1）班', { exact: true }).click()
  await picker.locator('.table-row').first().getByRole('checkbox').check()
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
  const confirm = page.getByRole('dialog', { name: '升级到2027学年' })
  expect(await confirm.getByRole('button', { name: '确认升级' }).isDisabled()).toBe(true)
  await confirm.getByLabel('请输入 2027 以确认').fill('2027')
  // Confirms that it is out of season, on the days that are.
  for (const box of await confirm.getByRole('checkbox', { name: /我确定现在就升级$/ }).all()) await box.check()
  await confirm.getByRole('button', { name: '确认升级' }).click()
  await told('设置成功')
  await page.getByText('已升级到2027学年 · 30 天内可以撤销').waitFor()
  await page.getByText('2027学年 → 2028学年').waitFor()
  await page.getByText('学校已在2027学年，本学年已经升级过').waitFor()

  await page.getByRole('button', { name: '撤销升级' }).click()
  const back = page.getByRole('dialog', { name: '撤销升级，回到2026学年' })
  await back.getByText('毕业的学生回到原班').waitFor()
  await back.getByRole('button', { name: '撤销升级' }).click()
  await told('撤销成功')
  await page.getByText('2026学年 → 2027学年').waitFor()
  await page.getByText(`例外 ${lines.length + 1}`).waitFor()
  await page.getByText('核对', { exact: true }).click()
  await expect.poll(() => grade('六年级 2 个班 80').innerText()).toContain('直升，进入待分班')
  calm()
})
