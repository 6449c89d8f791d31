import type { Job } from './job.ts'

/** Lists the office jobs with roles and rights. */
export const rightsJobs: Job[] = [
  {
    name: '给班主任她的班级',
    aim: 20,
    async walk(hands) {
      const { page } = hands
      await hands.goByMenu('数据权限')
      await hands.click(page.getByText('按班级和部门'))
      for (const name of ['小学部', '二年级'])
        await hands.click(page.locator('.ant-tree-treenode').filter({ hasText: name }).first().locator('.ant-tree-switcher'))
      await hands.click(page.locator('.ant-tree-title').getByText('二年级（1）班'))
      await hands.click(page.getByRole('button', { name: '添加班主任' }).first())
      await page.getByRole('dialog').getByPlaceholder('姓名、拼音、工号或手机后四位').waitFor()
      await hands.type('曹静')
      await page.getByRole('dialog').locator('.table-row').filter({ hasText: '曹静' }).first().waitFor()
      await page.getByRole('dialog').locator('.table-row').nth(5).waitFor({ state: 'hidden' })
      await hands.press('Enter')
      await hands.click(page.getByRole('button', { name: '添加 1 人' }))
      await page.getByText('设置成功').waitFor()
    },
  },
  {
    name: '查出一个人为什么看得到一条记录',
    aim: 15,
    async walk(hands) {
      const { page } = hands
      await hands.goByMenu('权限解释')
      await page.getByPlaceholder('姓名、拼音、工号').waitFor()
      await hands.press('/')
      await hands.type('gh')
      await hands.click(page.locator('.choice-list').getByText('郭慧', { exact: true }))
      await hands.click(page.getByRole('combobox', { name: '模块' }))
      await hands.type('员工管理')
      await hands.click(page.locator('.ant-select-item').filter({ hasText: '员工管理' }).last())
      await hands.click(page.getByRole('combobox', { name: '记录类型' }))
      await hands.click(page.locator('.ant-select-item').filter({ hasText: '员工' }).last())
      await hands.click(page.getByRole('combobox', { name: '记录', exact: true }))
      await hands.type('曹静')
      await hands.click(page.locator('.ant-select-item').filter({ hasText: '曹静' }).last())
      await page.getByText('在范围内').first().waitFor()
    },
  },
  {
    name: '去掉一个人的一项操作',
    aim: 15,
    async walk(hands) {
      const { page } = hands
      await hands.goByMenu('个人权限调整')
      await page.getByPlaceholder('姓名、拼音、工号').waitFor()
      await hands.press('/')
      await hands.type('gh')
      await hands.click(page.locator('.choice-list').getByText('郭慧', { exact: true }))
      await hands.click(
        page
          .getByRole('gridcell', { name: /^员工组 详情/ })
          .or(page.getByRole('button', { name: /^员工组 详情/ }))
          .last(),
      )
      await hands.click(page.getByRole('button', { name: '保存', exact: true }))
      await page.getByText('设置成功').waitFor()
    },
  },
]
