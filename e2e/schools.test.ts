import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './browser.ts'
import { menuLink } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a bureau chooses one of its schools, looks at it on every page, and changes nothing', async () => {
  const { page, calm } = await stage.arrive('/ent/stu', 'bureau')
  const school = page.getByLabel('学校', { exact: true }).filter({ visible: true })
  const choose = async (name: string) => {
    await school.click()
    await page.locator('.ant-select-item-option').filter({ hasText: name, visible: true }).click()
  }
  await choose('启明区启明小学')
  await page.getByRole('heading', { name: '学生管理' }).waitFor()
  await page.getByRole('tree').getByText('一年级（5）班').waitFor()
  expect(await page.getByRole('button', { name: '新建学生' }).count()).toBe(0)
  const ofOne = await page
    .getByText(/^共 [\d,]+ 条$/)
    .first()
    .innerText()

  // Checks that a choice holds on the other pages, and a change of it on those that are open already.
  await menuLink(page, '年级班级').click()
  await page.getByRole('heading', { name: '启明区启明小学' }).waitFor()
  await choose('晨光市云溪中学')
  await page.getByRole('heading', { name: '晨光市云溪中学' }).waitFor()
  await menuLink(page, '学生管理').click()
  await page.getByRole('tree').getByText('高一（1）班').waitFor()
  await expect
    .poll(() =>
      page
        .getByText(/^共 [\d,]+ 条$/)
        .first()
        .innerText(),
    )
    .not.toBe(ofOne)
  calm()
})
