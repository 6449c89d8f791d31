import type { Page } from 'playwright-core'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import type { Client } from '../test/support/harness.ts'
import { pathOf } from '../test/support/studentWorkbooks.ts'

type Moment = {
  /** Names its picture. */
  name: string
  who: 'school' | 'teacher'
  path: string
  /** Brings the page to where it is photographed; `client` makes calls as the same person. */
  reach: (page: Page, client: Client) => Promise<unknown>
}

/** Finds a pupil of the list, and opens the details beside it. */
async function openPupil(page: Page, client: Client) {
  const { datas } = await client.call(stu.getpage, { pageSize: 1 })
  const { stuNo, stuName } = datas[0] ?? { stuNo: '', stuName: '' }
  await page.getByLabel('姓名、拼音、学号、手机、身份证号').fill(stuName)
  await page.getByRole('link', { name: stuName, exact: true }).first().click()
  await page.locator('.ant-drawer').getByText('所在班级').first().waitFor()
  return stuNo
}

const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

async function someTeacher(client: Client) {
  const { datas } = await client.call(emp.getpage, { pageSize: 5 })
  return datas.at(-1)?.empNo ?? ''
}

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
    name: 'resource-home',
    who: 'teacher',
    path: '/resource/home',
    reach: (page) => page.locator('main').getByText('荷塘月色').first().waitFor(),
  },
]
