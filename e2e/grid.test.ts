import { expect, test } from 'vitest'
import { phone } from './browser.ts'
import { cell, line, paste, press, savedAll, openSheets } from './sheet.ts'

const { stage, openSheet } = openSheets()

test('by keys alone a block with a bad cell is pasted, told, mended, saved as one, and taken back', async () => {
  const { visitor, page, pupils, read } = await openSheet()
  const [one, two] = pupils
  await page.getByRole('button', { name: '返回列表' }).focus()
  await page.keyboard.press('Tab')
  await press(visitor, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await paste(visitor, '住校、班干部\t住三楼\r\n走读\t"爱画画\n也爱唱歌"\r\n住在学校\t新转来\r\n')
  const bar = page.getByRole('alert').filter({ hasText: /\d 个单元格未保存：1 个有错误/ })
  await bar.waitFor()
  expect((await read(one?.stuNo)).rem).toBe(one?.rem)
  await press(
    visitor,
    'Control+Home',
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
  )
  await expect.poll(() => line(visitor).innerText()).toContain('标签里没有“住在学校”')
  expect(await page.locator('.sheet-field').getAttribute('aria-label')).toContain('标签里没有“住在学校”')
  await page.keyboard.type('住校')
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  await page.getByText('已修改 3 名学生的标签、备注').waitFor()
  expect(await read(one?.stuNo)).toMatchObject({ rem: '住三楼' })
  expect(await read(two?.stuNo)).toMatchObject({ wts: '01', rem: '爱画画\n也爱唱歌' })
  await page.keyboard.press('Control+z')
  await visitor.told('撤销成功')
  await expect.poll(async () => (await read(two?.stuNo)).rem).toBe(two?.rem)
  await expect.poll(() => cell(visitor, 0, '备注').innerText()).toBe(one?.rem ?? '')
  visitor.calm()
})

test('on a phone there is the list, without a way to the sheet', async () => {
  const { page, calm } = await stage().arrive('/ent/stu?sheet=1', 'school', phone)
  await page
    .getByText(/^共 \d+ 条$/)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: '表格编辑' }).count()).toBe(0)
  calm()
})
