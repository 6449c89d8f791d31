import type { Job } from './job.ts'
import { menuLink } from '../../e2e/frameParts.ts'

const eight = [
  ['单行文字', '学生姓名'],
  ['单选', '是否参加'],
  ['下拉', '社团'],
  ['电话', '联系电话'],
  ['数字', '年龄'],
  ['日期', '开始日期'],
  ['多行文字', '特长'],
  ['手写签名', '家长签名'],
] as const

/** Lists the desk jobs besides students and colleagues: forms, meetings, visits. */
export const officeJobs: Job[] = [
  {
    name: '设计并发布八个字段的表单',
    aim: 180,
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '表单模板'))
      await hands.click(page.getByRole('button', { name: /^信息采集/ }))
      await hands.click(page.getByRole('button', { name: '新建模板' }))
      await page.getByRole('dialog', { name: '新建模板' }).getByLabel('模板名称').waitFor()
      await hands.type('社团报名表')
      await hands.press('Enter')
      await page.getByText('把左侧控件拖到这里，或按 / 搜索控件').waitFor()
      for (const [control, called] of eight) {
        await hands.click(page.getByRole('button', { name: control, exact: true }))
        await page.getByRole('button', { name: new RegExp(`^第 \\d+ 项，${control}，`) }).waitFor()
        await hands.type(called)
        await hands.press('Enter')
        await page.getByRole('button', { name: new RegExp(`^第 \\d+ 项，${called}，`) }).waitFor()
      }
      await hands.click(page.getByRole('button', { name: '发布', exact: true }))
      await hands.click(page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }))
      await page.getByText('发布成功').waitFor()
    },
  },
  {
    name: '召集一个部门三十多人的会议',
    aim: 120,
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '会议管理'))
      await hands.click(page.getByRole('button', { name: '起草会议' }))
      const form = page.getByRole('dialog', { name: '起草会议' })
      await form.locator('input:focus').waitFor()
      await hands.type('学科组长会')
      await hands.click(form.getByLabel('地点'))
      await hands.type('报告厅')
      await hands.click(form.getByRole('button', { name: '选择员工' }))
      const picker = page.getByRole('dialog', { name: '选择参会人员' })
      await hands.click(picker.getByRole('treeitem', { name: '教务处' }))
      await hands.click(picker.getByRole('checkbox', { name: /^全选 \d+ 人$/ }))
      await hands.click(picker.getByRole('button', { name: /^添加 \d+ 人$/ }))
      await form.getByText(/^已选 3\d 人$/).waitFor()
      await hands.click(form.getByRole('button', { name: '起草', exact: true }))
      await hands.click(page.getByRole('button', { name: '发布', exact: true }))
      await hands.click(page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }))
      await page.getByText('会议发布成功').waitFor()
    },
  },
  {
    name: '找到上学年的一个课件',
    aim: 10,
    user: 'teacher',
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '资源管理'))
      await hands.click(page.getByRole('link', { name: '资源中心' }))
      await hands.click(page.getByRole('treeitem').getByText('数学', { exact: true }))
      await hands.click(page.getByRole('button', { name: '筛选' }))
      await hands.click(page.getByRole('combobox', { name: '学年' }))
      await hands.click(page.locator('.ant-select-item').getByText('上学年'))
      await page.getByText('共 2 个资源').waitFor()
      // Closes the filters, which lie over the first rows.
      await hands.press('Escape')
      await hands.click(page.getByRole('link', { name: /一次函数的图象/ }))
      await page.getByRole('img', { name: '一次函数的图象.png' }).waitFor()
    },
  },
  {
    name: '给一个班的家长发一条要回执的通知',
    aim: 30,
    user: 'teacher',
    async walk(hands) {
      const { page } = hands
      await hands.click(page.getByRole('main').getByRole('button', { name: '发通知' }))
      const form = page.getByRole('dialog', { name: '发通知' })
      await form.getByText(/会发给 \d+ 位家长/).waitFor()
      await hands.type('周五家长会')
      await hands.click(form.getByRole('radio', { name: '选择回执' }))
      await form.getByLabel('回执选项').waitFor()
      await hands.press('Tab')
      for (const choice of ['参加', '不参加']) {
        await hands.type(choice)
        await hands.press('Enter')
      }
      await hands.click(form.getByRole('button', { name: /^发送给/ }))
      await page.getByText(/已发给 \d+ 人/).waitFor()
    },
  },
  {
    name: '把一张表单发给一个班的家长填',
    aim: 60,
    user: 'teacher',
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '收集'))
      await hands.click(page.getByRole('button', { name: '发起收集' }).first())
      const form = page.getByRole('dialog', { name: '发起收集' })
      await hands.click(form.getByRole('combobox', { name: '表单模板' }))
      await hands.click(page.locator('.ant-select-item-option').filter({ hasText: '家庭情况登记' }))
      await hands.click(form.getByRole('button', { name: '添加接收人' }))
      await hands.click(page.getByRole('menuitem', { name: '班级的家长' }))
      const units = page.getByRole('dialog', { name: '选择班级，发给学生的家长' })
      await hands.click(units.getByRole('treeitem').last())
      await hands.click(units.getByRole('button', { name: /^添加/ }))
      await form.getByText(/请\d+ 名学生的家长填写/).waitFor()
      await hands.click(form.getByRole('button', { name: /^发给 \d+ 人填写$/ }))
      await page.getByText(/已发给 \d+ 人填写/).waitFor()
    },
  },
  {
    name: '家长在手机上填一张表单',
    aim: 30,
    notice: '请填写：秋季学期家庭情况登记',
    async walk(hands) {
      const { page } = hands
      await hands.click(page.getByRole('button', { name: '打开通知' }))
      await hands.click(page.getByRole('link', { name: '去填写' }))
      await hands.click(page.getByText('家长接送', { exact: true }))
      await hands.click(page.getByLabel('紧急联系电话'))
      await hands.type('13900001234')
      await hands.click(page.getByLabel('身高（厘米）'))
      await hands.type('138')
      await hands.click(page.getByText('书法', { exact: true }))
      await hands.click(page.getByRole('button', { name: '提交' }))
      await page.getByText(/已提交，还可以修改/).waitFor()
    },
  },
  {
    name: '三个审批',
    aim: 30,
    user: 'teacher',
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '审批'))
      // Decides what guardians of the class have handed in, each by its title, 同意 and once more 同意.
      const waiting = page.locator('.table-row').filter({ hasText: '的学生请假' })
      for (const _ of ['一', '二', '三']) {
        const first = waiting.first()
        await first.waitFor()
        const left = await waiting.count()
        await hands.click(first.getByRole('link').or(first.getByRole('button')).first())
        await hands.click(page.getByRole('button', { name: '同意', exact: true }))
        await hands.click(page.getByRole('dialog', { name: '同意申请' }).getByRole('button', { name: '同意', exact: true }))
        await page.getByText('已同意').first().waitFor()
        await page.goBack()
        await waiting.nth(left - 1).waitFor({ state: 'detached' })
      }
    },
  },
  {
    name: '登记一位访客',
    aim: 40,
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '访客记录'))
      await hands.click(page.getByRole('button', { name: '新建来访' }))
      const form = page.getByRole('dialog', { name: '新建来访' })
      await form.getByLabel('姓名').waitFor()
      await form.locator('input:focus').waitFor()
      await hands.type('路远')
      await hands.press('Tab')
      await hands.type('13700001234')
      for (const _ of ['身份证号', '事由']) await hands.press('Tab')
      await hands.type('送教材样书')
      await hands.press('Tab')
      await hands.type('曹静')
      await form.getByRole('option', { name: /^曹静/ }).first().waitFor()
      await hands.press('Enter')
      await hands.click(form.getByRole('button', { name: '新建', exact: true }).first())
      await page.getByText('新建成功').waitFor()
    },
  },
]
