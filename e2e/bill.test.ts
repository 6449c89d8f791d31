import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'
import { dragByKeys, dragByMouse, dragByTouch } from './drag.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Opens the designer of a new template. */
async function openNew(tmplName: string) {
  const visitor = await stage.arrive('/ent/bill', 'school')
  const { page, told } = visitor
  await page.getByRole('button', { name: '新建模板' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建模板' })
  // Chooses the type first: it is never given unseen.
  await dialog.getByLabel('表单类型').click()
  await page.getByTitle('信息采集', { exact: true }).last().click()
  await dialog.getByLabel('模板名称').fill(tmplName)
  await dialog.getByRole('button', { name: '新建' }).click()
  await told('新建成功')
  await page.getByRole('heading', { name: tmplName }).waitFor()
  await page.getByText('把左侧控件拖到这里，或按 / 搜索控件').waitFor()
  return visitor
}

const palette = ({ page }: Visitor) => page.getByRole('navigation', { name: '控件' })
const part = (visitor: Visitor, name: string) => palette(visitor).getByRole('button', { name, exact: true })
const fields = async ({ page }: Visitor) =>
  (await page.locator('[data-field]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).map(
    (label) => label.split('，')[1],
  )
const field = ({ page }: Visitor, name: string) => page.getByRole('button', { name: new RegExp(`^第 \\d+ 项，${name}，`) })
const name = ({ page }: Visitor) => page.getByRole('complementary', { name: '属性' }).getByLabel('名称')
const kept = ({ page }: Visitor) => page.getByText(/^草稿已保存 \d\d:\d\d$/)

/** Adds a control from the list at the end, under a name. */
async function add(visitor: Visitor, control: string, called: string) {
  await part(visitor, control).click()
  await expect.poll(() => name(visitor).evaluate((input) => input === document.activeElement)).toBe(true)
  await visitor.page.keyboard.type(called)
  await visitor.page.keyboard.press('Enter')
}

test('a form of eight fields is designed, tried out, published, and the next draft leaves it in force', async () => {
  const visitor = await openNew('社团报名表')
  const { page, told, calm } = visitor
  await dragByMouse(part(visitor, '单行文字'), page.getByText('把左侧控件拖到这里'))
  await name(visitor).fill('学生姓名')
  await page.getByRole('checkbox', { name: '必填' }).check()
  await add(visitor, '单选', '是否参加')
  await page.getByLabel('选项（每行一个，可以粘贴多行）').fill('参加\n不参加')
  await add(visitor, '下拉', '社团')
  await page.getByLabel('选项（每行一个，可以粘贴多行）').fill('合唱团\n足球队\n机器人')
  await page.getByLabel('当这个字段').click()
  await page.getByTitle('是否参加').last().click()
  await page.getByRole('region', { name: '显示条件' }).getByLabel('值').click()
  await page.getByTitle('参加', { exact: true }).last().click()
  await page.keyboard.press('Escape')
  for (const [control, called] of [
    ['电话', '联系电话'],
    ['数字', '年龄'],
    ['日期', '开始日期'],
    ['多行文字', '特长'],
    ['手写签名', '家长签名'],
  ] as const)
    await add(visitor, control, called)
  await kept(visitor).waitFor()
  expect(await fields(visitor)).toEqual(['学生姓名', '是否参加', '社团', '联系电话', '年龄', '开始日期', '特长', '家长签名'])

  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.getByRole('region', { name: '手机预览' })
  await preview.getByRole('button', { name: '试着提交' }).click()
  await preview.getByText('学生姓名不能为空').waitFor()
  await preview.getByLabel('学生姓名').fill('林小雨')
  await expect.poll(() => preview.getByLabel('社团').count()).toBe(0)
  await preview.getByLabel('参加', { exact: true }).check()
  await preview.getByLabel('社团').selectOption('足球队')
  await preview.getByLabel('联系电话').fill('12')
  await preview.getByRole('button', { name: '试着提交' }).click()
  await preview.getByText('联系电话应为座机（可带区号、分机）或手机号码').waitFor()
  await preview.getByLabel('联系电话').fill('13800138000')
  await preview.getByRole('button', { name: '试着提交' }).click()
  await preview.getByText('填写没有问题，预览不会保存').waitFor()
  await page.getByText('纸张', { exact: true }).click()
  await page.getByRole('definition').filter({ hasText: '足球队' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog', { name: '发布“社团报名表”' }).getByRole('button', { name: '发布' }).click()
  await told('发布成功')
  await page.getByRole('button', { name: '版本 1' }).waitFor()
  await field(visitor, '特长').click()
  await page.keyboard.press('Delete')
  await name(visitor).fill('监护人签名')
  await page.getByText('有未发布的修改').waitFor()
  await kept(visitor).waitFor()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const difference = page.getByRole('list', { name: '和生效版本的差别' })
  expect(await difference.getByRole('listitem').allInnerTexts()).toEqual(['修改\n监护人签名（名称）', '移除\n特长'])
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '版本 1' }).click()
  await page.getByRole('menuitem', { name: /版本 1 .*生效中/ }).click()
  await page.getByText('正在查看版本 1，已发布的版本不能修改。').waitFor()
  await page.getByLabel('特长').waitFor()
  await page.getByRole('button', { name: '回到草稿' }).click()
  expect(await fields(visitor)).not.toContain('特长')
  calm()
})

test('by keyboard alone: search, walk, move, copy, delete, undo, redo; a field that comes back has the focus; and a reload loses nothing', async () => {
  const visitor = await openNew('只用键盘')
  const { page, calm } = visitor
  await page.locator('body').press('/')
  for (const [control, called] of [
    ['单行文字', '甲'],
    ['电话', '乙'],
    ['开关', '丙'],
  ] as const) {
    await expect
      .poll(() =>
        palette(visitor)
          .getByRole('textbox')
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true)
    await page.keyboard.type(control)
    await page.keyboard.press('Enter')
    await expect.poll(() => name(visitor).evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type(called)
    await page.keyboard.press('Enter')
    await expect.poll(() => field(visitor, called).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('/')
  }
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
  await field(visitor, '丙').focus()
  const status = page.getByRole('region', { name: '表单', exact: true }).getByRole('status')
  await keys('Alt+ArrowUp')
  await expect.poll(() => status.textContent()).toBe('移到第 2 项')
  await keys('Alt+ArrowUp')
  await expect.poll(() => status.textContent()).toBe('移到第 1 项')
  await expect.poll(() => fields(visitor)).toEqual(['丙', '甲', '乙'])
  await keys('ArrowDown', 'Control+d')
  await expect.poll(() => fields(visitor)).toEqual(['丙', '甲', '甲2', '乙'])
  await keys('ArrowDown', 'Delete')
  await expect.poll(() => fields(visitor)).toEqual(['丙', '甲', '甲2'])
  await keys('Control+z')
  await expect.poll(() => field(visitor, '乙').evaluate((one) => one === document.activeElement)).toBe(true)
  await keys('Control+z', 'Control+z')
  await expect.poll(() => fields(visitor)).toEqual(['甲', '丙', '乙'])
  await keys('Control+Shift+Z', 'Control+Shift+Z')
  await expect.poll(() => fields(visitor)).toEqual(['丙', '甲', '甲2', '乙'])
  await keys('Control+z')
  await page.reload()
  await expect.poll(() => fields(visitor)).toEqual(['丙', '甲', '乙'])
  calm()
})

test('a field is dragged to another place, and a fixed one cannot be deleted', async () => {
  const visitor = await stage.arrive('/ent/bill/100000', 'school')
  const { page, calm } = visitor
  await field(visitor, '事由').waitFor()
  const before = await fields(visitor)
  const moved = ['身份证号', ...before.filter((one) => one !== '身份证号')]
  const back = page.getByRole('button', { name: '撤销', exact: true })
  await dragByTouch(field(visitor, '身份证号'), field(visitor, '姓名'), { to: { x: 8, y: 20 } })
  await expect.poll(() => fields(visitor)).toEqual(moved)
  await back.click()
  await expect.poll(() => fields(visitor)).toEqual(before)
  await dragByKeys(
    field(visitor, '身份证号'),
    Array.from({ length: 30 }, () => 'ArrowUp'),
  )
  await expect.poll(() => fields(visitor)).toEqual(moved)
  await back.click()
  await expect.poll(() => fields(visitor)).toEqual(before)
  await dragByMouse(field(visitor, '身份证号'), field(visitor, '姓名'), { to: { x: 8, y: 20 } })
  await expect.poll(() => fields(visitor)).toEqual(moved)
  await field(visitor, '姓名').click()
  await page.keyboard.press('Delete')
  expect(await fields(visitor)).toContain('姓名')
  expect(await page.getByRole('button', { name: '删除：姓名' }).isDisabled()).toBe(true)
  await page
    .getByText(/这类表单必有的字段，不能删除/)
    .first()
    .waitFor()
  expect(await page.getByRole('checkbox', { name: '必填' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect.poll(() => fields(visitor)).toEqual(before)
  calm()
})

test('two people design one template: whoever is late is asked whose draft is kept', async () => {
  const [first, second] = [await stage.visit('/ent/bill/300000'), await stage.visit('/ent/bill/300000')]
  for (const { signIn } of [first, second]) await signIn('school')
  for (const visitor of [first, second]) await field(visitor, '是否参加').click()
  await name(first).fill('能否参加')
  await kept(first).waitFor()
  await name(second).fill('参加吗')
  const dialog = second.page.getByRole('dialog', { name: '他人已修改' })
  await dialog.getByRole('button', { name: '用对方的' }).click()
  await field(second, '能否参加').click()
  await name(second).fill('来不来')
  await kept(second).waitFor()
  await name(first).fill('到不到')
  await first.page.getByRole('dialog', { name: '他人已修改' }).getByRole('button', { name: '用我的' }).click()
  await kept(first).waitFor()
  await second.page.reload()
  await field(second, '到不到').waitFor()
})

test('a form that is not right yet says where, and goes there', async () => {
  const visitor = await openNew('还不行')
  const { page, calm } = visitor
  await add(visitor, '级联', '地点')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '发布前还有要改的' })
  await dialog.getByText('地点：级联要选一个信息字典').waitFor()
  expect(await dialog.getByRole('button', { name: '发布' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: '去改：地点：级联要选一个信息字典' }).click()
  await page.getByLabel('信息字典').waitFor()
  calm()
})

test('templates are renamed, copied, disabled, enabled and deleted in their list', async () => {
  const visitor = await stage.arrive('/ent/bill', 'company')
  const { page, told, calm } = visitor
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  const act = async (name: string, item: string) => {
    await row(name)
      .getByRole('button', { name: `更多操作：${name}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await page.getByRole('button', { name: /^访客单/ }).click()
  await act('访客登记', '修改')
  await page.getByRole('dialog').getByLabel('模板名称').fill('来访登记')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await told('编辑成功')
  await act('来访登记', '停用')
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await row('来访登记').getByText('已停用').waitFor()
  await act('来访登记', '启用')
  await row('来访登记').getByText('已发布').waitFor()
  await act('来访登记', '复制')
  await page.getByRole('dialog').getByRole('button', { name: '复制' }).click()
  await page.getByRole('heading', { name: '来访登记（副本）' }).waitFor()
  await page.getByRole('navigation', { name: '上级页面' }).getByRole('link', { name: '表单模板' }).click()
  await act('来访登记（副本）', '删除')
  await page.getByText('还没有使用过。删除后可以撤销。').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await told('删除成功')
  await expect.poll(() => row('来访登记（副本）').count()).toBe(0)
  calm()
})

test('on a phone fields are added by a sheet, changed in a drawer, and moved by buttons', async () => {
  const visitor = await stage.arrive('/ent/bill/600000', 'school', phone)
  const { page, calm } = visitor
  await page.getByRole('button', { name: '添加字段' }).click()
  await part(visitor, '邮箱').click()
  const drawer = page.getByRole('dialog', { name: '邮箱' })
  await drawer.getByLabel('名称').fill('电子邮箱')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await kept(visitor).waitFor()
  expect((await fields(visitor)).at(-1)).toBe('电子邮箱')
  calm()
})

test('a field limits its days, its files and its format, and whoever fills it in is held to that', async () => {
  const visitor = await openNew('器材借用单')
  const { page, calm } = visitor
  const checks = page.getByRole('region', { name: '校验' })
  await add(visitor, '日期时间区间', '借用时间')
  await checks.getByRole('checkbox', { name: '不早于今天' }).check()
  await checks.getByLabel('最晚日期').fill('2099-12-31')
  await page.keyboard.press('Enter')
  await add(visitor, '单行文字', '设备地址')
  await checks.getByLabel('格式').click()
  await page.getByTitle('物理地址（MAC）').click()
  await add(visitor, '附件', '申请书')
  await checks.getByLabel('文件类型').click()
  await page.getByTitle('PDF').click()
  await page.keyboard.press('Escape')
  await kept(visitor).waitFor()

  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.getByRole('region', { name: '手机预览' })
  await preview.getByText('只能是 pdf').waitFor()
  await preview.locator('input[type=file]').setInputFiles({ name: '程序.txt', mimeType: 'text/plain', buffer: Buffer.from('字') })
  await preview.getByText('“程序.txt”的类型不支持，请选 pdf').waitFor()
  await preview.getByLabel('设备地址').fill('00:1A')
  await preview.getByRole('button', { name: '试着提交' }).click()
  await preview.getByText(/^设备地址应为六组两位十六进制数/).waitFor()
  const start = preview.getByLabel('开始时间', { exact: true })
  await start.fill('2020-01-01 08:00')
  await preview.getByLabel('设备地址').fill('00:1a:2b:3c:4d:5e')
  await preview
    .getByRole('alert')
    .getByText(/^不能早于/)
    .waitFor()
  await start.fill('2099-12-30 8:00')
  await preview.getByLabel('截止时间', { exact: true }).fill('2099-12-31')
  await preview.getByRole('button', { name: '试着提交' }).click()
  await preview.getByText('填写没有问题，预览不会保存').waitFor()
  expect(await preview.getByLabel('截止时间', { exact: true }).inputValue()).toBe('2099-12-31 23:59:59')
  calm()
})
