import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { desktop, openStage, phone, type Size, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** What a screen reader or a person with weak sight would stumble over, as `rule: element`. */
async function stumbles(page: Page, size: Size): Promise<string[]> {
  await quiet(page)
  // The table's hidden measuring row repeats the tick box of the header; there are no frames, so one run tells everything.
  // Pages that were left stay in tabs that are not shown.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    // Colours do not depend on the width, and take longest to be compared.
    .disableRules(size === phone ? ['color-contrast'] : [])
    .exclude('.ant-table-measure-row')
    .exclude('.tab-page[style*="display: none"]')
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim()}`),
  )
}

const pending = new WeakMap<Page, Set<Request>>()

/** Waits until nothing is asked for any more and everything is drawn: also after a page was opened within the app. */
async function quiet(page: Page) {
  const asked = pending.get(page)
  for (let still = 0; still < 4; still++) {
    if (asked?.size || (await page.locator('.ant-spin-spinning:visible, .frame-progress').count()) > 0) still = -1
    await page.waitForTimeout(40)
  }
}

function watch(page: Page) {
  const asked = new Set<Request>()
  pending.set(page, asked)
  page.on('request', (request) => void asked.add(request))
  const forget = (request: Request) => void asked.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
}

/** Opens a page as a link in the app would; every few pages without those that were open, which make each run longer. */
async function open(page: Page, path: string, heading: string, afresh: boolean) {
  if (afresh) {
    await page.evaluate(() => sessionStorage.removeItem('tabs'))
    await page.reload()
    await page.getByRole('heading').first().waitFor()
  }
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('.tab-page:visible').getByRole('heading', { name: heading }).first().waitFor()
}

/** Pages of a school's administrator, and of the operators of the platform. */
const ofSchool: [path: string, heading: string][] = [
  ['/dashboard', '，你好'],
  ['/ent/emp', '员工管理'],
  ['/ent/emp/import', '导入员工'],
  ['/ent/emp/pictures', '导入照片'],
  ['/ent/org', '组织架构'],
  ['/ent/photo', '照片审核'],
  ['/ent/imp', '导入记录'],
  ['/ent/empgrp', '员工组'],
  ['/ent/role', '角色管理'],
  ['/ent/emppwr', '个人例外'],
  ['/ent/empdatapwr', '数据权限'],
  ['/ent/reason', '权限解释'],
  ['/ent/mdl', '本企业模块'],
  ['/user/userlgn', '登录日志'],
  ['/user/session', '在线会话'],
  ['/ecb/mdl', '模块目录'],
  ['/ecb/idnt', '身份目录'],
  ['/ecb/pwr', '操作权限'],
  ['/ecb/pbcrole', '公共角色'],
  ['/ent/ent', '晨光市第一实验学校'],
  ['/ent/scharch', '学校档案'],
  ['/ecb/entact', '收款账户'],
  ['/ecb/payitem', '缴费项目'],
  ['/ecb/entcfg', '企业参数'],
  ['/ecb/entinfo', '企业字典'],
  ['/ecb/emparch', '员工档案'],
  ['/ecb/pbccfg', '参数目录'],
  ['/ecb/info', '信息字典'],
  ['/ecb/codegnrt', '编号规则'],
  ['/ecb/billtype', '单据类型'],
  ['/common/admnarea', '行政区划'],
]
const ofPlatform: [path: string, heading: string][] = [
  ['/ecb/ent', '企业管理'],
  ['/ecb/ent/0300000001', '晨光市第一实验学校'],
  ['/ecb/ent/0300000001?tab=cfg', '导入和导出'],
]

test.concurrent.for([
  ['1440', desktop],
  ['390', phone],
] as const)('every page at %s px is readable by everybody', { timeout: 400_000 }, async ([, size], { expect }) => {
  const { page, signIn } = await stage.visit('/login', size)
  watch(page)
  expect.soft(await stumbles(page, size)).toEqual([])
  await page.goto(`${stage.server.url}/editpwd`)
  await page.getByRole('button', { name: '下一步' }).waitFor()
  expect.soft(await stumbles(page, size)).toEqual([])
  await page.goto(`${stage.server.url}/login`)
  await signIn('school')
  await page.getByRole('heading', { name: /你好/ }).waitFor()
  for (const [at, [path, heading]] of ofSchool.entries()) {
    await open(page, path, heading, at % 6 === 5)
    expect.soft(await stumbles(page, size), path).toEqual([])
  }
  const operator = await stage.visit('/ecb/ent', size)
  watch(operator.page)
  await operator.signIn('platform')
  for (const [path, heading] of ofPlatform) {
    await open(operator.page, path, heading, false)
    expect.soft(await stumbles(operator.page, size), path).toEqual([])
  }
  await page.goto(`${stage.server.url}/ent/emp/import`)
  await page.locator('input[type=file]').setInputFiles(new URL('../test/fixtures/staff-200.xlsx', import.meta.url).pathname)
  await page.locator('.row-grid-cell.bad').first().click()
  await page.getByRole('tooltip').waitFor()
  expect.soft(await stumbles(page, size), 'rows of an import').toEqual([])
  await page.getByRole('button', { name: '重新选择文件' }).click()
  await page.getByText('点这里选择工作簿').waitFor()
  await page.goto(`${stage.server.url}/ent/empgrp`)
  await page.getByRole('button', { name: '新建员工组' }).click()
  await page.getByRole('dialog').getByLabel('组名').waitFor()
  await page.locator('.ant-zoom-appear').waitFor({ state: 'detached' })
  expect.soft(await stumbles(page, size), 'dialog').toEqual([])
  await page.goto(`${stage.server.url}/ent/emp?stt=all`)
  await page.getByRole('button', { name: '新建员工' }).click()
  const form = page.getByRole('dialog', { name: '新建员工' })
  await form.getByLabel('身份证号').fill('110105198506150020')
  await form.getByRole('button', { name: '新建' }).click()
  await form.getByText('姓名不能为空').waitFor()
  await form.getByText('校验位应为').waitFor()
  await page.locator('.ant-zoom-appear').waitFor({ state: 'detached' })
  expect.soft(await stumbles(page, size), 'employee form').toEqual([])
  await page.goto(`${stage.server.url}/ent/emp?stt=2`)
  await page.locator('.row-disabled .ant-btn-link').first().click()
  await page.getByText('部门与角色').waitFor()
  expect.soft(await stumbles(page, size), 'employee drawer').toEqual([])
})
