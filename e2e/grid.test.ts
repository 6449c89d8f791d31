import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { known } from '#app/server/demo/enterprises.ts'
import { asOwner } from '../test/harness.ts'
import { openStage, phone, signedIn, type Stage, type Visitor } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const fields = ['姓名', '性别', '班级', '学号', '出生日期', '标签', '备注', '身份证号', '认证手机']

/** The sheet of one class, by the office. */
async function openSheet(unitName = '三年级（1）班') {
  const { client } = await signedIn(stage.server, 'school')
  const { datas } = await client.call(stu.getpage, { keyWord: '', pageSize: 100 })
  const all = [...datas]
  for (let pageIndex = 2; all.length % 100 === 0 && pageIndex < 12; pageIndex++)
    all.push(...(await client.call(stu.getpage, { pageIndex, pageSize: 100 })).datas)
  const unitNo = all.find((one) => one.unitName === unitName)?.unitNo ?? ''
  const visitor = await stage.arrive(`/ent/stu?unitNo=${unitNo}&sheet=1`, 'school')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.page.getByRole('grid', { name: '表格编辑' }).waitFor()
  await cell(visitor, 0, '姓名').waitFor()
  const pupils = (await client.call(stu.getpage, { unitNo, stt: '1', pageSize: 100 })).datas
  const read = async (stuNo = '') => client.call(stu.get, { stuNo })
  return { visitor, page: visitor.page, client, unitNo, pupils, read }
}

const cell = ({ page }: Visitor, row: number, field: string) =>
  page.locator(`[data-row="${row}"] [data-col="${fields.indexOf(field)}"]`)

const line = ({ page }: Visitor) => page.locator('.sheet-line')

/** Copies as Excel does, and pastes by the keyboard. */
async function paste({ page }: Visitor, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

const savedAll = ({ page }: Visitor) => page.getByText('，修改都已保存').waitFor()

async function press({ page }: Visitor, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Keeps the next call of a path on its way; answers what lets it go. */
async function held(page: Visitor['page'], path: string, query = '') {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isMeant = ({ pathname, search }: URL) => pathname.endsWith(path) && search.includes(query)
  const wait = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(isMeant, wait, { times: 1 })
  return resolve
}

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
  const { client } = await signedIn(stage.server, 'school')
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
  // An empty cell that was pasted empties the one below it.
  expect(idNo).toBeNull()
  await page.keyboard.press('Control+z')
  await visitor.told('撤销成功')
  await page.keyboard.press('Control+Home')
  await cell(visitor, 0, '认证手机').click()
  await expect.poll(() => line(visitor).innerText()).toContain('改手机')
  visitor.calm()
})

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
  // Whatever came before it would have been sent before it.
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
  await visitor.told('网络连接失败，请检查网络后重试')
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
  const visitor = await stage.arrive('/healthz', 'school')
  const { page } = visitor
  const letRead = await held(page, stu.getpage.path, 'pageIndex=2&')
  await page.goto(`${stage.server.url}/ent/stu?sheet=1`)
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

test('on a phone there is the list, without a way to the sheet', async () => {
  const { page, calm } = await stage.arrive('/ent/stu?sheet=1', 'school', phone)
  await page
    .getByText(/^共 \d+ 条$/)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: '表格编辑' }).count()).toBe(0)
  calm()
})

test('of 3,000 children only those in sight are drawn, wherever one scrolls; of more one is asked to choose', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { recordCount, datas } = await client.call(stu.getpage, { stt: '1' })
  const entNo = known.experimentalSchool
  const unitNo = datas[0]?.unitNo ?? ''
  const plant = (from: number, count: number) =>
    asOwner(stage.server, entNo, (db) =>
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
  await plant(10_000, 3000 - recordCount)
  const visitor = await stage.arrive('/ent/stu?sheet=1', 'school')
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
  await plant(20_000, 1)
  await page.reload()
  await page.getByText('表格编辑一次最多 3,000 名学生').waitFor()
  expect(await page.getByRole('grid', { name: '表格编辑' }).count()).toBe(0)
})
