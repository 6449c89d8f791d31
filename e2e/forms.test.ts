import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offeredControls, offeredKits } from '#contract/form/offeredParts.ts'
import { openStage, phone, type Stage, type Visitor } from './browser.ts'
import { buildInputs } from './inputs/build.ts'

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage(await buildInputs())
  visitor = await stage.visit('/#form')
  await visitor.page.getByRole('heading', { name: '表单控件' }).waitFor()
})
afterAll(() => stage.close())

// Returns the number of the column of a control or kit, which stand on the page in this order.
const of = (name: string) => `c${[...offeredControls, ...offeredKits].findIndex((part) => part.name === name) + 1}`
// Takes a year that is still offered: the list goes ten back.
const year = String(new Date().getFullYear() - 10)

const labelled = (label: string) => visitor.page.getByLabel(label, { exact: true })
const check = () => visitor.page.getByRole('button', { name: '检查' }).click()
const kept = async () => JSON.parse((await labelled('保存的值').textContent()) ?? '') as Record<string, unknown>

test('every control and kit is filled in by hand, and is read again in words', async () => {
  const { page } = visitor
  await page.getByLabel('单行文字').fill('  晨光市第一实验学校 ')
  await labelled('多行文字').fill('第一行\n第二行')
  await labelled('数字').fill('１２。7')
  await labelled('金额').fill('1205.5')
  await labelled('日期').fill('2026-09-01')
  await labelled('日期时间').fill('2026-09-01 09:30')
  await labelled('年份').selectOption(year)
  await page.getByRole('checkbox', { name: '丙' }).check()
  await page.getByRole('checkbox', { name: '甲' }).check()
  await labelled('下拉').selectOption({ label: '汉族' })
  await page.getByLabel('第 1 级').selectOption({ label: '启用' })
  await page.getByRole('switch', { name: '开关' }).check()
  await labelled('电话').fill('0311-8800 1234')
  await labelled('证件号').fill('98010220150310003x')
  await page.getByRole('radio', { name: '4 星' }).check({ force: true })
  await labelled('省').selectOption('示例省')
  await labelled('市').selectOption('晨光市')
  await labelled('区县').selectOption('启明区')
  await labelled('详细地址').fill('学苑路 1 号')
  await labelled('金额大写').fill('100050')
  await labelled('开始日期').fill('2026-09-01')
  await labelled('截止日期').fill('2026-09-03')
  await labelled('开始时间').fill('2026-9-1 8:00')
  await labelled('截止时间').fill('2026-09-01')
  await page.getByRole('button', { name: '添加子表' }).click()
  await labelled('物品').fill('粉笔')
  await labelled('数量').fill('3')
  await check()
  expect(await kept()).toMatchObject({
    [of('单行文字')]: '晨光市第一实验学校',
    [of('多行文字')]: '第一行\n第二行',
    [of('数字')]: 12,
    [of('金额')]: 1205.5,
    [of('日期')]: '20260901',
    [of('日期时间')]: '20260901093000',
    [of('年份')]: year,
    [of('单选')]: '1',
    [of('多选')]: ['1', '3'],
    [of('下拉')]: '01',
    [of('开关')]: '1',
    [of('电话')]: '0311-88001234',
    [of('证件号')]: '98010220150310003X',
    [of('评分')]: 4,
    [of('地址')]: { prvn: '示例省', city: '晨光市', dstr: '启明区', adr: '学苑路 1 号' },
    [of('金额大写')]: 100_050,
    [of('日期区间')]: { sDt: '20260901', eDt: '20260903' },
    [of('日期时间区间')]: { sDt: '20260901080000', eDt: '20260901235959' },
    [of('子表')]: [{ c1: '粉笔', c2: 3 }],
  })
  const read = page.locator('.read-form')
  for (const words of [
    '甲、丙',
    '1,205.50',
    '壹拾万零伍拾元整',
    '2026-09-01 至 2026-09-03',
    '2026-09-01 08:00 至 2026-09-01 23:59',
    `${year}年`,
    '示例省晨光市启明区学苑路 1 号',
    '粉笔',
  ])
    expect(await read.textContent()).toContain(words)
})

test('days are picked from a calendar in Chinese with the mouse or keys, and no control is left to the browser’s own', async () => {
  const { page } = visitor
  expect(await page.locator('input[type=date], input[type=datetime-local], input[type=time], input[type=month]').count()).toBe(0)
  const field = page.locator('.day-field', { has: labelled('日期时间') })
  await field.getByRole('button', { name: '打开日历' }).click()
  const calendar = page.getByRole('dialog', { name: '日历' })
  await calendar.getByLabel('年', { exact: true }).selectOption('2026')
  await calendar.getByLabel('月', { exact: true }).selectOption('2')
  await calendar.getByRole('grid', { name: '2026年2月' }).waitFor()
  expect(await calendar.getByRole('columnheader').allTextContents()).toEqual([...'一二三四五六日'])
  await calendar.getByRole('button', { name: '2026-02-28' }).click()
  await calendar.getByLabel('时', { exact: true }).selectOption('08')
  await calendar.getByLabel('分', { exact: true }).selectOption('05')
  await calendar.getByRole('button', { name: '确定' }).click()
  expect(await labelled('日期时间').inputValue()).toBe('2026-02-28 08:05:00')
  await calendar.waitFor({ state: 'detached' })

  await labelled('日期').focus()
  await page.keyboard.press('ArrowDown')
  await calendar.getByRole('grid').waitFor()
  for (const key of ['PageUp', 'ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  expect(await labelled('日期').inputValue()).toBe('2026-07-24')
  expect(await labelled('日期').evaluate((input) => input === document.activeElement)).toBe(true)
  // Checks that what is no day stays and is explained, and changes nothing.
  await labelled('日期').fill('后天')
  await labelled('数字').focus()
  await page.getByRole('alert').getByText('日期应写成 2020-02-29 这样').waitFor()
  expect(await labelled('日期').inputValue()).toBe('后天')
  await labelled('日期').fill('2026-07-24')
  await labelled('开始日期').fill('2026-09-05')
  await labelled('数字').focus()
  expect(await labelled('截止日期').inputValue()).toBe('2026-09-05')
})

test('people and classes are found by a part of their name, with the keyboard alone', async () => {
  const { page } = visitor
  await page.getByRole('combobox', { name: '班级选择' }).fill('八年级')
  const options = page.locator('.fill-found li')
  await options.first().waitFor()
  const second = (await options.nth(1).textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const chip = page.locator('.fill-chip')
  expect(second).toContain((await chip.textContent())?.replace('×', '') ?? '-')
  await chip.getByRole('button').click()
  await page.getByPlaceholder('输入姓名查找').fill('没有这个人')
  await page.getByText('没有找到“没有这个人”').waitFor()
  await page.getByPlaceholder('输入姓名查找').fill('')
})

test('a field with a condition comes and goes, and what is wrong is told at its field', async () => {
  const { page } = visitor
  expect(await labelled('邮箱').count()).toBe(0)
  await page.getByRole('radio', { name: '乙' }).check()
  await labelled('邮箱').fill('不是邮箱')
  await page.getByLabel('单行文字').fill('')
  await labelled('数量').fill('')
  await labelled('物品').fill('')
  await labelled('数量').fill('5')
  await check()
  const said = await page.locator('.fill-error').allTextContents()
  expect(said).toEqual(['单行文字不能为空', '邮箱应为邮箱地址，如 name@example.com', '子表第 1 行的物品不能为空'])
  expect(await page.getByLabel('单行文字').getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('radio', { name: '甲' }).check()
  await page.getByLabel('单行文字').fill('学校')
  await labelled('物品').fill('尺')
  await check()
  expect(await kept()).not.toHaveProperty(of('邮箱'))
})

test('an ID number fills in birth date and sex, a file and a signature are kept', async () => {
  const { page } = visitor
  await page.getByPlaceholder('身份证号').fill('98010220150310003X')
  expect(await labelled('出生日期').inputValue()).toBe('2015-03-10')
  expect(await labelled('性别').isDisabled()).toBe(true)
  const pad = page.getByLabel('签名区，请用手指或鼠标书写')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('no pad')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 100, box.y + 60)
  await page.mouse.up()
  const content = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
  await page
    .getByLabel('附件')
    .locator('input[type=file]')
    .setInputFiles({ name: '证明.pdf', mimeType: 'application/pdf', buffer: content })
  await page.getByRole('button', { name: '移除证明.pdf' }).waitFor()
  await check()
  const held = await kept()
  expect(held[of('证件、生日和性别')]).toEqual({ idNo: '98010220150310003X', brth: '20150310', sex: 'M' })
  expect(held[of('附件')]).toMatchObject([{ name: '证明.pdf' }])
  expect(held[of('手写签名')]).toHaveLength(1)
  await pad.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: '重写' }).click()
})

test('the form is readable by everybody, and a phone needs no sideways scrolling', async () => {
  const { page } = visitor
  const found = await new AxeBuilder({ page }).include('main').analyze()
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  await page.setViewportSize(phone)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  visitor.calm()
})
