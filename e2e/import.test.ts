import { readXlsx } from 'hucre/xlsx'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, type Visitor } from './browser.ts'
import { goByMenu, menuLink } from './frameParts.ts'

const fixture = (name: string) => new URL(`../test/fixtures/${name}`, import.meta.url).pathname
const facts = JSON.parse(readFileSync(fixture('staff-2000.json'), 'utf8'))

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function openImport() {
  const visitor = await stage.arrive('/ent/emp/import', 'school')
  await visitor.page.getByText('点这里选择 Excel 文件').waitFor()
  return visitor
}

const choose = ({ page }: Visitor, name: string) => page.locator('input[type=file]').setInputFiles(fixture(name))
const tab = ({ page }: Visitor, name: string) => page.locator('.ant-segmented-item', { hasText: name })
const grid = ({ page }: Visitor) => page.getByRole('grid', { name: '导入的行' })
const count = async (visitor: Visitor, name: string) => Number((await tab(visitor, name).innerText()).replace(/\D/g, ''))
const cell = (visitor: Visitor, row: number, text: string) =>
  grid(visitor).locator(`[aria-rowindex="${row}"]`).getByRole('gridcell', { name: text, exact: true })

test('two thousand people with 25 kinds of errors are imported, mended, written, one is found, and the batch is taken back', async () => {
  const visitor = await openImport()
  const { page, calm } = visitor
  await choose(visitor, 'staff-2000.xlsx')
  await grid(visitor).waitFor()
  await expect.poll(() => count(visitor, '错误')).toBe(facts.bad)

  // Repairs all equal ones at once.
  await page.getByRole('button', { name: /^展开其余 \d+ 类问题$/ }).click()
  const alike = page
    .getByRole('listitem')
    .filter({ hasText: '校验位不对' })
    .getByRole('button', { name: /^一键修复/ })
  const repaired = Number((await alike.innerText()).replace(/\D/g, ''))
  expect(repaired).toBeGreaterThan(5)
  await alike.click()
  await expect.poll(() => count(visitor, '错误')).toBe(facts.bad - repaired)

  // Repairs one cell by its proposal, one by typing, a block by pasting.
  const before = await count(visitor, '错误')
  await grid(visitor).locator('.sheet-cell.bad', { hasText: '教务出' }).first().click()
  await page.getByRole('button', { name: /^改为 教务处/ }).click()
  await expect.poll(() => count(visitor, '错误')).toBe(before - 1)
  await tab(visitor, '全部').click()
  await cell(visitor, 4, '男')
    .or(cell(visitor, 4, '女'))
    .click()
  await page.keyboard.press('End')
  await page.keyboard.type('打字填写')
  await page.keyboard.press('Enter')
  await cell(visitor, 4, '打字填写').waitFor()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '粘贴甲\n粘贴乙\n')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await cell(visitor, 6, '粘贴乙').waitFor()

  // Checks that a closed window loses nothing.
  await page.reload()
  await cell(visitor, 6, '粘贴乙').or(tab(visitor, '全部')).first().waitFor()
  await tab(visitor, '全部').click()
  await cell(visitor, 6, '粘贴乙').waitFor()
  await grid(visitor).locator('[aria-rowindex="7"]').getByRole('button', { name: '排除' }).click()
  await expect.poll(() => count(visitor, '已排除')).toBe(1)
  const [added, wrong] = [await count(visitor, '新增'), await count(visitor, '错误')]
  expect(added + wrong + 1).toBe(facts.total)

  await page.getByRole('button', { name: /^写入 / }).click()
  await page.getByRole('dialog').getByRole('button', { name: '写入' }).click()
  await page.getByText(new RegExp(`^新增 ${added.toLocaleString('en')} 人`)).waitFor()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载未导入的/ }).click()
  const { sheets } = await readXlsx(readFileSync(await (await downloaded).path()))
  expect(sheets[0]?.rows.length).toBe(wrong + 2)

  await page.getByRole('button', { name: '查看员工' }).click()
  await page.getByLabel('姓名、拼音、工号、手机').fill(facts.known.name)
  await page.getByRole('link', { name: facts.known.name, exact: true }).waitFor()

  await goByMenu(page, '导入记录')
  await page
    .getByRole('row', { name: /staff-2000/ })
    .getByRole('button', { name: '撤销' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
  await page.getByRole('row', { name: /staff-2000.*已撤销/ }).waitFor()
  await menuLink(page, '员工管理').click()
  await page.getByText('没有符合条件的记录').waitFor()
  calm()
})

test('titles that are not quite known are asked about once, and the template can be downloaded', async () => {
  const visitor = await openImport()
  const { page, calm } = visitor
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载模板' }).click()
  expect((await downloaded).suggestedFilename()).toBe('员工导入模板.xlsx')
  await choose(visitor, 'staff-hard.xlsx')
  await page.getByText('请核对', { exact: true }).waitFor()
  await page.getByRole('button', { name: '下一步：核对' }).click()
  await grid(visitor).waitFor()
  await page.getByRole('button', { name: '重新选择文件' }).click()
  await page.getByText('点这里选择 Excel 文件').waitFor()
  await choose(visitor, 'renamed.xlsx')
  await page
    .getByText('文件已损坏或不是所标的类型')
    .or(page.getByText(/网页|不是/))
    .first()
    .waitFor()
  calm()
})
