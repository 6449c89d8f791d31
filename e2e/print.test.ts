import { afterAll, beforeAll, expect, test } from 'vitest'
import { today } from '#contract/values/day.ts'
import { openStage, phone, type Stage } from './browser.ts'
import { catchPrint, sheetsOf } from './paper.ts'
import { openShown } from './frameParts.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function open(path: string, heading: string, { name = 'school', size = undefined as typeof phone | undefined } = {}) {
  const visitor = await stage.arrive(path, name, size)
  await visitor.page.getByRole('heading', { name: heading, exact: true }).waitFor()
  await visitor.page.locator('.table-row, .card, .record-form, .matrix, .matrix-list').first().waitFor()
  return visitor
}

const spareWords = ['操作', '修改', '更多', '刷新', '新建', '导出', '上一页', '首页', '重置']
const heads = ['姓名', '性别', '班级', '学号', '家长', '学籍状态'].join('|')

test('打印 puts the whole filtered list on paper: a table with its heads on every sheet, filter, day and pages', async () => {
  const { page, calm } = await open('/ent/stu?sex=N', '学生管理')
  const { hasPrinted } = await catchPrint(page)
  const [, count = ''] =
    (
      await page
        .locator('.page-title:visible')
        .getByText(/^共 \d+ 条$/)
        .textContent()
    )?.match(/(\d+)/) ?? []
  await openShown(page)
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await hasPrinted()
  const sheets = await sheetsOf(page)
  expect(sheets.length).toBeGreaterThan(5)
  const [first, second, ...others] = sheets
  for (const words of [
    '学生管理',
    '晨光市第一实验学校',
    today(),
    '打印人:',
    '范围:全部学生',
    '学籍状态:在籍',
    '性别:女',
    `共${count}条`,
  ])
    expect(first?.text).toContain(words)
  expect(second?.text).not.toContain('打印人')
  sheets.forEach(({ text, isCut }, at) => {
    expect(text.match(new RegExp(heads, 'g'))?.slice(0, 6).length).toBe(6)
    expect(text).toContain(`第${at + 1}页,共${sheets.length}页`)
    expect(isCut).toBe(false)
    for (const spare of spareWords) expect(text).not.toContain(spare)
  })
  // Each pupil has one line with the state.
  expect([first, second, ...others].flatMap((sheet) => sheet?.text.match(/正常|休学/g) ?? [])).toHaveLength(Number(count))
  expect(await page.locator('.paper').count()).toBe(0)
  calm()
})

test('Ctrl+P prints the whole list too, on a phone as well; a hidden column stays hidden, masked numbers stay masked', async () => {
  const { page, calm } = await open('/ent/emp', '员工管理', { size: phone })
  const { hasPrinted } = await catchPrint(page)
  await openShown(page)
  await page.getByRole('checkbox', { name: '工号' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+p')
  await hasPrinted()
  const sheets = await sheetsOf(page)
  const text = sheets.map((sheet) => sheet.text).join('')
  expect(sheets.length).toBeGreaterThan(1)
  expect(text.match(/1\d\d\*{4}\d{4}/g)?.length).toBeGreaterThan(20)
  expect(text).not.toMatch(/1\d{10}/)
  expect(text).not.toContain('工号')
  expect(sheets.every(({ isCut, text: words }) => !isCut && words.includes('认证手机'))).toBe(true)
  calm()
})

test('what the browser prints by itself is the rows on the screen as a table, never cards', async () => {
  const { page, calm } = await open('/ent/stu', '学生管理', { size: phone })
  const sheets = await sheetsOf(page)
  expect(sheets[0]?.text).toMatch(/共\d+条,这里是其中50条/)
  expect(sheets.flatMap(({ text }) => text.match(/正常|休学/g) ?? []).length).toBeGreaterThanOrEqual(50)
  expect(sheets.every(({ text, isCut }) => text.includes('姓名性别班级学号') && !isCut)).toBe(true)
  // Leaves the screen as it was.
  await page.locator('.card').first().waitFor()
  expect(await page.locator('.paper, [data-print]').count()).toBe(0)
  calm()
})

test('more rows than are printed at once are refused with what to do', async () => {
  const { page, told, calm } = await open('/ent/emp', '员工管理', { name: 'company' })
  const [, count] =
    (
      await page
        .locator('.page-title:visible')
        .getByText(/^共 [\d,]+ 条$/)
        .textContent()
    )?.split(' ') ?? []
  await openShown(page)
  await page.getByRole('button', { name: '打印', exact: true }).click()
  await told(`符合条件的有 ${count} 条，一次最多打印 5,000 条，请先加上筛选条件`)
  calm()
})

test('the roster of a grade has a sheet for each class, with its head teacher and columns to tick', async () => {
  const { page, calm } = await open('/ent/stu', '学生管理')
  const { hasPrinted } = await catchPrint(page)
  await page.locator('.split-side').getByText('二年级', { exact: true }).click()
  await page.getByRole('button', { name: '打印名册' }).click()
  const dialog = page.getByRole('dialog', { name: '打印名册：二年级' })
  await dialog.getByText(/^2 个班，\d+ 名在籍学生/).waitFor()
  await dialog.getByLabel('空白列').fill('4')
  await dialog.getByRole('button', { name: '打印', exact: true }).click()
  await hasPrinted()
  const sheets = await sheetsOf(page)
  expect(sheets).toHaveLength(2)
  sheets.forEach(({ text, isAcross }, at) => {
    expect(text).toContain(`二年级(${at + 1})班学生名册晨光市第一实验学校`)
    expect(text).toMatch(/班主任:.+在籍学生:\d+人序号姓名性别学号1/)
    expect(isAcross).toBe(false)
  })
  expect(await dialog.locator('.roster').first().locator('thead td').count()).toBe(4)
  calm()
})

test('the roster of a class is in the menu of the class, too', async () => {
  const { page, calm } = await stage.arrive('/ent/edcunit', 'school')
  await page.getByLabel('在树中查找').fill('三年级')
  await page.getByRole('tree').getByText('三年级（1）班', { exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '打印名册' }).click()
  await page
    .getByRole('dialog', { name: '打印名册：三年级（1）班' })
    .getByText(/^1 个班/)
    .waitFor()
  const [sheet, ...others] = await sheetsOf(page)
  expect(sheet?.text).toContain('三年级(1)班学生名册')
  expect(others).toEqual([])
  calm()
})

test('an archive is printed as values under its name, not as a form', async () => {
  const { page, calm } = await open('/ent/stuarch', '学生档案')
  await page.locator('.table-row .row-button').first().click()
  await page.locator('.record-form').getByTitle('汉族').first().waitFor()
  const { hasPrinted } = await catchPrint(page)
  await page.locator('.ant-drawer-extra').getByRole('button', { name: '打印' }).click()
  await hasPrinted()
  await page.emulateMedia({ media: 'print' })
  const isSeen = (of: string) => page.locator(`.printed ${of}`).evaluateAll((all) => all.some((one) => one.checkVisibility()))
  for (const box of ['input', '.ant-select', '.ant-btn', '.lucide'])
    await expect.poll(() => isSeen(box), { message: box }).toBe(false)
  const words = page.locator('.printed [data-words]')
  expect(await words.first().evaluate((one) => getComputedStyle(one, '::after').color)).toBe('rgb(0, 0, 0)')
  await page.emulateMedia({ media: null })
  const [sheet, ...others] = await sheetsOf(page)
  for (const said of ['的学生档案', '全国学籍号••••', '民族汉族', today()]) expect(sheet?.text).toContain(said)
  for (const spare of [...spareWords, '学生管理', '请输入', '请选择']) expect(sheet?.text).not.toContain(spare)
  expect(others).toEqual([])
  calm()
})

test("a pupil's details are a document of their own, without buttons and without the list below", async () => {
  const { page, calm } = await open('/ent/stu', '学生管理')
  const name = (await page.locator('.table-row .row-button').first().textContent()) ?? ''
  await page.locator('.table-row .row-button').first().click()
  await page.getByText('所在班级').waitFor()
  const [sheet, ...others] = await sheetsOf(page)
  for (const said of [name, '所在班级', '身份证号', '晨光市第一实验学校']) expect(sheet?.text).toContain(said)
  for (const spare of ['修改', '更多', '学籍状态', '姓名', '档案', '显示']) expect(sheet?.text).not.toContain(spare)
  expect(others).toEqual([])
  calm()
})

test('the rights of a role are printed as the whole matrix, on a phone too', async () => {
  const { page, calm } = await open('/ent/role', '角色管理', { size: phone })
  const sheets = await sheetsOf(page)
  const text = sheets.map((sheet) => sheet.text).join('')
  for (const said of ['模块新增删除修改详情', '学生管理✓', '操作记录', '导入记录']) expect(text).toContain(said)
  expect(sheets.every(({ isAcross, isCut }) => isAcross && !isCut)).toBe(true)
  calm()
})

test('the charts of the home page are printed as their figures, unfolded on a phone', async () => {
  const { page, calm } = await stage.arrive('/dashboard', 'school', phone)
  await page.getByRole('button', { name: '学生按年级' }).waitFor()
  const text = (await sheetsOf(page)).map((sheet) => sheet.text).join('')
  expect(text).toMatch(/一年级\d+/)
  expect(text).not.toContain('查看数据')
  calm()
})
