import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { clientOf } from '../test/support/harness.ts'
import type { StudentImport } from '../test/support/studentLists.ts'
import { bringStudents, factsOf, pathOf } from '../test/support/studentWorkbooks.ts'
import { openStage, type Stage, type Visitor } from './browser.ts'
import { goWithin } from './pages.ts'

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.arrive('/ent/stu', 'school')
  await visitor.page.getByRole('heading', { name: '学生管理' }).waitFor()
})
afterAll(() => stage.close())

const shown = () => visitor.page.locator('.tab-page:visible')
const grid = () => shown().getByRole('grid', { name: '导入的行' })
const tab = (name: string) => shown().locator('.ant-segmented-item', { hasText: name })
const count = async (name: string) => Number((await tab(name).innerText()).replace(/\D/g, ''))
const button = (name: string | RegExp) => shown().getByRole('button', { name })
const problem = (text: string) => shown().getByRole('listitem').filter({ hasText: text })

/** Opens an import from its menu and shows what would become of a workbook. */
async function choose(label: string, files: Parameters<ReturnType<Visitor['page']['locator']>['setInputFiles']>[0]) {
  await goWithin(visitor.page, ['/ent/stu', '学生管理'])
  await button(/^导入$/).click()
  await visitor.page.getByRole('menuitem', { name: label, exact: true }).click()
  await shown().getByText('点这里选择 Excel 文件').waitFor()
  await shown().locator('input[type=file]').setInputFiles(files)
  await grid().waitFor()
}

/** Mends all rows that have this problem with a click. */
async function mend(text: string) {
  const before = await count('错误')
  await problem(text)
    .getByRole('button', { name: /^一键修复|^改为/ })
    .click()
  await expect.poll(() => count('错误')).toBeLessThan(before)
}

const newcomers = async (rows: string[][]) => ({
  name: '名单.xlsx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(await writeXlsx({ sheets: [{ name: '名单', rows }] })),
})
const into = (name: string) => shown().getByText(`导入到 ${name}`)
const child = ['司徒小新', '男', '980102201909112810']

/** Writes what is right, and takes all of it back from the last step. */
async function writeAndTakeBack(done: string) {
  const { page, told } = visitor
  await button(/^写入 /).click()
  await page.getByRole('dialog').getByRole('button', { name: '写入' }).click()
  await shown().getByText(done, { exact: true }).waitFor()
  await button('撤销本批').click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
  await told('撤销成功')
  await shown().getByText('这批导入已撤销').waitFor()
  await button('再导入一份').click()
}

const workbooks: { kind: StudentImport; label: string; unit: string; mends: string[] }[] = [
  {
    kind: 'newstu',
    label: '新生信息',
    unit: '名',
    mends: ['关系里没有“父情”', '一年级没有“12班”', '被 Excel 当成了日期', '证件号 校验位不对'],
  },
  {
    kind: 'stu',
    label: '基础信息',
    unit: '名',
    mends: ['没有“河南”这个省级行政区', '“金永区”不在“郑州市”内', '国籍/地区里没有“中国人”'],
  },
  {
    kind: 'ptrtel',
    label: '家长认证电话',
    unit: '个',
    mends: ['关系里没有“父情”', '手机格里只能填号码', '手机前面不用加 0', '姓名与登记的不同'],
  },
  {
    kind: 'stutel',
    label: '学生认证电话',
    unit: '名',
    mends: ['手机格里只能填号码', '一格里有几个号码', '证件号 不是同一名学生'],
  },
  {
    kind: 'wts',
    label: '学生标签',
    unit: '名',
    mends: ['标签“班千部”不存在', '标签“家庭困难”不存在', '方式应为加、减或替换，不是“替代”'],
  },
  {
    kind: 'unit',
    label: '班级调整',
    unit: '名',
    mends: ['一年级没有“12班”', '被 Excel 当成了日期', '年级“七年及”不存在'],
  },
  {
    kind: 'edcunit',
    label: '年级班级',
    unit: '个',
    mends: ['没有校区“本部校去”', '被 Excel 当成了日期', '没有工号或姓名是“901”的员工'],
  },
]

test.each(workbooks)(
  'a workbook of LibreOffice for $label with its errors is mended by a few clicks, written and taken back',
  async ({ kind, label, unit, mends }) => {
    if (kind === 'stu') await bringStudents(await administrator())
    const { add, upd, same, bad, total } = factsOf(kind)
    await choose(label, pathOf(kind))
    const counts = () => Promise.all(['新增', '变更', '相同', '错误', '全部'].map(count))
    await expect.poll(counts).toEqual([add, upd, same, bad, total])
    await button(/^展开其余 \d+ 类问题$/).click()
    for (const text of mends) await mend(text)
    const [added = 0, changed = 0, left = 0, wrong = 0] = await counts()
    expect(added + changed + left + wrong).toBe(total)
    expect(wrong).toBeLessThan(bad - mends.length)
    await writeAndTakeBack(`新增 ${added.toLocaleString('en')} ${unit}，修改 ${changed.toLocaleString('en')} ${unit}`)
    visitor.calm()
  },
)

async function administrator() {
  const { token } = await clientOf(stage.server).call(signin.login, { name: 'school', pwd: 'Campus2026' })
  return clientOf(stage.server, token)
}

test('one wrong cell is mended in its place', async () => {
  const rows = [
    ['学号', '年级', '班级'],
    ['202610101', '一年级', '12班'],
  ]
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: '名单', rows }] }))
  await choose('班级调整', { name: '名单.xlsx', mimeType: 'application/octet-stream', buffer })
  await grid().locator('.sheet-cell.bad').click()
  await button('改为 一年级（2）班').first().click()
  await expect.poll(() => count('错误')).toBe(0)
  await button('重新选择文件').click()
  await shown().getByText('点这里选择 Excel 文件').waitFor()
  visitor.calm()
})

test('a list brought from a class of the unit tree needs no column of classes, tells the class, and keeps it through a reload', async () => {
  const { page, calm } = visitor
  await goWithin(page, ['/ent/edcunit', '年级班级'])
  await shown().locator('.split-side').getByText('一年级', { exact: true }).click()
  await shown().getByRole('button', { name: '一年级（2）班', exact: true }).click()
  await button('导入学生').click()
  await into('一年级（2）班').waitFor()
  await page.reload()
  await into('一年级（2）班').waitFor()
  await shown()
    .locator('input[type=file]')
    .setInputFiles(await newcomers([['姓名', '性别', '证件号'], child]))
  await grid().waitFor()
  expect([await count('新增'), await count('错误')]).toEqual([1, 0])
  await page.goto(`${stage.server.url}/ent/stu/import/newstu`)
  await into('一年级（2）班').waitFor()
  await button('不指定年级班级').click()
  await expect.poll(() => count('错误')).toBe(1)
  expect(await into('一年级（2）班').count()).toBe(0)
  await button('重新选择文件').click()
  await shown().getByText('点这里选择 Excel 文件').waitFor()
  calm()
})

test('a list brought from the class chosen among students goes there, and is for no class once that is taken off', async () => {
  const { page, calm } = visitor
  await goWithin(page, ['/ent/stu', '学生管理'])
  await shown().locator('.split-side').getByText('一年级（2）班', { exact: true }).click()
  await button(/^导入$/)
    .first()
    .click()
  await page.getByRole('menuitem', { name: '新生信息', exact: true }).click()
  await into('一年级（2）班').waitFor()
  await shown()
    .locator('input[type=file]')
    .setInputFiles(
      await newcomers([
        ['姓名', '性别', '证件号', '班级'],
        [...child, ''],
        ['司徒小远', '男', '980102201910112818', '1班'],
      ]),
    )
  await grid().waitFor()
  await shown().getByText('有 1 行有提醒').waitFor()
  await button('重新选择文件').click()
  await button('不指定年级班级').click()
  await shown().getByText('要有这些列：姓名、性别、年级').waitFor()
  expect(new URL(page.url()).search).toBe('')
  calm()
})
