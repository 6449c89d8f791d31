import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, phone, type Stage, type Visitor } from './browser.ts'
import { buildInputs } from './inputs/build.ts'

let stage: Stage
let visitor: Visitor
const folder = mkdtempSync(join(tmpdir(), 'campus-inputs-'))
beforeAll(async () => {
  await buildInputs(folder)
  stage = await openStage(folder)
  visitor = await stage.visit()
  visitor.page.setDefaultTimeout(10_000)
  // One value of a dictionary is out of use.
  await visitor.page.route(/ent\/info\/getlist/, async (route) => {
    const response = await route.fetch()
    const { result, ...envelope } = (await response.json()) as { result: { typeCode: string; infoNo: string }[] }
    const isOut = ({ typeCode, infoNo }: { typeCode: string; infoNo: string }) => typeCode === 'NTNL' && infoNo === '01'
    await route.fulfill({ json: { ...envelope, result: result.map((one) => (isOut(one) ? { ...one, showFlag: '0' } : one)) } })
  })
  await visitor.page.reload()
  await visitor.page.getByRole('heading', { name: '输入控件' }).waitFor()
})
afterAll(async () => {
  await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
})

const field = (label: string) => visitor.page.locator('form').first().getByLabel(label, { exact: true })
const section = (label: string) => visitor.page.getByRole('region', { name: label, exact: true })

/** What the form would send. */
const sent = async () => JSON.parse((await visitor.page.getByLabel('表单的值').textContent()) ?? '') as Record<string, unknown>

/** What an input on its own tells. */
const told = async (label: string) => section(label).locator('pre').textContent()

/** Pastes into a field, in place of what is in it. */
async function paste(label: string, text: string) {
  await field(label).focus()
  await visitor.page.keyboard.press('Control+a')
  await visitor.page.keyboard.insertText(text)
}

/** What a screen reader or a person with weak sight would stumble over. */
async function stumbles(inside = 'body') {
  const axe = new AxeBuilder({ page: visitor.page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.include(inside).exclude('.ant-table-measure-row').analyze()
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
}

const leave = () => visitor.page.keyboard.press('Tab')

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
  const { page, context } = visitor
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
  await expect.poll(() => visitor.page.getByText('7 / 10').count()).toBe(0)
  await field('名称').pressSequentially('八九十十一')
  await visitor.page.getByText('10 / 10').waitFor()
  expect(await field('名称').inputValue()).toBe('一二三四五六七八九十')
  await field('备注').fill('好')
  await visitor.page.getByText('1 / 500').waitFor()
})

test('phones, addresses, MAC and words bring the right keyboard and say what is expected', async () => {
  for (const [label, wrong, message, right, keyboard] of [
    ['手机', '12345', '手机应为 1 开头的 11 位数字', '138 0000 1001', 'tel'],
    ['座机', '12', '座机应为 6 到 8 位数字，前面可加 3 到 4 位区号，如 0592-1234567', '0592-1234567', 'tel'],
    ['座机和分机', '12', '座机和分机应为 6 到 8 位数字，可加区号和 1 到 6 位分机，如 0592-1234567-801', '1234567-801', 'tel'],
    ['硬件地址', '00:1A', '硬件地址应为六组两位十六进制数，用 : 或 - 隔开，如 00:1A:2B:3C:4D:5E', '00-1a-2b-3c-4d-5e', null],
    ['邮箱', 'a@b', '邮箱应为邮箱地址，如 name@example.com', 'a@example.com', 'email'],
    ['网址', 'example.com', '网址应为 http:// 或 https:// 开头的网址', 'https://example.com', 'url'],
    ['字母和数字', 'a-b', '字母和数字只能有字母和数字', 'A1', null],
  ] as const) {
    await field(label).fill(wrong)
    await visitor.page.getByText(message, { exact: true }).waitFor()
    expect(await field(label).getAttribute('inputmode')).toBe(keyboard)
    await field(label).fill(right)
    await expect.poll(() => visitor.page.getByText(message, { exact: true }).count()).toBe(0)
  }
})

test('an ID card fills in sex and birth date, and a wrong check digit is remarked', async () => {
  await field('身份证号').fill('11010519850615002X')
  await expect.poll(sent).toMatchObject({ sex: 'N', brth: '19850615' })
  await expect.poll(() => field('出生日期').inputValue()).toBe('1985-06-15')
  await visitor.page.getByText(/^校验位应为 \d，可能有一位录错，请核对$/).waitFor()
  await field('身份证号').fill('110105850615003')
  await expect.poll(sent).toMatchObject({ sex: 'M', brth: '19850615' })
})

test('no day to come can be picked in an archive, and no day before today where that is asked', async () => {
  const { page } = visitor
  const tomorrow = new Date(Date.now() + 8 * 3600_000 + 86_400_000).toISOString().slice(0, 10)
  await field('出生日期').fill(tomorrow)
  await page.keyboard.press('Enter')
  await leave()
  await expect.poll(() => field('出生日期').inputValue()).toBe('1985-06-15')
  const after = section('今天以后').getByLabel('今天以后的日期')
  await after.fill('2020-01-01')
  await page.keyboard.press('Enter')
  await leave()
  expect(await told('今天以后')).toBe('null')
  await after.fill(tomorrow)
  await page.keyboard.press('Enter')
  await expect.poll(() => told('今天以后')).toBe(JSON.stringify(tomorrow.replaceAll('-', '')))
  await leave()
})

async function pick(range: string, end: string, text: string) {
  await section(range).getByLabel(end, { exact: true }).fill(text)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.keyboard.press('Escape')
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
  expect(await told('限定的范围')).toBe('[null,null]')
  await pick('限定的范围', '开始日期', '2026-01-05')
  expect(await told('限定的范围')).toBe('["20260105",null]')
})

test('a range has shortcuts until today; the time of an end is the last second of its day', async () => {
  const { page } = visitor
  await section('日期范围').getByLabel('开始日期').click()
  const shortcuts = page.locator('.date-presets:visible')
  await expect
    .poll(() => shortcuts.getByRole('button').allTextContents())
    .toEqual(['今天', '最近一周', '最近一个月', '最近三个月'])
  await shortcuts.getByRole('button', { name: '今天' }).click()
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10).replaceAll('-', '')
  await expect.poll(() => told('日期范围')).toBe(JSON.stringify([today, today]))
  await section('时间范围').getByLabel('截止时间').click()
  await page.locator('.ant-picker-dropdown:visible .ant-picker-cell-in-view').first().click()
  expect(await section('时间范围').getByLabel('截止时间').inputValue()).toMatch(/^\d{4}-\d\d-01 23:59:59$/)
  await section('时间范围').getByRole('heading').click()
  await expect.poll(() => told('时间范围')).toMatch(/^\[null,"\d{6}01235959"\]$/)
  await pick('时间范围', '开始时间', '2126-01-02 8:30')
  expect(await told('时间范围')).toBe('["21260102083000","21260102235959"]')
})

test('a form that needs a range says that it is missing, or that it is out of order', async () => {
  const { page } = visitor
  const save = () => page.getByRole('button', { name: '保存', exact: true }).click()
  await save()
  await page.getByText('请先选择时间').waitFor()
  const range = page.getByRole('group', { name: '起止时间' })
  for (const [end, day] of [
    ['开始日期', '2026-01-10'],
    ['截止日期', '2026-01-05'],
  ] as const) {
    await range.getByLabel(end).fill(day)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
  }
  await save()
  await page.getByText('截止时间必须大于开始时间').waitFor()
  await range.getByLabel('截止日期').fill('2026-01-12')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await save()
  await visitor.told('保存成功')
})

test('years go ten back and keep an older one; a dictionary and an address are searched by name and keep what is no longer offered', async () => {
  const { page } = visitor
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await section('年份').getByText('2001年').waitFor()
  await section('年份').getByLabel('入学年份').click()
  const year = new Date().getFullYear()
  await section('年份')
    .getByLabel('入学年份')
    .fill(String(year - 10))
  await expect.poll(() => options.allTextContents()).toEqual([`${year - 10}年`])
  await page.keyboard.press('Enter')
  expect(await told('年份')).toBe(`"${year - 10}"`)

  const nation = page.locator('.ant-select', { has: page.locator('#nation') })
  await nation.getByText('汉族').waitFor()
  await field('民族').click()
  await expect.poll(() => options.first().getAttribute('class')).toContain('ant-select-item-option-disabled')
  await field('民族').fill('蒙古')
  await expect.poll(() => options.allTextContents()).toEqual(['蒙古族'])
  await page.keyboard.press('Enter')
  await nation.getByText('蒙古族').waitFor()
  await field('民族').fill('汉族')
  await expect.poll(() => options.count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByText('南明省（已不在目录里）').first().waitFor()
  await field('省').fill('福建')
  await page.keyboard.press('Enter')
  await expect.poll(sent).toMatchObject({ prvn: '福建省' })
  await field('市').fill('厦门')
  await expect.poll(() => options.first().textContent()).toContain('厦门市')
  await page.keyboard.press('Enter')
  await field('区县').fill('思明')
  await expect.poll(() => options.first().textContent()).toContain('思明区')
  await page.keyboard.press('Enter')
  await expect.poll(sent).toMatchObject({ prvn: '福建省', city: '厦门市', dstr: '思明区' })
  await field('乡镇').click()
  await expect.poll(() => options.count()).toBeGreaterThan(5)
  await page.keyboard.press('Escape')
  await field('省').fill('朝阳区')
  await options.filter({ hasText: '北京市' }).first().click()
  await expect.poll(sent).toMatchObject({ prvn: '北京市', dstr: '朝阳区' })
})

const text = (name: string, content = '内容') => ({
  name,
  mimeType: name.endsWith('.svg') ? 'image/svg+xml' : 'text/plain',
  buffer: Buffer.from(content),
})

test('files are sent as soon as they are chosen, several at once; a form waits for them, and a failed one is tried again', async () => {
  const { page } = visitor
  const list = page.getByRole('list', { name: '附件' })
  const choose = (...files: ReturnType<typeof text>[]) => page.locator('.attachments input[type=file]').setInputFiles(files)
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route(/file\/upload\/upload/, async (route) => {
    await held
    await route.continue()
  })
  await choose(text('计划.txt'), text('程序.exe'), text('名单.txt'))
  await visitor.told('“程序.exe”的类型不支持，请选 pdf、txt、ppt、pptx、doc、docx、xls、xlsx、mp4')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await list.getByLabel('计划.txt的上传进度').waitFor()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('附件正在上传，请稍后再试').waitFor()
  go()
  const states = async () => ((await sent()).files as { success: number }[]).map(({ success }) => success)
  await expect.poll(states).toEqual([2, 2])
  await page.unroute(/file\/upload\/upload/)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await visitor.told('保存成功')

  await page.route(/file\/upload\/upload/, (route) =>
    route.fulfill({ json: { code: 10012, message: '系统繁忙，请稍后再试', result: null } }),
  )
  await choose(text('总结.txt'))
  await list.getByText('没有传上去：系统繁忙，请稍后再试').waitFor()
  expect(await states()).toEqual([2, 2, 0])
  await page.unroute(/file\/upload\/upload/)
  await list.getByRole('button', { name: '重试总结.txt' }).click()
  await expect.poll(states).toEqual([2, 2, 2])
  await list.getByRole('button', { name: '移除计划.txt' }).click()
  await expect.poll(states).toEqual([2, 2])
})

test('a picture is cut by keys, seen, replaced and taken away; a wide logo fits as a whole', async () => {
  const { page } = visitor
  const choose = (label: string, name: string, content: string) =>
    section(label).locator('input[type=file]').setInputFiles(text(name, content))
  const wide =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="200"><rect width="400" height="200" fill="#f00"/></svg>'
  await choose('头像', '说明.txt', '字')
  await visitor.told('“说明.txt”不是图片，请选 png、jpg、gif、svg 或 ico，不超过 20 MB')
  await choose('头像', '坏的.png', '字')
  await visitor.told('这个文件不是能打开的图片，请选 png、jpg、gif、svg 或 ico，不超过 20 MB')
  await choose('头像', '头像.svg', wide)
  const dialog = page.getByRole('dialog', { name: '裁剪头像' })
  await dialog.getByRole('slider', { name: '缩放' }).press('ArrowRight')
  await dialog.getByRole('application').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: '裁剪' }).click()
  // The right half has no colour: moved so far to the left, nothing red is in the frame.
  const colour = (label: string, x: number, y: number) =>
    section(label)
      .getByRole('img')
      .evaluate(
        (image: HTMLImageElement, [x, y]) => {
          const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')
          context?.drawImage(image, 0, 0)
          return [image.naturalWidth, ...(context?.getImageData(x, y, 1, 1).data ?? [])]
        },
        [x, y] as const,
      )
  await expect.poll(() => colour('头像', 20, 100)).toEqual([200, 0, 0, 0, 0])
  expect(await told('头像')).toMatch(/^头像\.png \d+$/)
  await section('头像').getByRole('button', { name: '换头像' }).waitFor()
  await section('头像').getByRole('button', { name: '去掉头像' }).click()
  await expect.poll(() => told('头像')).toBe('null')

  await choose('标志', '标志.svg', wide)
  const logo = page.getByRole('dialog', { name: '裁剪标志' })
  await logo.getByRole('button', { name: '裁剪' }).click()
  await expect.poll(() => colour('标志', 10, 50)).toEqual([100, 255, 0, 0, 255])
  expect(await colour('标志', 10, 10)).toEqual([100, 0, 0, 0, 0])
})

test('people are picked by keys: arrows walk, Enter adds, Backspace takes back; a tree narrows, and one alone closes at once', async () => {
  const { page } = visitor
  await page.getByRole('button', { name: '选几个员工' }).click()
  const picker = page.getByRole('dialog', { name: '选择员工' })
  const word = picker.getByLabel('姓名、拼音、工号或手机后四位')
  const chosen = picker.getByRole('region', { name: '已选' })
  await word.fill('1001')
  // Before the answer is there: it is for what was asked.
  await page.keyboard.press('Enter')
  await chosen.getByText('已选 1 人').waitFor()
  await page.keyboard.type('1002')
  await page.keyboard.press('Enter')
  await chosen.getByText('已选 2 人').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(() => picker.locator('.ant-table-row').count()).toBeGreaterThan(5)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await chosen.getByText('已选 3 人').waitFor()
  await page.keyboard.press('Backspace')
  await chosen.getByText('已选 2 人').waitFor()
  expect(await stumbles('.ant-modal')).toEqual([])
  await chosen.getByRole('button', { name: /^移除/ }).first().press('Delete')
  await chosen.getByText('已选 1 人').waitFor()
  await picker.locator('.ant-tree').getByText('财务室').click()
  await picker.getByRole('checkbox', { name: /^全选 \d+ 人$/ }).check()
  await chosen.getByText(/^已选 [4-9] 人$/).waitFor()
  await chosen.getByRole('button', { name: '清空' }).click()
  await chosen.getByText('已选 0 人').waitFor()
  await picker.locator('.ant-table-row').first().click()
  await picker.getByRole('button', { name: '选择 1 人' }).click()
  await expect.poll(() => told('员工')).toMatch(/^\["[^"]+"\]$/)

  await page.getByRole('button', { name: '选一个员工' }).click()
  await word.fill('艾力')
  await page.keyboard.press('Enter')
  await expect.poll(() => picker.count()).toBe(0)
  expect(await told('员工')).toContain('艾力')
})

test('departments are found by initials and several are chosen', async () => {
  const { page } = visitor
  const input = section('部门').getByLabel('选择部门')
  for (const [word, name] of [
    ['xxzx', '信息中心'],
    ['cws', '财务室'],
  ] as const) {
    await input.fill(word)
    await page.locator('.ant-select-tree').getByText(name, { exact: true }).click()
  }
  await page.keyboard.press('Escape')
  expect(JSON.parse((await told('部门')) ?? '')).toHaveLength(2)
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
})

test('axe finds nothing on any of the inputs and they fit a phone', async () => {
  expect(await stumbles()).toEqual([])
  await visitor.page.setViewportSize(phone)
  await expect.poll(() => visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await visitor.page.setViewportSize(desktop)
})

test('two sides begin halved, are moved by mouse and keys, stay 40 pixels from the edges, and stay so', async () => {
  const { page } = visitor
  const bar = section('分栏').getByRole('separator')
  const now = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuemax'))).toBeGreaterThan(1000)
  const most = Number(await bar.getAttribute('aria-valuemax'))
  expect(await now()).toBe(Math.round((most + 40) / 2))
  await bar.press('ArrowRight')
  expect(await now()).toBe(Math.round((most + 40) / 2) + 16)
  await bar.press('End')
  expect(await now()).toBe(most)
  const box = await bar.boundingBox()
  if (!box) throw new Error('the divider is not there')
  await page.mouse.move(box.x + 16, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(300, box.y + 5, { steps: 4 })
  await page.mouse.up()
  const left = await section('分栏')
    .locator('.split-side')
    .evaluate((side) => side.clientWidth)
  expect(Math.abs((await now()) - left)).toBeLessThan(2)
  expect(left).toBeLessThan(320)
  await page.mouse.move(300, box.y + 5)
  await bar.dblclick()
  expect(await now()).toBe(Math.round((most + 40) / 2))
  const kept = page.waitForRequest(/user\/prefer\/set/)
  await bar.press('Home')
  expect(await now()).toBe(40)
  await (await kept).response()
  await page.reload()
  await expect.poll(now).toBe(40)
  visitor.calm()
})
