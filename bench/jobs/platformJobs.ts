import type { Job } from './job.ts'
import { menuLink } from '../../e2e/frameParts.ts'

/** Lists the jobs of the platform's operators. */
export const platformJobs: Job[] = [
  {
    name: '新建一所学校和它的管理员',
    aim: 60,
    user: 'platform',
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '企业管理'))
      await hands.click(page.getByRole('button', { name: '新建企业' }).first())
      await page.getByLabel('单位名称').waitFor()
      await page.getByRole('radio', { name: '学校' }).waitFor()
      await hands.type('云溪实验小学')
      await hands.click(page.getByLabel('联系电话'))
      await hands.type('03108888666')
      await hands.click(page.getByLabel('管理员姓名'))
      await hands.type('方校长')
      await hands.press('Tab')
      await hands.type('15700000001')
      await hands.press('Enter')
      await page.getByText('初始密码只显示这一次').waitFor()
    },
  },
  {
    name: '给二十家企业改一个参数',
    aim: 20,
    user: 'platform',
    async walk(hands) {
      const { page } = hands
      await hands.goByMenu('参数设置')
      await hands.click(page.getByText('按参数'))
      await hands.click(page.getByRole('button', { name: '导出带水印行' }).first())
      await hands.click(page.getByRole('button', { name: '批量设置' }))
      const dialog = page.getByRole('dialog')
      // Makes two districts of eleven schools each.
      for (const district of ['第 432', '第 433']) {
        await hands.click(dialog.getByPlaceholder('企业名称或编号'))
        await dialog.getByPlaceholder('企业名称或编号').clear()
        await hands.type(district)
        await dialog.getByText('全选 11 个').waitFor()
        await dialog.locator('.table-row').first().filter({ hasText: district }).waitFor()
        await hands.click(dialog.getByText('全选 11 个'))
      }
      await hands.click(dialog.getByRole('radio', { name: '否' }))
      await hands.click(dialog.getByRole('button', { name: '设置 22 个企业' }))
      await page.getByText('添加成功').waitFor()
    },
  },
  {
    name: '打开 5,000 家企业的树',
    aim: 1,
    user: 'platform',
    async walk(hands) {
      await hands.click(menuLink(hands.page, '企业管理'))
      await hands.page.getByRole('treeitem').nth(3).waitFor()
    },
  },
  {
    name: '在 5,000 家企业里找到一家',
    aim: 3,
    user: 'platform',
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '企业管理'))
      await page.getByRole('treeitem').nth(3).waitFor()
      await hands.press('/')
      await hands.type('d4321xx')
      await page.getByRole('link', { name: '第 4321 小学', exact: true }).waitFor()
    },
  },
]
