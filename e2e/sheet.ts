import type { Route } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { openStage, signedIn, type Stage, type Visitor } from './browser.ts'

let stage: Stage

/** Opens a stage for the tests of a file about the editable sheet of students. */
export function openSheets() {
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.close())
  return { stage: () => stage, openSheet }
}

const fields = ['姓名', '性别', '班级', '学号', '出生日期', '标签', '备注', '身份证号', '认证手机']

/** Opens the sheet of one class, by the office. */
async function openSheet(unitName = '三年级（1）班') {
  const { client } = await signedIn(stage.server, 'school')
  const units = await client.call(edcunit.getlist, {})
  const unitNo = units.find((one) => one.unitName === unitName)?.unitNo ?? ''
  const visitor = await stage.arrive(`/ent/stu?unitNo=${unitNo}&sheet=1`, 'school')
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitor.page.getByRole('grid', { name: '表格编辑' }).waitFor()
  await cell(visitor, 0, '姓名').waitFor()
  const pupils = (await client.call(stu.getpage, { unitNo, stt: '1', pageSize: 100 })).datas
  const read = async (stuNo = '') => client.call(stu.get, { stuNo })
  return { visitor, page: visitor.page, client, unitNo, pupils, read }
}

export const cell = ({ page }: Visitor, row: number, field: string) =>
  page.locator(`[data-row="${row}"] [data-col="${fields.indexOf(field)}"]`)

export const line = ({ page }: Visitor) => page.locator('.sheet-line')

/** Copies as Excel does, and pastes by the keyboard. */
export async function paste({ page }: Visitor, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

export const savedAll = ({ page }: Visitor) => page.getByText('，修改都已保存').waitFor()

export async function press({ page }: Visitor, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Keeps the next call of a path on its way; answers what lets it go. */
export async function held(page: Visitor['page'], path: string, query = '') {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isMeant = ({ pathname, search }: URL) => pathname.endsWith(path) && search.includes(query)
  const wait = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(isMeant, wait, { times: 1 })
  return resolve
}
