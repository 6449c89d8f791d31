import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const labelled = (label: string) => visitor.page.getByLabel(label, { exact: true })
const check = () => visitor.page.getByRole('button', { name: '检查' }).click()
const kept = async () => JSON.parse((await labelled('保存的值').textContent()) ?? '') as Record<string, unknown>

test('every control and kit is filled in by hand, and is read again in words', async () => {
  const { page } = visitor
  await page.getByLabel('单行').fill('  晨光市第一实验学校 ')
  await labelled('多行').fill('第一行\n第二行')
  await labelled('数字').fill('１２。7')
  await labelled('金额').fill('1205.5')
  await labelled('日期').fill('2026-09-01')
  await labelled('日期时间').fill('2026-09-01T09:30')
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
  await page.getByRole('button', { name: '添加子表' }).click()
  await labelled('物品').fill('粉笔')
  await labelled('数量').fill('3')
  await check()
  expect(await kept()).toMatchObject({
    c1: '晨光市第一实验学校',
    c2: '第一行\n第二行',
    c3: 12,
    c4: 1205.5,
    c5: '20260901',
    c6: '20260901093000',
    c7: '1',
    c8: ['1', '3'],
    c9: '01',
    c11: '1',
    c12: '0311-88001234',
    c13: '98010220150310003X',
    c15: 4,
    c22: { prvn: '示例省', city: '晨光市', dstr: '启明区', adr: '学苑路 1 号' },
    c27: 100_050,
    c28: { sDt: '20260901', eDt: '20260903' },
    c29: [{ c1: '粉笔', c2: 3 }],
  })
  const read = page.locator('.read-form')
  for (const words of [
    '甲、丙',
    '1,205.50',
    '壹拾万零伍拾元整',
    '2026-09-01 至 2026-09-03',
    '示例省晨光市启明区学苑路 1 号',
    '粉笔',
  ])
    expect(await read.textContent()).toContain(words)
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
  await page.getByLabel('单行').fill('')
  await labelled('数量').fill('')
  await labelled('物品').fill('')
  await labelled('数量').fill('5')
  await check()
  const said = await page.locator('.fill-error').allTextContents()
  expect(said).toEqual(['单行不能为空', '邮箱应为邮箱地址', '子表第 1 行的物品不能为空'])
  expect(await page.getByLabel('单行').getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('radio', { name: '甲' }).check()
  await page.getByLabel('单行').fill('学校')
  await labelled('物品').fill('尺')
  await check()
  expect(await kept()).not.toHaveProperty('c14')
})

test('an ID number fills in birth date and sex, a file and a signature are kept', async () => {
  const { page } = visitor
  await page.getByPlaceholder('身份证号').fill('98010220150310003X')
  expect(await labelled('出生日期').inputValue()).toBe('2015-03-10')
  expect(await labelled('性别').isDisabled()).toBe(true)
  const pad = page.getByLabel('签名区，请用手指或鼠标书写')
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
  const { c23, c24, c26 } = (await kept()) as { c23: object; c24: { name: string }[]; c26: number[][] }
  expect(c23).toEqual({ idNo: '98010220150310003X', brth: '20150310', sex: 'M' })
  expect([c24[0]?.name, c26.length]).toEqual(['证明.pdf', 1])
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
