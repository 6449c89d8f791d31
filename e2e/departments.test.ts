import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'
import { dragByKeys, dragByMouse, dragByTouch } from './drag.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const node = ({ page }: Visitor, name: string) => page.getByRole('tree').getByText(name, { exact: true })
const names = ({ page }: Visitor) => page.locator('.node-name').allInnerTexts()
const tree = ({ page }: Visitor) => page.getByRole('tree')

async function openAt(name: string, path = '/ent/org') {
  const visitor = await stage.arrive(path, name)
  await visitor.page.getByRole('tree').waitFor()
  return visitor
}

async function act(visitor: Visitor, name: string, item: string) {
  await node(visitor, name).click({ button: 'right' })
  await visitor.page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function create({ page }: Visitor, name: string) {
  await page.getByRole('button', { name: '新建部门' }).click()
  await page.getByRole('dialog').getByLabel('部门名称').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

async function pick({ page }: Visitor, title: string, workNos: string[], button: string) {
  const picker = page.getByRole('dialog', { name: title })
  for (const workNo of workNos) {
    await picker.getByLabel('姓名、拼音、工号或手机后四位').fill(workNo)
    await picker.locator('.table-row').first().filter({ hasText: workNo }).getByRole('checkbox').check()
  }
  await picker.getByRole('button', { name: button }).click()
  await expect.poll(() => picker.count()).toBe(0)
}

test('a department is created with a leader, filled with people, renamed, and deleted once it is empty', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await page.getByRole('button', { name: '新建部门' }).click()
  const form = page.getByRole('dialog', { name: '新建部门' })
  await form.getByLabel('部门名称').fill('家校合作办公室')
  await form.getByLabel('部门电话').fill('010-62751234')
  await form.getByRole('button', { name: '选择员工' }).click()
  await pick(visitor, '选择负责人', ['1003'], '选择 1 人')
  await form.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('heading', { name: '家校合作办公室', exact: true }).waitFor()
  await page.getByText('010-62751234').waitFor()
  await page.getByText('共 1 人').waitFor()
  await page.getByRole('button', { name: '添加成员' }).click()
  await pick(visitor, '添加成员到“家校合作办公室”', ['1004', '1005'], '添加 2 人')
  await page.getByText('共 3 人').waitFor()

  await node(visitor, '家校合作办公室').click()
  await page.keyboard.press('F2')
  await page.getByRole('dialog').getByLabel('部门名称').fill('家校共育中心')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: '家校共育中心', exact: true }).waitFor()

  const remove = async () => {
    await act(visitor, '家校共育中心', '删除')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  }
  await remove()
  await page.getByText('部门里还有 3 名员工，请先移走再删除').waitFor()
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('button', { name: '移出', exact: true }).click()
  await page.getByText('只是不再属于“家校共育中心”，仍然是员工，其他部门和权限不变。').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '移出' }).click()
  await page.getByText('这个部门还没有成员').waitFor()
  await remove()
  await expect.poll(() => node(visitor, '家校共育中心').count()).toBe(0)
  calm()
})

test('departments are put in order and moved by keyboard, and the move says what it touches', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await create(visitor, '后勤甲')
  await create(visitor, '后勤乙')
  await tree(visitor).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await names(visitor)).slice(-2)).toEqual(['后勤乙', '后勤甲'])
  await page.reload()
  await expect.poll(async () => (await names(visitor)).slice(-2)).toEqual(['后勤乙', '后勤甲'])

  await node(visitor, '总务处').click()
  await page.keyboard.press('Control+x')
  await page.getByText('已剪切“总务处”，选好上级后按 Ctrl+V').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+v')
  const question = page.getByRole('dialog', { name: '移动“总务处”到“后勤甲”' })
  await question.getByText('3 名员工随之移动；员工的权限不变。').waitFor()
  await question.getByRole('button', { name: '移动' }).click()
  await page.getByRole('heading', { name: '后勤甲 / 总务处' }).waitFor()
  await page.getByText('部门“总务处”已移动').waitFor()
  await expect.poll(() => question.count()).toBe(0)
  await page.keyboard.press('Control+z')
  await page.getByRole('heading', { name: '总务处', exact: true }).waitFor()
  calm()
})

test('a department is dragged between two others', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await create(visitor, '拖动的部门')
  const behind = async (name: string) => (await names(visitor)).indexOf('拖动的部门') - (await names(visitor)).indexOf(name)
  await dragByMouse(node(visitor, '拖动的部门'), page.locator('.node', { hasText: '德育处' }), { to: { x: 20, y: 2 } })
  await expect.poll(() => behind('德育处')).toBe(-1)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  await dragByTouch(node(visitor, '拖动的部门'), page.locator('.node', { hasText: '总务处' }), { to: { x: 20, y: 2 } })
  await expect.poll(() => behind('总务处')).toBe(-1)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

  // Walks to before, below and behind the next one.
  await node(visitor, '拖动的部门').click()
  await dragByKeys(page.getByRole('tree'), ['ArrowDown', 'ArrowDown', 'ArrowDown'])
  await page.getByRole('status').getByText('拖动的部门已放下：总务处之后').waitFor({ state: 'attached' })
  await expect.poll(() => behind('总务处')).toBeGreaterThan(0)
  expect(await tree(visitor).evaluate((place) => place.contains(document.activeElement))).toBe(true)
  calm()
})

test('five people are moved to another department at once', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await create(visitor, '新校区筹备组')
  await node(visitor, '语文教研组').click()
  await page.getByText('共 6 人').waitFor()
  for (const row of [1, 2, 3, 4, 5]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
  await page.getByText('已选 5 项').waitFor()
  await page.getByRole('button', { name: '调整部门' }).click()
  const dialog = page.getByRole('dialog', { name: '调整部门' })
  await dialog.getByRole('button', { name: '调整 5 人' }).click()
  await dialog.getByText('部门不能为空').waitFor()
  await dialog.getByLabel('调整到').fill('xxq')
  await page.locator('.ant-select-tree').getByText('新校区筹备组').click()
  await dialog.getByRole('button', { name: '调整 5 人' }).click()
  await page.getByText('5 名员工已调整到“新校区筹备组”').waitFor()
  await page.getByText('共 1 人').waitFor()
  await node(visitor, '新校区筹备组').click()
  await page.getByText('共 5 人').waitFor()

  const person = page.getByRole('row').nth(1)
  await dragByMouse(person.locator('td').nth(2), node(visitor, '校医室'))
  await page.getByRole('dialog', { name: '调整部门' }).getByRole('button', { name: '调整 1 人' }).click()
  await page.getByText('共 4 人').waitFor()
  calm()
})

test('a department cannot be moved below itself, and is told why', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await node(visitor, '教务处').click()
  await page.keyboard.press('Control+x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+v')
  await page.getByText('不能把“教务处”移到它自己或它的下级之下').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await act(visitor, '教务处', '移动')
  const dialog = page.getByRole('dialog', { name: '移动“教务处”' })
  await dialog.getByLabel('移到哪个部门之下').click()
  await page.locator('.ant-select-tree-treenode-disabled', { hasText: '英语教研组' }).waitFor()
  calm()
})

test('a link shows the department that its sender saw; / finds another by its initials, with the way to it', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await node(visitor, '数学教研组').click()
  await page.getByRole('heading', { name: '教务处 / 数学教研组' }).waitFor()
  const link = new URL(page.url())
  const other = await openAt('school', link.pathname + link.search)
  await other.page.getByRole('heading', { name: '教务处 / 数学教研组' }).waitFor()
  await other.page.keyboard.press('/')
  await other.page.keyboard.type('yyjy')
  await expect.poll(() => names(other)).toEqual(['教务处', '英语教研组'])
  calm()
  other.calm()
})

test('on a phone the tree opens from the path, and members are cards', async () => {
  const { page, calm } = await stage.arrive('/ent/org', 'school', phone)
  await page.getByRole('button', { name: '校长办公室' }).click()
  await page.getByRole('tree').getByText('德育处', { exact: true }).click()
  await page.getByRole('heading', { name: '德育处' }).waitFor()
  await expect.poll(() => page.locator('.card').count()).toBeGreaterThan(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  calm()
})
