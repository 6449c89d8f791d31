import { afterAll, beforeAll, expect, test } from 'vitest'
import { idNoOf } from '../test/support/staffList.ts'
import { openStage, type Stage } from './browser.ts'
import { act, count, create, fillNew, look, openAt, openEdit, person, row, undo } from './staff.ts'
import { refreshList } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('an ID number fills sex and birth date; the new colleague is found, changed, disabled, enabled, deleted and brought back', async () => {
  const visitor = await openAt(stage, 'school')
  const { page, calm } = visitor
  const form = await fillNew(visitor, {
    姓名: '司徒明远',
    工号: 'T001',
    身份证号: idNoOf('11010519850615002'),
    认证手机: '13800001001',
  })
  await expect.poll(() => form.getByLabel('出生日期').inputValue()).toBe('1985-06-15')
  await form.getByTitle('女', { exact: true }).waitFor()
  await form.getByLabel('部门（第一个是主部门）').fill('cws')
  await page.locator('.ant-select-tree').getByText('财务室', { exact: true }).click()
  await form.getByRole('button', { name: '新建' }).click()
  await visitor.told('员工添加成功')
  await look(visitor, 'stmy')
  await count(visitor, 1)
  await person(visitor, '司徒明远').click()
  await page.getByText('信息中心（主部门）、财务室').waitFor()
  await page.getByText('••••').waitFor()
  await page.getByRole('button', { name: '关闭', exact: true }).click()

  const edit = await openEdit(visitor, '司徒明远')
  await edit.getByLabel('备注').fill('兼管机房')
  await edit.getByLabel('工号').fill('T002')
  await edit.getByRole('button', { name: '保存' }).click()
  await visitor.told('修改成功')
  await look(visitor, 'T002')
  await count(visitor, 1)

  await act(visitor, '司徒明远', '停用')
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await page.getByText('没有符合条件的记录').waitFor()
  await page.getByRole('button', { name: /^停用 / }).click()
  await act(visitor, '司徒明远', '启用')
  await page.getByText('已启用 1 名员工').waitFor()
  await page.getByRole('button', { name: /^启用 / }).click()
  await act(visitor, '司徒明远', '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('没有符合条件的记录').waitFor()
  await undo(visitor)
  await person(visitor, '司徒明远').waitFor()
  calm()
})

test('two browsers change one employee: what does not overlap is merged, what does is chosen', async () => {
  const [first, second] = [await openAt(stage, 'school'), await openAt(stage, 'school')]
  await create(first, '慕容兰', '13800001005')
  await look(second, '慕容兰')
  await refreshList(second.page)
  const [mine, theirs] = [await openEdit(first, '慕容兰'), await openEdit(second, '慕容兰')]
  const save = (dialog: typeof mine) => dialog.getByRole('button', { name: '保存' }).click()
  await theirs.getByLabel('备注').fill('对方写的')
  await save(theirs)
  await second.told('修改成功')
  await mine.getByLabel('工号').fill('T005')
  await save(mine)
  await first.page.getByText('已合并他人对备注的修改').waitFor()
  await row(first, '慕容兰').getByText('T005').waitFor()

  await refreshList(second.page)
  await row(second, '慕容兰').getByText('T005').waitFor()
  const [again, there] = [await openEdit(first, '慕容兰'), await openEdit(second, '慕容兰')]
  await there.getByLabel('备注').fill('乙')
  await save(there)
  await second.told('修改成功')
  await again.getByLabel('备注').fill('甲')
  await save(again)
  const conflict = first.page.getByRole('dialog', { name: '他人已修改' })
  await conflict.getByRole('radio', { name: '乙' }).check()
  await conflict.getByRole('button', { name: '保存合并结果' }).click()
  await expect.poll(() => first.page.getByRole('dialog').count()).toBe(0)
  await person(first, '慕容兰').click()
  await first.page.getByText('乙', { exact: true }).waitFor()
  first.calm()
  second.calm()
})
