import { expect, test } from 'vitest'
import { desktop, phone } from './browser.ts'
import { openInputs } from './inputs/page.ts'

const { visitor, field, section, sent, told, paste, stumbles, leave } = openInputs()

test('a number keeps what belongs to it while it is typed or pasted, and is brought within its limits when it is left', async () => {
  await paste('金额（元）', '￥1,284.509元')
  expect(await field('金额（元）').inputValue()).toBe('1284.50')
  await leave()
  expect(await field('金额（元）').inputValue()).toBe('1,284.50')
  expect(await sent()).toMatchObject({ amount: 1284.5 })
  await paste('金额（元）', '－5')
  await leave()
  expect([await field('金额（元）').inputValue(), (await sent()).amount]).toEqual(['0.00', 0])
  await paste('整数', '100')
  await leave()
  expect([await field('整数').inputValue(), (await sent()).whole]).toEqual(['24', 24])
  await paste('整数', '')
  await leave()
  expect([await field('整数').inputValue(), (await sent()).whole]).toEqual(['', null])
  for (const [typed, shown] of [
    ['-', '0.00'],
    ['.', '0.00'],
    ['-12.5', '-12.50'],
    ['123456789012345', '99,999,999,999,999.00'],
  ] as const) {
    await field('任意数字').fill('')
    await field('任意数字').pressSequentially(typed)
    await leave()
    expect(await field('任意数字').inputValue()).toBe(shown)
  }
})

test('in a number the cursor stays where a character was refused, Enter settles, and an input method can be used', async () => {
  const { page, context } = visitor()
  await field('四位小数').pressSequentially('12345')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('a9')
  expect(await field('四位小数').inputValue()).toBe('123945')
  await page.keyboard.press('Enter')
  expect(await field('四位小数').inputValue()).toBe('123,945.0000')
  await page.keyboard.press('Control+a')
  const session = await context.newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: '１２。', selectionStart: 3, selectionEnd: 3 })
  expect(await field('四位小数').inputValue()).toBe('１２。')
  await session.send('Input.insertText', { text: '１２。5' })
  expect(await field('四位小数').inputValue()).toBe('12.5')
  await leave()
  expect((await sent()).fine).toBe(12.5)
})

test('a text tells how much room is left, and takes no more', async () => {
  await field('名称').fill('一二三四五六七')
  expect(await visitor().page.getByText('7 / 10').count()).toBe(0)
  await field('名称').fill('一二三四五六七八')
  await visitor().page.getByText('8 / 10').waitFor()
  await field('名称').pressSequentially('九十十一')
  await visitor().page.getByText('10 / 10').waitFor()
  expect(await field('名称').inputValue()).toBe('一二三四五六七八九十')
  await field('备注').fill('好'.repeat(400))
  await visitor().page.getByText('400 / 500').waitFor()
})

test("phones, addresses and numbers of one's own bring the right keyboard and say what is expected", async () => {
  for (const [label, wrong, message, right, keyboard] of [
    ['手机', '12345', '手机应为 1 开头的 11 位数字', '138 0000 1001', 'tel'],
    ['电话', '12', '电话应为座机（可带区号、分机）或手机号码', '1234567-801', 'tel'],
    ['邮箱', 'a@b', '邮箱应为邮箱地址，如 name@example.com', 'a@例子.中国', 'email'],
    ['地址', 'example.com', '地址应为 / 开头的本站地址，或 http://、https:// 开头的网址', 'https://例子.中国', 'url'],
    ['工号', 'a b', '工号只能有字母、数字、- 和 _', 'A-1', null],
  ] as const) {
    await field(label).fill(wrong)
    await visitor().page.getByText(message, { exact: true }).waitFor()
    expect(await field(label).getAttribute('inputmode')).toBe(keyboard)
    await field(label).fill(right)
    await expect.poll(() => visitor().page.getByText(message, { exact: true }).count()).toBe(0)
  }
})

test('an ID card fills in sex and birth date, and a wrong check digit is remarked', async () => {
  await field('身份证号').fill('11010519850615002X')
  await expect.poll(sent).toMatchObject({ sex: 'N', brth: '19850615' })
  await expect.poll(() => field('出生日期').inputValue()).toBe('1985-06-15')
  await visitor()
    .page.getByText(/^校验位应为 \d，可能有一位录错，请核对$/)
    .waitFor()
  await field('身份证号').fill('110105850615003')
  await expect.poll(sent).toMatchObject({ sex: 'M', brth: '19850615' })
})

test('no day to come can be picked in an archive, and no day before today where that is asked', async () => {
  const { page } = visitor()
  const tomorrow = new Date(Date.now() + 8 * 3600_000 + 86_400_000).toISOString().slice(0, 10)
  await field('出生日期').fill(tomorrow)
  await page.keyboard.press('Enter')
  await leave()
  await page.getByText('不能晚于今天').waitFor()
  expect([await field('出生日期').inputValue(), (await sent()).brth]).toEqual([tomorrow, '19850615'])
  await field('出生日期').fill('1985-06-15')
  await leave()
  await expect.poll(() => page.getByText('不能晚于今天').count()).toBe(0)
  const after = section('今天以后').getByLabel('今天以后的日期', { exact: true })
  await after.fill('2020-01-01')
  await page.keyboard.press('Enter')
  await leave()
  await section('今天以后').getByText('不能早于今天').waitFor()
  expect(await told('今天以后')).toBe('null')
  await after.fill(tomorrow)
  await page.keyboard.press('Enter')
  await expect.poll(() => told('今天以后')).toBe(JSON.stringify(tomorrow.replaceAll('-', '')))
  await leave()
})

async function pick(range: string, end: string, text: string) {
  await section(range).getByLabel(end, { exact: true }).fill(text)
  await visitor().page.keyboard.press('Enter')
  await visitor().page.keyboard.press('Escape')
}

test('a range out of order moves its other end along, unless it is not verified; days outside of its limits are refused', async () => {
  await pick('日期范围', '开始日期', '2026-01-10')
  await pick('日期范围', '截止日期', '2026-01-20')
  expect(await told('日期范围')).toBe('["20260110","20260120"]')
  await pick('日期范围', '截止日期', '20260105')
  expect(await told('日期范围')).toBe('["20260105","20260105"]')
  await pick('日期范围', '开始日期', '2026/2/1')
  expect(await told('日期范围')).toBe('["20260201","20260201"]')
  await pick('不校验的范围', '开始日期', '2026-01-10')
  await pick('不校验的范围', '截止日期', '2026-01-05')
  expect(await told('不校验的范围')).toBe('["20260110","20260105"]')
  await pick('限定的范围', '开始日期', '2026-01-04')
  await leave()
  await section('限定的范围').getByRole('alert').getByText('不能早于 2026-01-05').waitFor()
  expect(await told('限定的范围')).toBe('[null,null]')
  await pick('限定的范围', '开始日期', '2026-01-05')
  expect(await told('限定的范围')).toBe('["20260105",null]')
})

test('a range has shortcuts until today; the time of an end is the last second of its day', async () => {
  const { page } = visitor()
  await section('日期范围').getByLabel('开始日期', { exact: true }).press('ArrowDown')
  const shortcuts = page.locator('.date-presets:visible')
  await expect
    .poll(() => shortcuts.getByRole('button').allTextContents())
    .toEqual(['今天', '最近一周', '最近一个月', '最近三个月'])
  await shortcuts.getByRole('button', { name: '今天' }).click()
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')
  await expect.poll(() => told('日期范围')).toBe(JSON.stringify([today, today]))
  await section('时间范围').getByRole('button', { name: '打开日历：截止时间' }).click()
  const calendar = page.getByRole('dialog', { name: '日历' })
  await calendar
    .getByRole('button', { name: /^\d{4}-\d\d-01$/ })
    .first()
    .click()
  expect(await section('时间范围').getByLabel('截止时间', { exact: true }).inputValue()).toMatch(/^\d{4}-\d\d-01 23:59:59$/)
  await section('时间范围').getByRole('heading').click()
  await expect.poll(() => calendar.count()).toBe(0)
  await expect.poll(() => told('时间范围')).toMatch(/^\[null,"\d{6}01235959"\]$/)
  await pick('时间范围', '开始时间', '2126-01-02 8:30')
  expect(await told('时间范围')).toBe('["21260102083000","21260102235959"]')
})

test('a form that needs a range says that it is missing, and moves its other end along', async () => {
  const { page } = visitor()
  const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
  await save()
  await page.getByText('请先选择时间').waitFor()
  const range = page.getByRole('group', { name: '起止时间' })
  for (const [end, day] of [
    ['开始时间', '2026-01-10 08:00'],
    ['截止时间', '2026-01-05 18:00'],
  ] as const) {
    await range.getByLabel(end, { exact: true }).fill(day)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
  }
  await expect.poll(sent).toMatchObject({ sDt: '20260105000000', eDt: '20260105180000' })
  await expect.poll(() => page.getByText('请先选择时间').count()).toBe(0)
  await save()
  await visitor().told('保存成功')
})

test('a day that does not exist stays, is explained and not saved; one of eight digits is understood; keys pick from the calendar', async () => {
  const { page } = visitor()
  const day = field('日期')
  const line = page.getByRole('alert').filter({ hasText: '日期应写成 2020-02-29 这样' })
  await day.fill('2020-13-40')
  await leave()
  await line.waitFor()
  expect([await day.inputValue(), (await sent()).day]).toEqual(['2020-13-40', undefined])
  expect(await day.getAttribute('aria-invalid')).toBe('true')
  const described = await day.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
  )
  expect(described).toContain('日期应写成 2020-02-29 这样')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => day.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('alert').filter({ hasText: '有 1 处需要修改' }).waitFor()
  await day.fill('20200229')
  await leave()
  expect([await day.inputValue(), (await sent()).day]).toEqual(['2020-02-29', '20200229'])
  await expect.poll(() => line.count()).toBe(0)
  expect(await day.getAttribute('title')).toBe('日期应写成 2020-02-29 这样，或按 ↓ 打开日历')
  await day.press('ArrowDown')
  await page.getByRole('grid', { name: '2020年2月' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => day.inputValue()).toBe('2020-03-01')
  expect(await day.evaluate((input) => input === document.activeElement)).toBe(true)
})

test('saving with faults leads to the first of them from above, in sight, and says how many there are', async () => {
  const { page } = visitor()
  const wanted = await field('手机').inputValue()
  await field('手机').fill('12345')
  await field('邮箱').fill('a@b')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => field('手机').evaluate((input) => input === document.activeElement)).toBe(true)
  const { top, bottom } = await field('手机').evaluate((input) => input.getBoundingClientRect().toJSON() as DOMRect)
  expect(top > 0 && bottom < desktop.height).toBe(true)
  await page.getByRole('alert').filter({ hasText: '有 2 处需要修改' }).waitFor()
  await field('手机').fill(wanted)
  await field('邮箱').fill('')
  await leave()
})

test('a new password is told how strong it is while it is typed', async () => {
  const input = section('密码').getByLabel('新密码')
  const line = section('密码').locator('.strength')
  for (const [password, said] of [
    ['abc', '强度：弱，还差 5 位'],
    ['abcdefgh', '强度：弱，再加上数字、大写字母、符号中的一类'],
    ['abcd1234', '强度：中'],
    ['Abcd1234-xyz', '强度：很强'],
  ] as const) {
    await input.fill(password)
    await expect.poll(() => line.textContent()).toBe(said)
  }
  await input.fill('abcdefgh')
  await leave()
  await section('密码').getByText('新密码须为 8 至 20 位，并含大写字母、小写字母、数字、符号中的至少两类').waitFor()
  const told = (label: string) =>
    section('密码').locator('.ant-form-item', { hasText: label }).locator('.ant-form-item-explain-error')
  await section('密码').getByLabel('旧密码').fill('abc')
  await leave()
  await expect.poll(() => told('旧密码').textContent()).toBe('新密码长度为6~20位')
  await section('密码').getByLabel('再次输入').fill('abc')
  await leave()
  await expect.poll(() => told('再次输入').textContent()).toBe('新密码长度为6~20位')
  await section('密码').getByLabel('再次输入').fill('abcdefgi')
  await leave()
  await expect.poll(() => told('再次输入').textContent()).toBe('两次密码输入不一致')
})

test('axe finds nothing on any of the inputs and they fit a phone', async () => {
  expect(await stumbles()).toEqual([])
  await visitor().page.setViewportSize(phone)
  await expect.poll(() => visitor().page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await visitor().page.setViewportSize(desktop)
})
