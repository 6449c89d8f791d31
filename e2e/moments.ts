import type { Page } from 'playwright-core'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import type { Client } from '../test/support/harness.ts'
import { phone } from './browser.ts'
import { goTo, type Moment, officeMoments, openNotice } from './officeMoments.ts'
import { pathOf } from '../test/support/studentWorkbooks.ts'

/** Finds a pupil of the list, and opens the details beside it. */
async function openPupil(page: Page, client: Client) {
  const { datas } = await client.call(stu.getpage, { pageSize: 1 })
  const { stuNo, stuName } = datas[0] ?? { stuNo: '', stuName: '' }
  await page.getByLabel('姓名、拼音、学号、手机、身份证号').fill(stuName)
  await page.getByRole('link', { name: stuName, exact: true }).first().click()
  await page.locator('.ant-drawer').getByText('所在班级').first().waitFor()
  return stuNo
}

async function someTeacher(client: Client) {
  const { datas } = await client.call(emp.getpage, { pageSize: 5 })
  return datas.at(-1)?.empNo ?? ''
}

/** Returns the name of the picture of a moment. */
export const momentPicture = ({ name, size }: Pick<Moment, 'name' | 'size'>) => `${name}-${size?.width ?? 1440}`

/** Lists moments in the middle of a job that the manual shows, besides the pages as they open. */
export const moments: Moment[] = [
  { name: 'moment-student', who: 'school', path: '/ent/stu', reach: openPupil },
  {
    name: 'moment-history',
    who: 'school',
    path: '/ent/stu',
    async reach(page, client) {
      const rem = '9 月起参加校合唱团'
      await client.call(stu.update, { stuNo: await openPupil(page, client), rem })
      await page.getByRole('tab', { name: '历史' }).click()
      await page.getByText(rem).first().waitFor()
    },
  },
  {
    name: 'moment-import',
    who: 'school',
    path: '/ent/stu/import/newstu',
    async reach(page) {
      await page.locator('input[type=file]').setInputFiles(pathOf('newstu'))
      await page.locator('.sheet-cell.bad').first().click()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'moment-undo',
    who: 'school',
    path: '/ent/stuptr',
    async reach(page) {
      await page
        .getByRole('checkbox', { name: /：可接送$/ })
        .first()
        .click()
      await page.getByRole('region', { name: '撤销提示' }).waitFor()
    },
  },
  {
    name: 'moment-operations',
    who: 'school',
    path: '/ent/history',
    async reach(page, client) {
      const { orgNo } = await client.call(org.create, { orgName: '校史编写组' })
      await client.call(org.update, { orgNo, orgName: '校史办公室', tel: '01062345678' })
      await page.reload()
      await page.getByRole('row').filter({ hasText: '修改' }).first().getByRole('button', { name: /^展开/ }).click()
      await page.getByText('01062345678').first().waitFor()
    },
  },
  {
    name: 'moment-exceptions',
    who: 'school',
    path: '/ent/emppwr',
    async reach(page, client) {
      await goTo(page, `/ent/emppwr?empNo=${await someTeacher(client)}`)
      await page.getByText('点一下格子').waitFor()
    },
  },
  {
    name: 'moment-reason',
    who: 'school',
    path: '/ent/reason',
    async reach(page, client) {
      await goTo(page, `/ent/reason?empNo=${await someTeacher(client)}`)
      await page.getByRole('combobox', { name: '模块' }).fill('学生管理')
      await page.getByTitle('学生管理', { exact: true }).last().click()
      await page.locator('.why').waitFor()
    },
  },
  {
    name: 'moment-inbox',
    who: 'teacher',
    path: '/message/index',
    async reach(page) {
      await page.getByText('元旦文艺汇演节目报名').first().click()
      await page.getByRole('button', { name: '提交回执' }).waitFor()
    },
  },
  {
    name: 'moment-notice',
    who: 'school',
    path: '/ent/msg?new=1',
    async reach(page) {
      const form = page.getByRole('dialog', { name: '发通知' })
      await form.getByRole('button', { name: '添加接收人' }).click()
      await page.getByRole('menuitem', { name: '全体员工' }).click()
      await form.getByLabel('标题').fill('周五全体会议改到 15:30')
      await form.getByLabel('内容').fill('各位老师：\n\n因消防演练，本周五全体会议改到 **15:30**，地点不变。')
      await form.getByText(/会发给/).waitFor()
    },
  },
  {
    name: 'moment-readers',
    who: 'school',
    path: '/ent/msg',
    async reach(page) {
      await page.getByRole('link', { name: '元旦文艺汇演节目报名' }).first().click()
      await page.getByRole('complementary').getByText('已回应', { exact: true }).waitFor()
    },
  },
  {
    name: 'moment-events',
    who: 'school',
    path: '/ent/msg',
    async reach(page) {
      await page.getByRole('button', { name: '更多', exact: true }).first().click()
      await page.getByRole('menuitem', { name: '事件提醒' }).click()
      await page.getByRole('switch').first().waitFor()
    },
  },
  {
    name: 'moment-wishes',
    who: 'teacher',
    path: '/profile/index?tab=wishes',
    reach: (page) => page.getByRole('switch').first().waitFor(),
  },
  {
    name: 'moment-channel',
    who: 'school',
    path: '/ent/chn',
    async reach(page) {
      await page.getByRole('button', { name: '去设置' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: '测试' }).waitFor()
    },
  },
  {
    name: 'moment-guardian',
    who: 'school',
    path: '/ent/msg',
    size: phone,
    async reach(page, client, server) {
      const { datas } = await client.call(stu.getpage, { rollFlag: '1', noPtr: '0', pageSize: 1 })
      const scope = [{ kind: 'unit' as const, no: datas[0]?.unitNo ?? '' }]
      const body = '各位家长：\n\n下周三去**植物园**秋游，早上 8:00 在校门口集合，下午 4:00 回校。请选择孩子是否参加。'
      await client.call(msg.send, { title: '秋游报名', body, need: '3', choices: ['参加', '不参加'], scope })
      await openNotice(page, server, '秋游报名')
      await page.getByRole('button', { name: '提交回执' }).waitFor()
    },
  },
  ...officeMoments,
  {
    name: 'moment-erasure',
    who: 'school',
    path: '/ent/erasure',
    async reach(page) {
      await page.getByRole('button', { name: '抹除个人信息' }).first().click()
      await page.getByRole('combobox', { name: '抹除谁' }).click()
      await page.locator('.ant-select-item-option').first().click()
      await page.getByText(/会抹掉姓名/).waitFor()
    },
  },
  {
    name: 'resource-home',
    who: 'teacher',
    path: '/resource/home',
    reach: (page) => page.locator('main').getByText('荷塘月色').first().waitFor(),
  },
]
