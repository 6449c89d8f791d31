import { expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { knownEnterprises } from '#app/server/demo/enterprises.ts'
import { asOwner } from '../test/support/harness.ts'
import { phone, signedIn } from './browser.ts'
import { cell, held, line, press, savedAll, openSheets } from './sheet.ts'

const { stage, openSheet } = openSheets()

test('who changed the same cell meanwhile is shown, and one of both is chosen; other cells are merged by themselves', async () => {
  const { visitor, page, client, pupils, read } = await openSheet('六年级（1）班')
  const [one, two] = [pupils[0]?.stuNo ?? '', pupils[1]?.stuNo ?? '']
  await client.call(stu.updatemany, {
    datas: [
      { stuNo: one, rem: '教导处写的' },
      { stuNo: two, rem: '另一格' },
    ],
  })
  await cell(visitor, 1, '标签').click()
  await page.keyboard.type('住校')
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  expect(await read(two)).toMatchObject({ rem: '另一格' })
  await cell(visitor, 0, '备注').click()
  await page.keyboard.type('我写的')
  await press(visitor, 'Enter', 'ArrowUp')
  await expect.poll(() => line(visitor).innerText()).toContain('他人已改为“教导处写的”')
  await page.getByRole('button', { name: '用我的“我写的”' }).click()
  await savedAll(visitor)
  expect((await read(one)).rem).toBe('我写的')
  visitor.calm()
})

test('whoever leaves with cells that are not saved is asked, and may let go of them', async () => {
  const { visitor, page, pupils, read } = await openSheet('二年级（1）班')
  await cell(visitor, 0, '出生日期').click()
  await page.keyboard.type('明天')
  await press(visitor, 'Enter')
  await page.getByRole('alert').filter({ hasText: '1 个单元格未保存' }).waitFor()
  await page.getByRole('button', { name: '返回列表' }).click()
  const asked = page.getByRole('dialog', { name: '放弃未保存的修改？' })
  await asked.getByRole('button', { name: '继续编辑' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()
  await page.getByText('个单元格未保存').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('button', { name: '新建学生' }).waitFor()
  await page.getByRole('button', { name: '表格编辑' }).click()
  await expect.poll(() => page.url()).toContain('sheet=1')
  await page.reload()
  await cell(visitor, 0, '姓名').waitFor()
  expect((await read(pupils[0]?.stuNo)).brth).toBe(pupils[0]?.brth)
  visitor.calm()
})

test('a number that is only looked at stays, also where something is typed and deleted again; by its key it is emptied', async () => {
  const { visitor, page, client, pupils, read } = await openSheet('一年级（1）班')
  const { stuNo = '', rem } = pupils[0] ?? {}
  await client.call(stu.update, { stuNo, idNo: '110101201503078533' })
  const kept = (await read(stuNo)).idNo
  expect(kept).toBeTruthy()
  await page.reload()
  await cell(visitor, 0, '身份证号').click()
  await press(visitor, 'F2', 'Enter', 'ArrowUp', 'F2', 'Tab', 'ArrowLeft', 'F2', 'Escape', '1', 'Backspace', 'Enter', 'ArrowUp')
  await press(visitor, 'F2', '1', 'Backspace', 'Tab')
  await cell(visitor, 0, '身份证号').dblclick()
  await cell(visitor, 1, '备注').click()
  await cell(visitor, 0, '身份证号').dblclick()
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().focus()
  await cell(visitor, 0, '备注').click()
  await page.keyboard.type(' 看过')
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  // Checks that nothing was sent before it.
  expect(await read(stuNo)).toMatchObject({ idNo: kept, rem: '看过' })
  await cell(visitor, 0, '身份证号').click()
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await read(stuNo)).idNo).toBeNull()
  for (const left of ['看过', rem]) {
    await page.keyboard.press('Control+z')
    await visitor.told('撤销成功')
    expect(await read(stuNo)).toMatchObject({ idNo: kept, rem: left })
  }
  visitor.calm()
})

test('what is just being saved is taken back when it is, and each press one step; nothing beside refused cells; without the network it may be tried again', async () => {
  const { visitor, page, pupils, read } = await openSheet('二年级（1）班')
  const [one, two] = pupils
  const remarks = async () => [(await read(one?.stuNo)).rem, (await read(two?.stuNo)).rem]
  const write = async (row: number, field: string, text: string) => {
    await cell(visitor, row, field).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await write(0, '备注', '第一步')
  await savedAll(visitor)
  const letSave = await held(page, stu.updatemany.path)
  await write(1, '备注', '第二步')
  await page.keyboard.press('Control+z')
  expect(await remarks()).toEqual(['第一步', two?.rem])
  letSave()
  await visitor.told('撤销成功')
  expect(await remarks()).toEqual(['第一步', two?.rem])
  await write(1, '备注', '又一步')
  await savedAll(visitor)
  await page.route(`**${history.undo.path}*`, (route) => route.abort(), { times: 1 })
  await page.keyboard.press('Control+z')
  await visitor.told('网络连接失败，可能没有保存，请核对后再试')
  const letUndo = await held(page, history.undo.path)
  await press(visitor, 'Control+z', 'Control+z')
  expect(await remarks()).toEqual(['第一步', '又一步'])
  letUndo()
  await visitor.told('撤销成功')
  await visitor.told('撤销成功')
  expect(await remarks()).toEqual([one?.rem, two?.rem])
  await page.keyboard.press('Control+z')
  await visitor.told('没有可以撤销的修改')
  await write(0, '备注', '第三步')
  await savedAll(visitor)
  await write(2, '出生日期', '明天')
  await page.getByText('1 个单元格未保存').waitFor()
  await page.keyboard.press('Control+z')
  await visitor.told('有单元格没有保存，请先改好或放弃修改')
  expect(await remarks()).toEqual(['第三步', two?.rem])
})

test('a step that can no longer be taken back does not stand before the older ones', async () => {
  const { visitor, page, client, pupils, read } = await openSheet('三年级（2）班')
  const [one, two] = [pupils[0]?.stuNo ?? '', pupils[1]?.stuNo ?? '']
  for (const row of [0, 1]) {
    await cell(visitor, row, '备注').click()
    await page.keyboard.type(`第 ${row + 1} 步`)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await read([one, two][row])).rem).toBe(`第 ${row + 1} 步`)
  }
  await savedAll(visitor)
  await client.call(stu.update, { stuNo: two, rem: '教导处写的' })
  await page.keyboard.press('Control+z')
  await page.locator('.ant-message-error').waitFor()
  expect((await read(one)).rem).toBe('第 1 步')
  await page.keyboard.press('Control+z')
  await visitor.told('撤销成功')
  expect([(await read(one)).rem, (await read(two)).rem]).toEqual([pupils[0]?.rem, '教导处写的'])
  visitor.calm()
})

test('a window that turns narrow keeps the sheet and what is not saved in it', async () => {
  const { visitor, page } = await openSheet('四年级（1）班')
  await cell(visitor, 0, '备注').click()
  await page.keyboard.type('已保存')
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  await cell(visitor, 0, '出生日期').click()
  await page.keyboard.type('明天')
  await page.keyboard.press('Enter')
  await page.getByText('1 个单元格未保存').waitFor()
  for (const width of [960, 800, phone.width, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => cell(visitor, 0, '出生日期').innerText()).toBe('明天')
    expect(await cell(visitor, 0, '备注').innerText()).toBe('已保存')
    await page.getByText('1 个单元格未保存').waitFor()
  }
  await page.setViewportSize({ width: 800, height: 900 })
  await page.getByRole('button', { name: '返回列表' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放弃', exact: true }).click()
  await page.getByRole('button', { name: '新建学生' }).waitFor()
  expect(await page.getByRole('button', { name: '表格编辑' }).count()).toBe(0)
  visitor.calm()
})

test('what is saved while the list is still being read stays', async () => {
  const visitor = await stage().arrive('/healthz', 'school')
  const { page } = visitor
  const letRead = await held(page, stu.getpage.path, 'pageIndex=2&')
  await page.goto(`${stage().server.url}/ent/stu?sheet=1`)
  await cell(visitor, 0, '备注').click()
  await page.getByText('，已读取 100 名学生').waitFor()
  await page.keyboard.type('读取时写的')
  await page.keyboard.press('Enter')
  await savedAll(visitor)
  letRead()
  await page.getByText('已读取').waitFor({ state: 'detached' })
  expect(await cell(visitor, 0, '备注').innerText()).toBe('读取时写的')
  await page.keyboard.press('Control+z')
  await visitor.told('撤销成功')
  await expect.poll(() => cell(visitor, 0, '备注').innerText()).not.toBe('读取时写的')
  visitor.calm()
})

test('of 3,000 children only those in sight are drawn, wherever one scrolls; of more one is asked to choose', async () => {
  const { client } = await signedIn(stage().server, 'school')
  const { recordCount, datas } = await client.call(stu.getpage, { rollFlag: '1' })
  const entNo = knownEnterprises.experimentalSchool
  const unitNo = datas[0]?.unitNo ?? ''
  const seed = (from: number, count: number) =>
    asOwner(stage().server, entNo, (db) =>
      db
        .insertInto('stu')
        .values(
          Array.from({ length: count }, (_, i) => ({
            entNo,
            unitNo,
            stuNo: `Z${from + i}`,
            stuName: '多多',
            sex: 'M',
            searchText: '多多 duoduo',
          })),
        )
        .execute(),
    )
  await seed(10_000, 3000 - recordCount)
  const visitor = await stage().arrive('/ent/stu?sheet=1', 'school')
  const { page } = visitor
  await page.getByText('共 3,000 名学生').waitFor()
  await page.getByText('已读取').waitFor({ state: 'detached', timeout: 60_000 })
  await cell(visitor, 0, '姓名').click()
  const drawn = () => page.locator('.sheet-row').count()
  for (const key of ['Control+End', 'PageUp', 'Control+Home', 'PageDown']) {
    await page.keyboard.press(key)
    await page.locator('.sheet-cell.active').waitFor()
    expect(await drawn()).toBeLessThan(60)
  }
  await page.locator('.sheet').evaluate((sheet) => sheet.scrollTo(0, 45_000))
  await page.locator('[data-row="1505"]').waitFor()
  expect(await drawn()).toBeLessThan(60)
  await seed(20_000, 1)
  await page.reload()
  await page.getByText('表格编辑一次最多 3,000 名学生').waitFor()
  expect(await page.getByRole('grid', { name: '表格编辑' }).count()).toBe(0)
})
