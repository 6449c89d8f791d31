import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticeLinks } from '../test/support/noticeLinks.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { desktop, openStage, phone, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const title = '食堂满意度'

test('a form of two pages with points and a condition is designed, filled in page by page on a phone, and its score stands in the figures', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '06', tmplName: title })
  const { page, told, calm } = await stage.arrive(`/ent/bill/${tmplNo}`, 'school', desktop)
  const add = async (control: string, called: string) => {
    await page.getByRole('navigation', { name: '控件' }).getByRole('button', { name: control, exact: true }).click()
    await page.getByRole('complementary', { name: '属性' }).getByLabel('名称').fill(called)
  }
  await page.getByText('整张表单').waitFor()
  await add('单选', '满意吗')
  await page.getByLabel('选项（每行一个，可以粘贴多行）').fill('满意\n不满意')
  await page.getByRole('checkbox', { name: '必填' }).check()
  await page.getByRole('checkbox', { name: '计分' }).check()
  const points = page.getByRole('region', { name: '计分' })
  await points.getByLabel('满意', { exact: true }).fill('10.5')
  await points.getByLabel('不满意').fill('-2')
  await add('分页', '再说说')
  await add('单行文字', '哪里不满意')
  await page.getByLabel('当这个字段').click()
  await page.getByTitle('满意吗').last().click()
  await page.getByRole('region', { name: '显示条件' }).getByLabel('值').click()
  await page.getByTitle('不满意', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /哪里不满意，.*当“满意吗”为“不满意”时显示/ }).waitFor()
  await add('评分', '打几星')
  await page.getByRole('checkbox', { name: '计分' }).check()
  await page.getByText(/^草稿已保存 \d\d:\d\d$/).waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  await told('发布成功')

  const teacher = await signedIn(stage.server, 'teacher')
  const [seeded] = (await teacher.client.call(hnd.getpage, { keyWord: '家庭情况' })).datas
  const { scope } = await teacher.client.call(hnd.get, { hndNo: seeded?.hndNo ?? '' })
  const parts = scope.map(({ name: _, ...part }) => part)
  const { hndNo } = await teacher.client.call(hnd.handout, { title, tmplNo, scope: parts })

  const link = (await noticeLinks(stage.server, `请填写：${title}`))[0]?.link ?? ''
  const { page: small, calm: calmHere } = await stage.visit(link.replace('/m/notice', '/m/ans'), phone)
  await small.getByRole('heading', { name: '第 1 页，共 2 页' }).waitFor()
  expect(await small.getByRole('button', { name: '提交' }).count()).toBe(0)
  await small.getByRole('button', { name: '下一页' }).click()
  await small.getByText('满意吗不能为空').waitFor()
  await small.getByText('不满意', { exact: true }).click()
  await small.getByRole('button', { name: '下一页' }).click()
  const second = small.getByRole('heading', { name: /第 2 页，共 2 页.*再说说/ })
  await expect.poll(() => second.evaluate((head) => head === document.activeElement)).toBe(true)
  await small.getByLabel('哪里不满意').fill('菜太咸')
  await small.getByRole('button', { name: '上一页' }).click()
  await small.getByText('满意', { exact: true }).click()
  await small.getByRole('button', { name: '下一页' }).click()
  expect(await small.getByLabel('哪里不满意').count()).toBe(0)
  await small.getByLabel('4 星').check({ force: true })
  await small.getByRole('button', { name: '提交' }).click()
  await small.getByText(/已提交，还可以修改/).waitFor()
  expect(await small.getByText('得分').count()).toBe(0)

  const office = await stage.arrive(`/ent/hnd/${hndNo}`, 'teacher', desktop)
  await office.page.getByRole('tab', { name: '统计' }).click()
  await office.page.getByText('平均 14.5，最低 14.5，最高 14.5').waitFor()
  calm()
  calmHere()
  office.calm()
})

test('who leaves out three questions of a page is told that there are three, without a stray line below the form', async () => {
  const link = (await noticeLinks(stage.server, '请填写：家校满意度调查'))[0]?.link ?? ''
  const { page, calm } = await stage.visit(link.replace('/m/notice', '/m/ans'), phone)
  await page.getByRole('button', { name: '下一页' }).click()
  await page.getByText('对班主任工作的评价不能为空').waitFor()
  const said = page.getByRole('alert')
  await expect.poll(() => said.textContent()).toBe('有 3 处需要修改')
  expect(await said.evaluate((line) => line.getBoundingClientRect().height)).toBeLessThanOrEqual(1)
  calm()
})
