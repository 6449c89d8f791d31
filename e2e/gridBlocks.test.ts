import { expect, test } from 'vitest'
import { unitTypes } from '#domain/units/units.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { signedIn } from './browser.ts'
import { cell, line, paste, press, savedAll, openSheets } from './sheet.ts'

const { stage, openSheet } = openSheets()

test('what an input method composes in a cell that is only chosen is there from its first letter', async () => {
  const { visitor, page, pupils, read } = await openSheet()
  await cell(visitor, 1, '备注').click()
  const keyboard = await visitor.context.newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  for (const text of ['z', 'zh', 'zhu', 'zhu’xiao']) await compose(text)
  expect(await page.locator('.sheet-field').inputValue()).toBe('zhu’xiao')
  await keyboard.send('Input.insertText', { text: '住校' })
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  expect((await read(pupils[1]?.stuNo)).rem).toBe('住校')
  visitor.calm()
})

test('cells are filled down by keys and by the handle, cleared where they may be empty, and each step is taken back by itself', async () => {
  const { visitor, page, pupils, read } = await openSheet('四年级（1）班')
  const remarks = async () => (await Promise.all(pupils.slice(0, 4).map(({ stuNo }) => read(stuNo)))).map(({ rem }) => rem)
  const before = await remarks()
  await cell(visitor, 0, '备注').click()
  await page.keyboard.type('乘校车')
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  await press(visitor, 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await page.getByText('已修改 2 名学生的备注').waitFor()
  expect(await remarks()).toEqual(['乘校车', '乘校车', '乘校车', before[3]])
  await cell(visitor, 2, '备注').click()
  await page.locator('.sheet-handle').hover()
  await page.mouse.down()
  await cell(visitor, 3, '备注').hover()
  await page.mouse.up()
  await page.getByText('已修改 1 名学生的备注').waitFor()
  expect((await remarks())[3]).toBe('乘校车')
  await cell(visitor, 0, '姓名').click()
  await page.keyboard.press('Delete')
  await visitor.told('姓名不能为空，没有清除')
  for (const after of [['乘校车', '乘校车', '乘校车', before[3]], ['乘校车', ...before.slice(1)], before]) {
    await page.keyboard.press('Control+z')
    await visitor.told('撤销成功')
    expect(await remarks()).toEqual(after)
  }
  visitor.calm()
})

test('a class is filled down and copied on where another class has the same name', async () => {
  const { client } = await signedIn(stage().server, 'school')
  const grades = (await client.call(edcunit.getlist, {})).filter(({ unitName }) => ['一年级', '二年级'].includes(unitName))
  const waiting = []
  for (const { unitNo: prtNo } of grades)
    waiting.push(await client.call(edcunit.create, { prtNo, unitType: unitTypes.class, unitName: '待分班' }))
  const { visitor, page, pupils, read } = await openSheet('二年级（1）班')
  const places = async () => Promise.all(pupils.slice(0, 4).map(async ({ stuNo }) => (await read(stuNo)).unitNo))
  const [own] = await places()
  const second = waiting[grades.findIndex(({ unitName }) => unitName === '二年级')]?.unitNo
  await cell(visitor, 0, '班级').click()
  await page.keyboard.type('二年级 / 待分班')
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  await expect.poll(() => cell(visitor, 0, '班级').innerText()).toBe('二年级 / 待分班')
  await press(visitor, 'ArrowUp', 'Shift+ArrowDown', 'Control+d')
  await page.getByText('已修改 1 名学生的班级').waitFor()
  await press(visitor, 'ArrowUp', 'Control+c', 'ArrowDown', 'ArrowDown', 'Control+v')
  await expect.poll(places).toEqual([second, second, second, own])
  visitor.calm()
})

test('a block that is larger than the list, or lies on what is not changed here, is cut where it is said', async () => {
  const { visitor, page, pupils, read } = await openSheet('五年级（1）班')
  const last = pupils.length - 1
  await cell(visitor, 0, '身份证号').click()
  await press(visitor, 'Control+ArrowDown')
  await paste(visitor, '\t13900000000\t多的\n\t13900000001\t多的')
  await visitor.told('名单到此为止，粘贴的最后 1 行没有地方放，没有写入')
  await visitor.told('右边没有更多的列，粘贴的最后 1 列没有写入')
  await visitor.told('认证手机不能在这里修改，跳过了 1 个单元格')
  const idNo = (await read(pupils[last]?.stuNo)).idNo
  // Expects a pasted empty cell to clear the one below it.
  expect(idNo).toBeNull()
  await page.keyboard.press('Control+z')
  await visitor.told('撤销成功')
  await page.keyboard.press('Control+Home')
  await cell(visitor, 0, '认证手机').click()
  await expect.poll(() => line(visitor).innerText()).toContain('改手机')
  visitor.calm()
})
