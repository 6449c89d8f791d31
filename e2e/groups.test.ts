import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'
import { dragByKeys, dragByMouse, dragByTouch } from './drag.ts'
import { menuLink } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const row = ({ page }: Visitor, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

async function openEdit(visitor: Visitor, name: string) {
  const { page } = visitor
  await row(visitor, name).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '修改' }).click()
  return page.getByRole('dialog', { name: '修改员工组' })
}

async function create({ page, told }: Visitor, name: string) {
  await page.getByRole('button', { name: '新建员工组' }).click()
  const dialog = page.getByRole('dialog', { name: '新建员工组' })
  await dialog.getByLabel('组名').fill(name)
  await dialog.getByLabel('组类型').click()
  await page.getByTitle('消息接收组').last().click()
  await dialog.getByRole('button', { name: '新建' }).click()
  await told('员工组添加成功')
}

test('a group is created, filled with people, changed and deleted', async () => {
  const visitor = await stage.arrive('/ent/empgrp', 'school')
  const { page, calm } = visitor
  await page.getByRole('button', { name: '新建员工组' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '新建' }).click()
  for (const sentence of ['组名不能为空', '组类型不能为空']) await page.getByText(sentence).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await create(visitor, '图书馆志愿者')
  await page.getByRole('button', { name: '图书馆志愿者', exact: true }).click()
  await page.getByText('组内还没有员工').waitFor()
  await page.getByRole('button', { name: '添加员工' }).first().click()
  const picker = page.getByRole('dialog')
  await picker.getByLabel('姓名、拼音、工号或手机后四位').fill('艾力')
  await picker.getByText('买买提·艾力').click()
  await picker.locator('.table-row', { hasText: '买买提·艾力' }).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '添加 1 人' }).click()
  await visitor.told('员工添加成功')
  await page.getByText('共 1 人').waitFor()
  const dialog = await openEdit(visitor, '图书馆志愿者')
  await dialog.getByLabel('描述').fill('每周三')
  await dialog.getByRole('button', { name: '保存' }).click()
  await visitor.told('员工组修改成功')
  await row(visitor, '图书馆志愿者').getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByText('组内 1 名员工将不再属于这个组，员工本身不受影响。').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await visitor.told('员工组删除成功')
  await expect.poll(() => page.getByRole('button', { name: '图书馆志愿者', exact: true }).count()).toBe(0)
  calm()
})

test('a group that was deleted comes back with 撤销, or with Ctrl+Z', async () => {
  const visitor = await stage.arrive('/ent/empgrp', 'school')
  const { page, calm } = visitor
  await create(visitor, '删错的组')
  const group = page.getByRole('button', { name: '删错的组', exact: true })
  const remove = async () => {
    await row(visitor, '删错的组').getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('已删除“删错的组”').waitFor()
    await expect.poll(() => group.count()).toBe(0)
  }
  const undo = page.getByRole('region', { name: '撤销提示' })
  await remove()
  await undo.getByRole('button', { name: /撤销/ }).click()
  await visitor.told('撤销成功')
  await group.waitFor()
  await expect.poll(() => undo.count()).toBe(0)
  await remove()
  await page.getByRole('heading', { name: '员工组' }).click()
  await page.keyboard.press('Control+z')
  await group.waitFor()
  await remove()
  await undo.getByRole('button', { name: '收起提示' }).click()
  await expect.poll(() => undo.count()).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => group.count()).toBe(0)
  calm()
})

test('the undo notice stays for half a minute, and longer while the mouse is on it', async () => {
  const visitor = await stage.arrive('/ent/empgrp', 'school')
  const { page, calm } = visitor
  await page.getByRole('heading', { name: '员工组' }).waitFor()
  // Shortens long waits in this page to a tenth.
  await page.addInitScript(() => {
    const wait = window.setTimeout
    const waits: number[] = []
    const shortened = (act: () => void, ms = 0) => {
      if (ms > 10_000) waits.push(ms)
      return wait(act, ms > 10_000 ? ms / 10 : ms)
    }
    Object.assign(window, { setTimeout: shortened, waits })
  })
  await page.reload()
  await create(visitor, '看了半分钟的组')
  const undo = page.getByRole('region', { name: '撤销提示' })
  await undo.hover()
  expect(await page.evaluate(() => (window as unknown as { waits: number[] }).waits)).toContain(30_000)
  await page.waitForTimeout(4000)
  expect(await undo.count()).toBe(1)
  await page.mouse.move(700, 10)
  await expect.poll(() => undo.count()).toBe(0)
  calm()
})

test('two browsers change the same group: what does not overlap is merged, what does is chosen', async () => {
  const [first, second] = [await stage.visit('/ent/empgrp'), await stage.visit('/ent/empgrp')]
  for (const { signIn } of [first, second]) await signIn('school')
  await create(first, '冲突组')
  await second.page.reload()
  const [mine, theirs] = [await openEdit(first, '冲突组'), await openEdit(second, '冲突组')]
  await theirs.getByLabel('描述').fill('对方写的')
  await theirs.getByRole('button', { name: '保存' }).click()
  await second.told('员工组修改成功')
  await mine.getByLabel('组名').fill('冲突组甲')
  await mine.getByRole('button', { name: '保存' }).click()
  await first.page.getByText('已合并他人对描述的修改').waitFor()
  await first.told('员工组修改成功')

  await second.page.reload()
  const [again, there] = [await openEdit(first, '冲突组甲'), await openEdit(second, '冲突组甲')]
  await expect.poll(() => again.getByLabel('描述').inputValue()).toBe('对方写的')
  await there.getByLabel('描述').fill('乙')
  await there.getByRole('button', { name: '保存' }).click()
  await second.told('员工组修改成功')
  await again.getByLabel('描述').fill('甲')
  await again.getByRole('button', { name: '保存' }).click()
  const conflict = first.page.getByRole('dialog', { name: '他人已修改' })
  await conflict.getByText('原值').waitFor()
  await conflict.getByRole('radio', { name: '乙' }).check()
  await conflict.getByRole('button', { name: '保存合并结果' }).click()
  await expect.poll(() => first.page.getByRole('dialog').count()).toBe(0)
  await first.page.getByRole('button', { name: '冲突组甲', exact: true }).click()
  await first.page.getByText('乙', { exact: true }).waitFor()
  first.calm()
  second.calm()
})

test('groups are put in order by the keyboard, and stay so', async () => {
  const visitor = await stage.arrive('/ent/empgrp', 'bureau')
  const { page, calm } = visitor
  const names = () => page.locator('.split-side tbody .row-button:not(.row-more)').allInnerTexts()
  await expect.poll(async () => (await names()).length).toBeGreaterThan(1)
  const before = await names()
  await page.getByRole('button', { name: new RegExp(`^排序${before[0]}`) }).press('Alt+ArrowDown')
  await visitor.told('排序成功')
  await page.reload()
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)])
  calm()
})

test('groups are put in order by mouse, finger and arrow keys', async () => {
  const visitor = await stage.arrive('/ent/empgrp', 'bureau')
  const { page, told, calm } = visitor
  const names = () => page.locator('.split-side tbody .row-button:not(.row-more)').allInnerTexts()
  const handle = (name: string | undefined) => page.getByRole('button', { name: new RegExp(`^排序${name}`) })
  await expect.poll(async () => (await names()).length).toBeGreaterThan(1)
  const [first, second, ...others] = await names()
  const swapped = [second, first, ...others]
  await dragByMouse(handle(first), handle(second))
  await told('排序成功')
  await expect.poll(names).toEqual(swapped)
  await dragByTouch(handle(first), handle(second))
  await told('排序成功')
  await expect.poll(names).toEqual([first, second, ...others])
  await dragByKeys(handle(first), ['ArrowDown'], 'Space')
  await told('排序成功')
  await expect.poll(names).toEqual(swapped)
  await dragByKeys(handle(first), ['ArrowUp', 'Escape'], 'Enter')
  await page.getByRole('status').getByText('已取消').waitFor({ state: 'attached' })
  expect(await names()).toEqual(swapped)
  calm()
})

test('ten thousand members scroll in one list', async () => {
  const { page, calm } = await stage.arrive('/ent/empgrp', 'company')
  await page
    .getByRole('row', { name: /10,000/ })
    .getByRole('button')
    .nth(1)
    .click()
  await page.getByText('共 10,000 人').waitFor()
  await expect.poll(() => page.locator('.split-main .table-row').count()).toBeLessThan(100)
  calm()
})

test('on a phone the menu is a drawer and the pages do not scroll sideways', async () => {
  const { page, calm } = await stage.arrive('/ent/empgrp', 'school', phone)
  await page.getByRole('heading', { name: '员工组' }).waitFor()
  for (const name of ['员工管理', '首页']) {
    await page.getByRole('button', { name: '展开菜单' }).click()
    await menuLink(page, name).click()
    await expect.poll(() => menuLink(page, name).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  calm()
})

test('on a phone 更多 opens its menu and nothing else', async () => {
  const { page, calm } = await stage.arrive('/ent/empgrp', 'bureau', phone)
  await page
    .getByRole('button', { name: /^更多操作/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '修改' }).click()
  await page.getByRole('dialog', { name: '修改员工组' }).waitFor()
  await expect.poll(() => page.getByRole('dialog', { name: '组内员工' }).count()).toBe(0)
  await page.getByRole('dialog', { name: '修改员工组' }).getByRole('button', { name: '取消' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page
    .locator('.card')
    .first()
    .click({ position: { x: 8, y: 8 } })
  await page.getByRole('dialog', { name: '组内员工' }).waitFor()
  calm()
})

test('a name that is emptied is refused before it is sent', async () => {
  const visitor = await stage.arrive('/ent/empgrp', 'school')
  const { page, calm } = visitor
  await create(visitor, '有名的组')
  const dialog = await openEdit(visitor, '有名的组')
  await expect.poll(() => dialog.locator('.ant-form-item-required').count()).toBe(2)
  await dialog.getByLabel('组名').fill('')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('组名不能为空').waitFor()
  calm()
})
