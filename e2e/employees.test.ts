import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idNoOf } from '../test/staffList.ts'
import { openStage, type Stage, type Visitor } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const search = '姓名、拼音、工号、手机'

async function openAt(name: string, path = '/ent/emp') {
  const visitor = await stage.arrive(path, name)
  await visitor.page.getByRole('heading', { name: '员工管理' }).waitFor()
  return visitor
}

const person = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
const row = (visitor: Visitor, name: string) => visitor.page.getByRole('row').filter({ has: person(visitor, name) })
const count = ({ page }: Visitor, total: number) => page.locator('.page-tools').getByText(`共 ${total} 条`).waitFor()
const look = ({ page }: Visitor, word: string) => page.getByLabel(search).fill(word)
const undo = ({ page }: Visitor) => page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()

async function act(visitor: Visitor, name: string, item: string) {
  await visitor.page.getByRole('button', { name: `更多操作：${name}`, exact: true }).click()
  await visitor.page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Fills in the form of a new employee, and leaves it open. */
async function fillNew({ page }: Visitor, facts: Record<string, string>, department = 'xxzx', place = '信息中心') {
  await page.getByRole('button', { name: '新建员工' }).first().click()
  const form = page.getByRole('dialog', { name: '新建员工' })
  for (const [label, value] of Object.entries(facts)) await form.getByLabel(label).fill(value)
  await form.getByLabel('部门（第一个是主部门）').fill(department)
  await page.locator('.ant-select-tree').getByText(place, { exact: true }).click()
  await page.keyboard.press('Escape')
  return form
}

async function create(visitor: Visitor, name: string, tel: string) {
  const form = await fillNew(visitor, { 姓名: name, 认证手机: tel })
  await form.getByLabel('性别').click()
  await visitor.page.getByTitle('女').last().click()
  await form.getByRole('button', { name: '新建' }).click()
  await visitor.told('员工添加成功')
  await look(visitor, name)
  await count(visitor, 1)
}

async function openEdit(visitor: Visitor, name: string) {
  await row(visitor, name).getByRole('button', { name: '修改' }).click()
  return visitor.page.getByRole('dialog', { name: `修改${name}` })
}

test('an ID number fills sex and birth date; the new colleague is found, changed, disabled, enabled, deleted and brought back', async () => {
  const visitor = await openAt('school')
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
  await page.getByText('1101**********').waitFor()
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

test('a list that was asked for before a change and is answered after it shows the change', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await create(visitor, '呼延朗', '13800001021')
  const { promise: changed, resolve: answer } = Promise.withResolvers<void>()
  const held = async (route: Route) => {
    const response = await route.fetch()
    await changed
    await route.fulfill({ response })
  }
  await page.route(/ent\/emp\/getpage/, held, { times: 1 })
  const asked = page.waitForRequest(/ent\/emp\/getpage/)
  await look(visitor, '呼延')
  await asked
  await act(visitor, '呼延朗', '停用')
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await page.getByText('已停用 1 名员工').waitFor()
  answer()
  await page.getByText('没有符合条件的记录').waitFor()
  calm()
})

test('a wrong check digit is pointed out and accepted; a work number that is taken is told at its field, and nothing is lost', async () => {
  const visitor = await openAt('school')
  const { calm } = visitor
  const right = idNoOf('11010519850615004')
  const form = await fillNew(visitor, {
    姓名: '欧阳乐',
    工号: '1001',
    身份证号: `${right.slice(0, 17)}${right.endsWith('1') ? '2' : '1'}`,
    认证手机: '13800001002',
  })
  await form.getByText(`校验位应为 ${right[17]}，可能有一位录错，请核对`).waitFor()
  await form.getByRole('button', { name: '新建' }).click()
  await form.locator('.ant-form-item', { hasText: '工号' }).locator('.ant-form-item-explain-error').waitFor()
  for (const [label, value] of [
    ['姓名', '欧阳乐'],
    ['认证手机', '13800001002'],
    ['出生日期', '1985-06-15'],
  ])
    await expect.poll(() => form.getByLabel(label as string).inputValue()).toBe(value)
  await form.getByLabel('工号').fill('T003')
  await form.getByRole('button', { name: '新建' }).click()
  await visitor.told('员工添加成功')
  await look(visitor, '欧阳乐')
  await count(visitor, 1)
  calm()
})

test('a phone is changed; certifying shows the initial password once, which signs in and must be changed', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await create(visitor, '诸葛青', '13800001003')
  await act(visitor, '诸葛青', '改手机')
  const dialog = page.getByRole('dialog', { name: '改“诸葛青”的手机' })
  await dialog.getByLabel('新手机').fill('13800001004')
  await dialog.getByRole('button', { name: '保存' }).click()
  await visitor.told('修改电话号码成功')
  await row(visitor, '诸葛青').getByText('138****1004').waitFor()
  await act(visitor, '诸葛青', '认证')
  await page.getByRole('dialog').getByRole('button', { name: '认证' }).click()
  const account = page.getByRole('dialog', { name: '登录账号' })
  await account.getByText('初始密码只显示这一次').waitFor()
  const [name, password] = await account.locator('dd .ant-typography').allInnerTexts()
  await account.getByRole('button', { name: '知道了' }).click()
  await row(visitor, '诸葛青').getByText('已认证').waitFor()
  await page.reload()
  await expect.poll(() => page.getByText(password as string).count()).toBe(0)

  const newcomer = await stage.visit('/')
  await newcomer.signIn(name as string, (password as string).trim())
  await newcomer.page.getByText('初始密码须先修改，才能继续使用。').waitFor()
  await newcomer.page.getByLabel('旧密码').fill((password as string).trim())
  await newcomer.page.getByLabel('新密码').fill('Zhuge-2026-qing')
  await newcomer.page.getByLabel('再次输入').fill('Zhuge-2026-qing')
  await newcomer.page.getByRole('button', { name: '修改密码' }).click()
  await newcomer.page.getByRole('heading', { name: /诸葛青/ }).waitFor()
  calm()
  newcomer.calm()
})

test('two browsers change one employee: what does not overlap is merged, what does is chosen', async () => {
  const [first, second] = [await openAt('school'), await openAt('school')]
  await create(first, '慕容兰', '13800001005')
  await look(second, '慕容兰')
  await second.page.getByRole('button', { name: '刷新' }).click()
  const [mine, theirs] = [await openEdit(first, '慕容兰'), await openEdit(second, '慕容兰')]
  const save = (dialog: typeof mine) => dialog.getByRole('button', { name: '保存' }).click()
  await theirs.getByLabel('备注').fill('对方写的')
  await save(theirs)
  await second.told('修改成功')
  await mine.getByLabel('工号').fill('T005')
  await save(mine)
  await first.page.getByText('已合并他人对备注的修改').waitFor()
  await row(first, '慕容兰').getByText('T005').waitFor()

  await second.page.getByRole('button', { name: '刷新' }).click()
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
