import type { Page } from 'playwright-core'
import type { Client, TestServer } from '../test/support/harness.ts'
import { noticeLinks } from '../test/support/noticeLinks.ts'
import { phone, type Size } from './browser.ts'

export type Moment = {
  /** Names its picture. */
  name: string
  who: 'school' | 'teacher'
  path: string
  /** Sets another size than that of a desk. */
  size?: Size
  /** Brings the page to where it is photographed; `client` makes calls as the same person. */
  reach: (page: Page, client: Client, server: TestServer) => Promise<unknown>
}

/** Opens another page of the same server. */
export const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

/** Opens the notice of this title as the first guardian who has not answered. */
export async function openNotice(page: Page, server: TestServer, title: string) {
  await goTo(page, (await noticeLinks(server, title))[0]?.link ?? '')
  await page.getByRole('button', { name: '打开通知' }).click()
}

/** Lists moments of forms that are handed out, answered and approved. */
export const officeMoments: Moment[] = [
  {
    name: 'moment-asked',
    who: 'teacher',
    path: '/ent/hnd',
    async reach(page) {
      await page.getByRole('link', { name: '秋季学期家庭情况登记' }).click()
      await page.getByText(/^未填 \d+$/).waitFor()
    },
  },
  {
    name: 'moment-asked',
    who: 'school',
    path: '/ent/msg',
    size: phone,
    async reach(page, _, server) {
      await openNotice(page, server, '请填写：秋季学期家庭情况登记')
      await page.getByRole('link', { name: '去填写' }).click()
      await page.getByRole('button', { name: '提交' }).waitFor()
    },
  },
  {
    name: 'moment-link',
    who: 'school',
    path: '/ent/hnd',
    async reach(page) {
      await page.getByRole('link', { name: '校园开放日报名' }).click()
      await page.getByRole('button', { name: '复制链接' }).waitFor()
    },
  },
  {
    name: 'moment-statistics',
    who: 'teacher',
    path: '/ent/hnd',
    async reach(page) {
      await page.getByRole('link', { name: '家校满意度调查' }).click()
      await page.getByRole('tab', { name: '统计' }).click()
      await page
        .getByText(/^平均 /)
        .first()
        .waitFor()
    },
  },
  {
    name: 'moment-approved',
    who: 'school',
    path: '/ent/hnd?mineFlag=0',
    async reach(page) {
      await page.getByRole('link', { name: '本学期公开课申报' }).click()
      await page.getByRole('link', { name: '待审批' }).or(page.getByText('待审批')).first().waitFor()
    },
  },
  {
    name: 'moment-apply',
    who: 'school',
    path: '/ent/msg',
    size: phone,
    async reach(page, _, server) {
      await openNotice(page, server, '社会实践活动告知书')
      await page.getByRole('link', { name: /请假或申请$/ }).click()
      await page.getByRole('button', { name: /^学生请假/ }).click()
      await page.getByRole('button', { name: '提交' }).waitFor()
    },
  },
  {
    name: 'moment-process',
    who: 'school',
    path: '/user/tsk',
    async reach(page) {
      await page
        .getByRole('link', { name: /的请假$/ })
        .or(page.getByRole('button', { name: /的请假$/ }))
        .first()
        .click()
      await page.getByRole('button', { name: '同意' }).waitFor()
    },
  },
  {
    name: 'moment-condition',
    who: 'school',
    path: '/ent/bill',
    async reach(page) {
      await page.getByText('家校满意度调查').first().click()
      await page.getByRole('button', { name: /，哪里需要改进，/ }).click()
      await page.getByText('任一满足').scrollIntoViewIfNeeded()
    },
  },
]
