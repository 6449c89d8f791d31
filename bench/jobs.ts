import { openServices } from '../test/support/services.ts'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { makeApp } from '#app/server/app.ts'
import { usualRates } from '#server/http/rateLimits.ts'
import { knownEnterprises } from '#app/server/demo/enterprises.ts'
import { keepDemoFiles } from '#app/server/demo/files/demoFiles.ts'
import { seedDatabase } from '#app/server/seed.ts'
import { noticeAddress } from '#domain/messages/delivery/noticeLink.ts'
import { connectOwner, prepareDatabase } from '#server/process/migrate.ts'
import { makeSecret, type Secret } from '#server/database/secret.ts'
import { openBrowser, signIn } from './browser.ts'
import { seedManyEnterprises } from '../test/support/manyEnterprises.ts'
import { testKey } from '../test/support/world.ts'
import { Hands } from './jobs/hands.ts'
import { KeyboardHands } from './jobs/keyboardHands.ts'
import type { Job } from './jobs/job.ts'
import { importList } from './jobs/importList.ts'
import { officeJobs } from './jobs/officeJobs.ts'
import { benchPostgres } from './postgres.ts'
import { platformJobs } from './jobs/platformJobs.ts'
import { portalJobs, worksOfTeacher } from './jobs/portalJobs.ts'
import { rightsJobs } from './jobs/rightsJobs.ts'
import { schoolJobs } from './jobs/schoolJobs.ts'
import { menuLink } from '../e2e/frameParts.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const openEmployees = (hands: Hands) => hands.click(menuLink(hands.page, '员工管理'))

/**
 * Lists the jobs of an office's day; each begins at the dashboard and ends when the page says that it is done. The last one changes
 * how many people there are, which the others count on.
 */
const jobs: Job[] = [
  {
    name: '按姓名首字母找到一个人',
    aim: 3,
    async walk(hands) {
      await openEmployees(hands)
      await hands.page.getByPlaceholder('姓名、拼音、工号、手机').waitFor()
      await hands.press('/')
      await hands.type('cj')
      await hands.page.locator('.table-row').first().filter({ hasText: '曹静' }).waitFor()
      await hands.page.getByText('共 56 条').first().waitFor({ state: 'hidden' })
    },
  },
  {
    name: '改一名同事的手机',
    aim: 5,
    async walk(hands) {
      const { page } = hands
      await openEmployees(hands)
      await page.getByPlaceholder('姓名、拼音、工号、手机').waitFor()
      await hands.press('/')
      await hands.type('吴慧霞')
      await hands.press('Enter')
      await page.getByText('共 1 条').first().waitFor()
      await hands.click(row(page, '吴慧霞').getByRole('button', { name: /更多/ }))
      await hands.click(page.getByRole('menuitem', { name: '改手机' }))
      await page.getByLabel('新手机').waitFor()
      await hands.type('10012345678')
      await hands.press('Enter')
      await page.getByText('修改电话号码成功').waitFor()
    },
  },
  {
    name: '把五个人调到另一个部门',
    aim: 15,
    async walk(hands) {
      const { page } = hands
      await openEmployees(hands)
      await page.locator('.table-row').nth(5).waitFor()
      for (const at of [0, 1, 2, 3, 4]) await hands.click(page.locator('.table-row').nth(at).getByRole('checkbox'))
      await hands.click(page.getByRole('button', { name: '调整部门' }))
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await hands.type('xxzx')
      await hands.click(page.locator('.ant-select-tree-title').filter({ hasText: '信息中心' }).first())
      await hands.click(page.getByRole('button', { name: '调整 5 人' }))
      await page.getByText('人员调整部门成功').waitFor()
    },
  },
  ...rightsJobs,
  ...schoolJobs,
  ...officeJobs,
  ...platformJobs,
  ...portalJobs,
  {
    name: '打开 5,000 个部门的组织架构',
    aim: 1,
    user: 'company',
    async walk(hands) {
      await hands.click(menuLink(hands.page, '组织架构'))
      await hands.page.getByText(/共 \d,\d{3} 个部门/).waitFor()
      await hands.page.locator('.ant-tree-treenode').nth(5).waitFor()
    },
  },
  {
    name: '在 5,000 个部门里找到一个',
    aim: 3,
    user: 'company',
    async walk(hands) {
      const { page } = hands
      await hands.click(menuLink(page, '组织架构'))
      await page.locator('.ant-tree-treenode').nth(5).waitFor()
      await hands.press('/')
      await hands.type('班组 4321')
      await page.getByRole('treeitem').getByText('班组 4321', { exact: true }).waitFor()
    },
  },
  {
    name: '导入 2,000 人的名单，能一起改的错误都改好',
    aim: 30,
    async walk(hands) {
      const { page } = hands
      await openEmployees(hands)
      await importList(hands, '员工', 'staff-2000.xlsx')
      await page.getByText(/^新增 [\d,]+ 人/).waitFor()
    },
  },
]

// Makes five levels of departments: 7 + 7² + … below one new top.
const manyDepartments = `
  insert into org (ent_no, org_no, org_name, prt_no, help_code, show_ord)
  select $1, 'J' || n, '班组 ' || n, case when n = 1 then null else 'J' || (n + 5) / 7 end, 'bz' || n, n * 10
  from generate_series(1, 5000) n`

async function serveDemo() {
  const postgres = await benchPostgres()
  const secret = makeSecret(testKey)
  const owner = await connectOwner(postgres.url)
  const address = await prepareDatabase(owner, postgres.url, secret)
  await seedDatabase(postgres.url, secret, true)
  await owner.query('begin')
  await owner.query(`set local app.ent_no = '${knownEnterprises.company}'`)
  await owner.query(manyDepartments, [knownEnterprises.company])
  await owner.query('commit')
  await owner.query('begin')
  await owner.query(`set local app.ent_no = '${knownEnterprises.experimentalSchool}'`)
  await owner.query(worksOfTeacher, [knownEnterprises.experimentalSchool])
  await owner.query('commit')
  await seedManyEnterprises(owner)
  const links = await linksOf(owner, secret)
  // Analyzes the tables, as the database does by itself within a minute.
  await owner.query('analyze')
  await owner.end()
  const services = openServices({ url: address, folder: postgres.folder })
  await keepDemoFiles(services.files)
  const app = await makeApp(services, { webDir: resolve('dist/web'), checkOutput: false, logging: false, rates: usualRates })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const stop = async () => {
    app.server.closeAllConnections()
    await app.close()
    await services.jobs.close()
    await services.database.close()
    await postgres.stop()
    rmSync(postgres.folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}`, links, stop }
}

/** Maps the notices that jobs begin with to the link of a guardian who has not answered. */
async function linksOf(owner: Owner, secret: Secret) {
  const { rows } = await owner.query<{ title: string; ent_no: string; rcv_no: string }>(
    `select distinct on (m.title) m.title, t.ent_no, t.rcv_no from msgto t join msg m using (ent_no, msg_no)
      where m.title = any($1) and t.ptr_no is not null and t.done_tm is null order by m.title, t.rcv_no`,
    [jobs.flatMap(({ notice }) => notice ?? [])],
  )
  return new Map(rows.map(({ title, ent_no: entNo, rcv_no: rcvNo }) => [title, noticeAddress('', secret, { entNo, rcvNo })]))
}

type Owner = Awaited<ReturnType<typeof connectOwner>>

const isByKeyboard = process.argv.includes('keyboard')
const failed: string[] = []
const { url, links, stop } = await serveDemo()
const browser = await openBrowser()
try {
  // Walks without a mouse only what is done at a desk.
  const chosen = jobs.filter(({ name, notice }) => name.includes(process.env.JOB ?? '') && !(notice && isByKeyboard))
  for (const { name, aim, user, notice, walk } of chosen) {
    const viewport = notice ? { width: 390, height: 844 } : { width: 1440, height: 900 }
    const page = await browser.newPage({ viewport, locale: 'zh-CN', hasTouch: notice !== undefined })
    if (notice) await page.goto(url + links.get(notice))
    else await signIn(page, url, user)
    page.setDefaultTimeout(20_000)
    const hands = isByKeyboard ? new KeyboardHands(page) : new Hands(page)
    const begin = performance.now()
    try {
      await walk(hands)
      const seconds = ((performance.now() - begin) / 1000).toFixed(1)
      console.log(`${name}：点击 ${hands.clicks} 次，按键 ${hands.keys} 次，${seconds} 秒（目标 ${aim} 秒）`)
    } catch (error) {
      failed.push(name)
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
      console.error(`${name}：没有做完，${error instanceof Error ? error.message : error}`)
    }
    await page.close()
  }
} finally {
  await browser.close()
  await stop()
}
for (const name of failed) console.log(`没有做完：${name}`)
process.exitCode = failed.length > 0 ? 1 : 0
