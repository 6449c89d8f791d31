import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, type Visitor } from './browser.ts'
import { goWithin } from './pages.ts'

const fixture = (name: string) => new URL(`../test/fixtures/${name}`, import.meta.url).pathname
const facts: { total: number; bad: number } = JSON.parse(readFileSync(fixture('newstu-1000.json'), 'utf8'))

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await stage.visit('/ent/stu')
  await visitor.signIn('school')
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
  await button(/导入 down/).click()
  await visitor.page.getByRole('menuitem', { name: label, exact: true }).click()
  await shown().getByText('点这里选择工作簿').waitFor()
  await shown().locator('input[type=file]').setInputFiles(files)
  await grid().waitFor()
}

async function chooseRows(label: string, rows: string[][]) {
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: '名单', rows }] }))
  await choose(label, { name: '名单.xlsx', mimeType: 'application/octet-stream', buffer })
}

/** Writes what is right, and takes all of it back from the last step. */
async function writeAndTakeBack(done: RegExp) {
  const { page, told } = visitor
  await button(/^写入 /).click()
  const asked = page.getByRole('dialog').getByRole('button', { name: '写入' })
  await asked.or(shown().getByText(done)).first().waitFor()
  if (await asked.isVisible()) await asked.click()
  await shown().getByText(done).waitFor()
  await button('撤销本批').click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
  await told('撤销成功')
  await shown().getByText('这批导入已撤销').waitFor()
  await button('再导入一份').click()
}

test('a thousand new students of LibreOffice with 32 kinds of errors are mended by a few clicks, written and taken back', async () => {
  await choose('新生信息', fixture('newstu-1000.xlsx'))
  await expect.poll(() => count('错误')).toBe(facts.bad)
  await button(/^展开其余 \d+ 类问题$/).click()
  for (const text of ['民族里没有“汉”', '关系里没有“父情”', '性别应为男或女，不是“男生”']) {
    const before = await count('错误')
    await problem(text)
      .getByRole('button', { name: /^一键修复|^改为/ })
      .click()
    await expect.poll(() => count('错误')).toBeLessThan(before)
  }
  await problem('一年级没有“12班”')
    .getByRole('button', { name: /^一键修复/ })
    .click()
  await problem('被 Excel 当成了日期')
    .getByRole('button', { name: /^一键修复/ })
    .click()
  await problem('证件号 校验位不对')
    .getByRole('button', { name: /^一键修复/ })
    .click()
  await expect.poll(() => count('错误')).toBeLessThan(facts.bad - 60)
  expect((await count('新增')) + (await count('错误'))).toBe(facts.total)
  const added = await count('新增')
  await writeAndTakeBack(new RegExp(`^新增 ${added.toLocaleString('en')} 名，修改 0 名$`))
  visitor.calm()
})

test('facts, phones, labels and classes of students come in from lists of a few columns', async () => {
  const lists: [label: string, rows: string[][]][] = [
    [
      '基础信息',
      [
        ['学号', '民族', '备注'],
        ['202610101', '回族', '导入的备注'],
      ],
    ],
    [
      '学生认证电话',
      [
        ['学号', '手机'],
        ['202610101', '10900000001'],
      ],
    ],
    [
      '家长认证电话',
      [
        ['学号', '家长姓名', '关系', '手机'],
        ['202610101', '赵新梅', '姑姑', '10900000002'],
      ],
    ],
    [
      '学生标签',
      [
        ['学号', '标签', '方式'],
        ['202610101', '班干部', '加'],
      ],
    ],
    [
      '班级调整',
      [
        ['学号', '班级', '原因'],
        ['202610101', '一年级2班', '重新分班'],
      ],
    ],
  ]
  for (const [label, rows] of lists) {
    await chooseRows(label, rows)
    await expect.poll(async () => (await count('变更')) + (await count('新增'))).toBe(1)
    await writeAndTakeBack(label === '家长认证电话' ? /^新增 1 个，修改 0 个$/ : /^新增 0 名，修改 1 名$/)
  }
  await chooseRows('班级调整', [
    ['学号', '年级', '班级'],
    ['202610101', '一年级', '12班'],
  ])
  await grid().locator('.row-grid-cell.bad').click()
  await button('改为 一年级（2）班').first().click()
  await expect.poll(() => count('错误')).toBe(0)
  await button('重新选择文件').click()
  await shown().getByText('点这里选择工作簿').waitFor()
  visitor.calm()
})

test('classes come in from a list, below the only campus, and are gone after taking it back', async () => {
  await chooseRows('教育单元', [
    ['学段', '年级', '班级', '班主任工号'],
    ['初中', '初一', '7', '1001'],
    ['高中', '2026', '1', ''],
    ['初中', '七年级', '1', ''],
  ])
  await expect.poll(async () => [await count('新增'), await count('相同')]).toEqual([2, 1])
  await writeAndTakeBack(/^新增 2 个，修改 0 个$/)
  await goWithin(visitor.page, ['/ent/edcunit', '教育单元'])
  await visitor.page.getByText('共 21 个班级').waitFor()
  visitor.calm()
})
