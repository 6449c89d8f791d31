import type { Page } from 'playwright-core'
import { stu } from '#features/ent/stu/stu.contract.ts'
import type { Client } from '../test/harness.ts'
import { pathOf } from '../test/studentWorkbooks.ts'

type Moment = {
  /** What its picture is called. */
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
  await page.getByRole('button', { name: stuName, exact: true }).first().click()
  await page.getByRole('dialog').getByText('所在班级').first().waitFor()
  return stuNo
}

/** Moments in the middle of a job that the manual shows, besides the pages as they open. */
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
      await page.locator('.row-grid-cell.bad').first().click()
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
    name: 'resource-home',
    who: 'teacher',
    path: '/resource/home',
    reach: (page) => page.locator('main').getByText('荷塘月色').first().waitFor(),
  },
]
