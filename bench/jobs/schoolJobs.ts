import type { Job } from './job.ts'
import { importList } from './importList.ts'
import { menuLink } from '../../e2e/frameParts.ts'

/** Lists the office jobs with students and their families. */
export const schoolJobs: Job[] = [
  {
    name: '改一位家长的手机',
    aim: 5,
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '家长管理'))
      await page.getByPlaceholder('家长、孩子、手机').waitFor()
      await hands.press('/')
      await hands.type('杨刚杰')
      await hands.press('Enter')
      await page.getByText('共 1 条').first().waitFor()
      await hands.click(page.getByRole('button', { name: '改手机' }).first())
      await page.getByLabel('新手机').waitFor()
      await hands.type('10055500001')
      await hands.press('Enter')
      await page.getByText('修改电话号码成功').waitFor()
    },
  },
  {
    name: '列出所有没有家长的孩子',
    aim: 5,
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '学生管理'))
      await hands.click(page.getByRole('button', { name: /^无家长/ }))
      await page
        .getByText(/^共 [\d,]+ 条$/)
        .first()
        .waitFor()
    },
  },
  {
    name: '从 Excel 复制一列标签，贴给 30 名学生',
    aim: 15,
    async walk(hands) {
      const { page } = hands
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      // Copies as from Excel.
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), '班干部\r\n'.repeat(30))
      await hands.click(menuLink(page, '学生管理'))
      await hands.click(page.getByRole('button', { name: '表格编辑' }))
      await hands.click(page.locator('[data-row="0"] [data-col="5"]'))
      await hands.press('Control+v')
      await page.getByText('已修改 30 名学生的标签').waitFor()
    },
  },
  {
    name: '导入 1,000 名新生的名单，能一起改的错误都改好',
    aim: 300,
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '学生管理'))
      await importList(hands, '新生信息', 'newstu-1000.xlsx')
      await page.getByText(/^新增 [\d,]+ 名/).waitFor()
    },
  },
  {
    name: '升级一年，再撤销',
    aim: 120,
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '学年升级'))
      await hands.click(page.getByRole('button', { name: '逐个决定去向' }))
      const away = page.getByRole('dialog', { name: '毕业班里休学的学生' })
      await away.getByRole('listitem').first().waitFor()
      for (const line of await away.getByRole('listitem').all()) {
        await hands.click(line.getByLabel(/的变动$/))
        await hands.click(page.locator('.ant-select-dropdown:visible').getByTitle('毕业', { exact: true }).last())
        await page.locator('.ant-select-dropdown:visible').first().waitFor({ state: 'hidden' })
        await hands.click(line.getByLabel(/的原因$/))
        await hands.type('随班毕业')
      }
      await hands.click(away.getByRole('button', { name: /^保存/ }))
      await page.getByText('可以升级了').waitFor()
      await hands.click(page.getByRole('button', { name: '升级到2027学年' }))
      await page.getByLabel('请输入 2027 以确认').waitFor()
      await hands.type('2027')
      for (const box of await page.getByRole('checkbox', { name: /我确定现在就升级$/ }).all()) await hands.click(box)
      await hands.click(page.getByRole('button', { name: '确认升级' }))
      await page.getByText('已升级到2027学年 · 30 天内可以撤销').waitFor()
      await hands.click(page.getByRole('button', { name: '撤销升级' }))
      const back = page.getByRole('dialog', { name: '撤销升级，回到2026学年' })
      await back.getByText('毕业的学生回到原班').waitFor()
      await hands.click(back.getByRole('button', { name: '撤销升级' }))
      await page.getByText('2026学年 → 2027学年').waitFor()
    },
  },
]
