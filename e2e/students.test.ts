import { afterAll, beforeAll, expect, test } from 'vitest'
import { change } from '../test/support/primarySchool.ts'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'
import { dragByKeys, dragByMouse, dragByTouch } from './drag.ts'
import { listCount } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const search = '姓名、拼音、学号、手机、身份证号'

async function openAt(name: string, path = '/ent/stu', size?: { width: number; height: number }) {
  const visitor = await stage.arrive(path, name, size)
  await visitor.page.getByRole('heading', { name: '学生管理' }).waitFor()
  return visitor
}

const student = ({ page }: Visitor, name: string) => page.getByRole('link', { name, exact: true })
const row = (visitor: Visitor, name: string) => visitor.page.getByRole('row').filter({ has: student(visitor, name) })
const total = ({ page }: Visitor, count: number) => listCount(page, `共 ${count} 条`).waitFor()
const chip = ({ page }: Visitor, name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d`) })
const inTree = ({ page }: Visitor, name: string) => page.locator('.split-side').getByText(name, { exact: true })
const undo = ({ page }: Visitor) => page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()

async function act(visitor: Visitor, name: string, item: string) {
  await visitor.page.getByRole('button', { name: `更多操作：${name}`, exact: true }).click()
  await visitor.page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a child is written down after a look at a namesake, moved, labelled, found by a chip, and all of it taken back', async () => {
  const visitor = await openAt('school')
  const { page, calm, told } = visitor
  await inTree(visitor, '三年级（1）班').click()
  await page.getByRole('button', { name: '新建学生' }).click()
  const form = page.getByRole('dialog', { name: '新建学生' })
  await form.getByLabel('姓名').fill('司徒小明')
  await form.getByLabel('学号').fill('T2001')
  await form.getByLabel('性别').click()
  await page.getByTitle('男', { exact: true }).last().click()
  await form.getByLabel('出生日期').fill('2017-10-01')
  await page.keyboard.press('Tab')
  await form.getByTitle('三年级（1）班').waitFor()
  await form.getByRole('button', { name: '新建' }).click()
  await told('添加成功')

  await page.getByRole('button', { name: '新建学生' }).click()
  await form.getByLabel('姓名').fill('司徒小明')
  await form.getByLabel('出生日期').fill('2017-10-01')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: '打开三年级（1）班的司徒小明' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '所在班级' })
  await drawer.getByText('T2001', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: '关闭', exact: true }).click()
  await form.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃', exact: true }).click()

  await page.getByLabel(search).fill('stxm')
  await total(visitor, 1)
  await act(visitor, '司徒小明', '调班')
  const picker = page.getByRole('dialog', { name: '把“司徒小明”调到' })
  await picker.getByText('三年级（2）班', { exact: true }).click()
  await picker.getByRole('button', { name: '调班' }).click()
  await told('调整成功')
  await total(visitor, 0)
  await undo(visitor)
  await told('撤销成功')
  await total(visitor, 1)

  await act(visitor, '司徒小明', '改标签')
  await page.getByRole('checkbox', { name: '住校' }).check()
  await page.getByRole('checkbox', { name: '走读' }).check()
  expect(await page.getByRole('checkbox', { name: '住校' }).isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: '住校' }).check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await told('修改成功')
  await chip(visitor, '休学').click()
  await total(visitor, 0)
  await chip(visitor, '在籍').click()
  await total(visitor, 1)
  await chip(visitor, '住校').click()
  await total(visitor, 1)
  await chip(visitor, '无家长').click()
  await row(visitor, '司徒小明').waitFor()
  await expect.poll(() => page.url()).toContain('noPtr=1')

  await act(visitor, '司徒小明', '休学')
  await page.getByRole('dialog', { name: '“司徒小明”休学' }).getByRole('button', { name: '休学' }).click()
  await told('停用成功')
  // Stays on the roll, and so in the list.
  await row(visitor, '司徒小明').getByText('休学', { exact: true }).waitFor()
  await undo(visitor)
  await told('撤销成功')

  await student(visitor, '司徒小明').click()
  const history = page.getByRole('complementary').filter({ hasText: '司徒小明' })
  await history.getByRole('tab', { name: '历史' }).click()
  const deed = (title: string) => history.getByRole('listitem').filter({ hasText: title })
  await deed('学生管理 · 休学').getByText('正常').waitFor()
  await deed('学生管理 · 修改标签').getByText('住校').waitFor()
  expect(await history.locator('.timeline strong').first().innerText()).toBe('操作记录 · 撤销')
  await history.getByRole('button', { name: '关闭', exact: true }).click()

  await act(visitor, '司徒小明', '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await told('删除成功')
  calm()
})

test('a row dragged onto a class in the tree moves the child there', async () => {
  const visitor = await openAt('school', '/ent/stu')
  const { page, calm, told } = visitor
  await inTree(visitor, '四年级（1）班').click()
  await page.locator('tbody').getByText('四年级（1）班').first().waitFor()
  const first = page.locator('.table-row').first()
  const name = (await first.getByRole('link').first().textContent()) ?? ''
  const goes = async (to: string) => {
    await told('调整成功')
    await page.getByText(`1 名学生已调到“${to}”`).waitFor()
    await undo(visitor)
    await told('撤销成功')
    await row(visitor, name).waitFor()
  }
  await dragByMouse(first, inTree(visitor, '四年级（2）班'), { from: { x: 260, y: 16 } })
  await goes('四年级（2）班')
  await dragByTouch(first, inTree(visitor, '四年级（2）班'), { from: { x: 260, y: 16 } })
  await goes('四年级（2）班')
  const here = page.locator('.drag-chip')
  await row(visitor, name).getByRole('checkbox').press('Alt+m')
  await here.waitFor()
  const said = page.getByRole('status').getByText('四年级（2）班之下')
  for (let step = 0; step < 60 && (await said.count()) === 0; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await goes('四年级（2）班')
  await dragByKeys(row(visitor, name).getByRole('checkbox'), ['ArrowDown', 'Escape'])
  await row(visitor, name).waitFor()
  calm()
})

test('a head teacher has the own class alone, on a phone too', async () => {
  const visitor = await openAt('teacher', '/ent/stu', phone)
  const { page, calm } = visitor
  await page.getByRole('button', { name: '全部学生' }).click()
  const tree = page.getByRole('dialog', { name: '全部学生' })
  await tree.getByText('一年级（1）班', { exact: true }).click()
  expect(await page.getByText('一年级（2）班').count()).toBe(0)
  await page.locator('.card').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  calm()
})

test('a head teacher without a class is told so, and whom to ask', async () => {
  const { server } = stage
  const of = `(select i.idnt_val from identity i join account a using (user_no) where a.name = 'teacher' and i.ent_no = '0300000001')`
  await change({ entNo: '0300000001', server }, `delete from empdatapwr where ent_no = '0300000001' and emp_no = ${of}`)
  const { page } = await openAt('teacher')
  await page.getByText('你还没有负责的班级，所以看不到学生。请学校管理员在“数据权限”里给你班级。').waitFor()
})
