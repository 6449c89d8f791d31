import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '#features/ent/org/org.contract.ts'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'
import { held } from './sheet.ts'
import { listCount, openFilters, openShown } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const search = '姓名、拼音、工号、手机'

async function openAt(name: string, size?: typeof phone) {
  const visitor = await stage.arrive('/ent/emp', name, size)
  await visitor.page.getByRole('heading', { name: '员工管理' }).waitFor()
  return visitor
}

const person = ({ page }: Visitor, name: string) => page.getByRole('link', { name, exact: true })
const count = ({ page }: Visitor, total: number) => listCount(page, `共 ${total} 条`).waitFor()
const chip = ({ page }: Visitor, name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) })
const node = ({ page }: Visitor, name: string) => page.getByRole('tree').getByText(name, { exact: true })
const tick = ({ page }: Visitor, ...names: string[]) =>
  names.reduce(
    (before, name) => before.then(() => page.getByRole('row', { name }).getByRole('checkbox').check()),
    Promise.resolve(),
  )

async function choose({ page }: Visitor, label: string, option: string) {
  const field = page.getByLabel(label, { exact: true })
  if (!(await field.isVisible())) await openFilters(page)
  await field.click()
  await page.getByTitle(option, { exact: true }).last().click()
}

/** Ticks whether a department is listed with those below it. */
async function turnBelow({ page }: Visitor) {
  await openFilters(page)
  await page.getByLabel('含下级部门').click()
  await page.keyboard.press('Escape')
}

const undo = ({ page }: Visitor) => page.getByRole('region', { name: '撤销提示' }).getByRole('button', { name: /撤销/ }).click()

test('the list narrows by chips, department with and without those below, group, certification and any keyword, and 重置 shows all', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await count(visitor, 56)
  await chip(visitor, '停用').click()
  await count(visitor, 1)
  await chip(visitor, '全部').click()
  await count(visitor, 57)
  await chip(visitor, '未认证').click()
  await count(visitor, 1)
  await page.getByRole('button', { name: '重置' }).click()
  await count(visitor, 56)

  await node(visitor, '教务处').click()
  await count(visitor, 36)
  await turnBelow(visitor)
  await count(visitor, 3)
  await page.getByRole('button', { name: '重置' }).click()
  await choose(visitor, '员工组', '校门值守')
  await count(visitor, 12)
  await page.getByRole('button', { name: '重置' }).click()
  await choose(visitor, '认证', '未认证')
  await count(visitor, 1)
  await page.getByRole('button', { name: '重置' }).click()
  await count(visitor, 56)
  for (const word of ['艾尔', 'alaek', '1009', '7682']) {
    await page.getByLabel(search).fill(word)
    await person(visitor, '艾力·艾尔肯').waitFor()
    await count(visitor, 1)
    await page.getByRole('button', { name: '重置' }).click()
    await count(visitor, 56)
  }
  calm()
})

test('a reload keeps the filters and the columns that were chosen', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await node(visitor, '教务处').click()
  await turnBelow(visitor)
  await count(visitor, 3)
  await openShown(page)
  for (const column of ['身份证号', '员工组']) await page.getByRole('checkbox', { name: column }).check()
  for (const heading of ['身份证号', '员工组']) await page.getByRole('columnheader', { name: heading }).waitFor()
  await page.reload()
  await count(visitor, 3)
  await page.getByRole('button', { name: '清除筛选 含下级部门：否' }).waitFor()
  for (const heading of ['身份证号', '员工组']) await page.getByRole('columnheader', { name: heading }).waitFor()
  calm()
})

test('several are moved, put into a group, and disabled at once; 撤销 brings them back', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await node(visitor, '财务室').click()
  await count(visitor, 3)
  await tick(visitor, '1006', '1013')
  await page.getByText('已选 2 项').waitFor()
  await page.getByRole('button', { name: '加入员工组' }).click()
  const join = page.getByRole('dialog', { name: '把 2 名员工加入员工组' })
  await join.getByLabel('员工组').click()
  await page.getByTitle('班主任', { exact: true }).click()
  await join.getByRole('button', { name: '加入' }).click()
  await page.getByText('已把 2 名员工加入员工组').waitFor()

  await tick(visitor, '1006', '1013')
  await page.getByRole('button', { name: '调整部门' }).click()
  const move = page.getByRole('dialog', { name: '调整部门' })
  await move.getByLabel('调整到').fill('xys')
  await page.locator('.ant-select-tree').getByText('校医室').click()
  await move.getByRole('button', { name: '调整 2 人' }).click()
  await page.getByText('2 名员工已调整到“校医室”').waitFor()
  await count(visitor, 1)
  await undo(visitor)
  await count(visitor, 3)

  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('button', { name: '停用', exact: true }).click()
  const question = page.getByRole('dialog', { name: '停用所选 3 名员工' })
  await question.getByRole('button', { name: '停用' }).click()
  await page.getByText('已停用 3 名员工').waitFor()
  await page.getByText('没有符合条件的记录').waitFor()
  await undo(visitor)
  await count(visitor, 3)
  calm()
})

test('what is written into the choice of a department before the departments are read stays, and finds one when they are', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await node(visitor, '财务室').click()
  await count(visitor, 3)
  await tick(visitor, '1006')
  const letRead = await held(page, org.gettree.path)
  await page.getByRole('button', { name: '调整部门' }).click()
  const field = page.getByRole('dialog', { name: '调整部门' }).getByLabel('调整到')
  await field.fill('xys')
  await page.getByText('正在读取').waitFor()
  letRead()
  await page.locator('.ant-select-tree').getByText('校医室').waitFor()
  expect(await field.inputValue()).toBe('xys')
  calm()
})

test('a masked phone is shown and hidden again', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await person(visitor, '曹静').click()
  const value = page.getByRole('complementary').locator('.masked', { hasText: '100****4330' })
  await value.getByRole('button', { name: '显示' }).click()
  await page.getByText(/^100\d{4}4330/).waitFor()
  await page.getByRole('complementary').getByRole('button', { name: '隐藏' }).click()
  await value.waitFor()
  calm()
})

test('an export has the chosen columns, masked, and in clear where that is asked for', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await node(visitor, '财务室').click()
  await count(visitor, 3)
  const take = async (clear: boolean) => {
    await page.getByRole('button', { name: '导出' }).click()
    const dialog = page.getByRole('dialog', { name: '导出符合筛选的员工' })
    await dialog.getByLabel('身份证号', { exact: true }).check()
    await dialog.getByLabel('工号').uncheck()
    await dialog.getByLabel('手机和身份证号不脱敏（会留下记录）').setChecked(clear)
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '导出' }).click()])
    expect(file.suggestedFilename()).toMatch(/^员工 \d{4}-\d\d-\d\d\.xlsx$/)
    const chunks = await (await file.createReadStream()).toArray()
    return (await readXlsx(Buffer.concat(chunks))).sheets[0]?.rows ?? []
  }
  const masked = await take(false)
  expect(masked.slice(0, 2)).toEqual([
    ['姓名', '性别', '主部门', '认证手机', '身份证号', '状态'],
    ['孙亮峰', '男', '财务室', '100****3925', '••••', '启用'],
  ])
  expect(masked).toHaveLength(5)
  const clear = await take(true)
  expect(clear[1]?.slice(3, 5)).toEqual([expect.stringMatching(/^100\d{4}3925$/), expect.stringMatching(/^\d{17}[\dX]$/)])
  calm()
})

test('who may only look sees nothing that changes anything', async () => {
  const visitor = await openAt('teacher')
  const { page, calm } = visitor
  await person(visitor, '曹静').click()
  await page.getByRole('complementary').getByText('100****4330').waitFor()
  for (const name of [/新建/, /导入/, /导出/, /^修改/, /更多/, /停用$/])
    expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
  expect(await page.getByRole('complementary').getByRole('button', { name: '显示', exact: true }).count()).toBe(0)
  await expect.poll(() => page.getByRole('row').getByRole('checkbox').count()).toBe(0)
  calm()
})

test('on a phone employees are cards, filters work, details fill the page, and the form has one column', async () => {
  const visitor = await openAt('school', phone)
  const { page, calm } = visitor
  await expect.poll(() => page.locator('.card').count()).toBe(50)
  await page.locator('.filter-bar').getByRole('button', { name: '筛选' }).click()
  await choose(visitor, '状态', '停用')
  await page.getByRole('button', { name: '查看结果' }).click()
  await expect.poll(() => page.locator('.card').count()).toBe(1)
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByLabel(search).fill('没有这个人')
  await page.getByText('没有符合条件的记录').waitFor()
  await expect.poll(() => page.getByRole('table').count()).toBe(0)
  await page.getByRole('button', { name: '清除筛选' }).click()
  await person(visitor, '曹静').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('部门与角色').waitFor()
  expect((await page.locator('.ant-drawer-section:visible').boundingBox())?.width).toBe(390)
  await drawer.getByRole('button', { name: '修改' }).click()
  const form = page.getByRole('dialog', { name: '修改曹静' })
  const boxes = await Promise.all(['姓名', '工号', '出生日期'].map((label) => form.getByLabel(label).boundingBox()))
  expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0) <= 60)).size).toBe(1)
  const tops = boxes.map((box) => box?.y ?? 0)
  expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  calm()
})

test('all that fit are ticked at once, on whatever page they are, and let go again', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await count(visitor, 56)
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByText('已选 50 项').waitFor()
  await page.getByRole('button', { name: '全选符合条件的 56 项' }).click()
  await page.getByText('已选 56 项').waitFor()
  await page.getByRole('button', { name: /全选符合条件的/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '取消选择' }).click()
  await page.getByText('已选 56 项').waitFor({ state: 'detached' })
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  calm()
})

test('where nobody fits in the shown state, the list says who fits in others', async () => {
  const visitor = await openAt('school')
  const { page, calm } = visitor
  await chip(visitor, '停用').click()
  await count(visitor, 1)
  const name = await page.getByRole('row').nth(1).getByRole('link').innerText()
  await page.getByRole('button', { name: '重置' }).click()
  await page.getByLabel(search).fill(name)
  await page.getByText('其他状态里有 1 项').waitFor()
  await page.getByRole('button', { name: '查看', exact: true }).click()
  await person(visitor, name).waitFor()
  calm()
})

test('on a phone a row calls its person, which is recorded', async () => {
  const { page, calm } = await openAt('school', phone)
  // Tells what the phone is asked to call, which a browser without one does not do.
  const dialled = page.waitForResponse((answer) => answer.url().endsWith('/ent/emp/reveal'))
  await page
    .getByRole('button', { name: /^拨打：/ })
    .first()
    .click()
  const { result } = (await (await dialled).json()) as { result: { value: string } }
  expect(result.value).toMatch(/^1\d{10}$/)
  calm()
})
