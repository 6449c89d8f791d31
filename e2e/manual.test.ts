import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, phone, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('help opens the section of the page that is shown, of its work pages too, in a tab of its own', async () => {
  const { page, context, calm } = await stage.arrive('/ent/stu', 'school')
  const help = page.getByRole('link', { name: '帮助' })
  const [manual] = await Promise.all([context.waitForEvent('page'), help.click()])
  await manual.getByRole('heading', { name: '学生管理', exact: true }).waitFor()
  expect(new URL(manual.url()).pathname + new URL(manual.url()).hash).toBe('/manual/students.html#stu')
  await expect.poll(() => manual.locator('#stu').evaluate((one) => Math.abs(one.getBoundingClientRect().top))).toBeLessThan(200)
  await page.goto(`${stage.server.url}/ent/emp/import`)
  await page.getByRole('heading', { name: '导入员工' }).waitFor()
  const [staff] = await Promise.all([context.waitForEvent('page'), help.click()])
  await staff.waitForURL(/\/manual\/staff\.html#emp$/)
  await page.goto(`${stage.server.url}/401`)
  await page.getByText('没有权限进行操作').waitFor()
  expect(await help.getAttribute('href')).toBe('/manual/')
  calm()
})

test.each([
  ['/vam/prtl/index', undefined, '/manual/activities.html#actportal'],
  ['/resource/my', 'teacher', '/manual/activities.html#resportal'],
] as const)('help on %s opens the section about its portal, also on a phone', async (path, name, section) => {
  const { page, context, calm } = name ? await stage.arrive(path, name, phone) : await stage.visit(path, phone)
  const [manual] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: '帮助' }).click()])
  await manual.getByRole('heading', { name: '活动与资源' }).waitFor()
  expect(new URL(manual.url()).pathname + new URL(manual.url()).hash).toBe(section)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  calm()
})

test('on a phone help is in the menu of the user', async () => {
  const { page, context, calm } = await stage.arrive('/ent/stu', 'teacher', phone)
  await page.getByRole('button', { name: /当前用户/ }).click()
  const [manual] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: '帮助' }).click()])
  await manual.getByRole('heading', { name: '学生管理', exact: true }).waitFor()
  await manual.getByText('目录', { exact: true }).click()
  await manual.getByRole('link', { name: '学年升级' }).first().click()
  await manual.getByRole('heading', { name: '学年升级', level: 1 }).waitFor()
  expect(await manual.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  calm()
})

test('whoever is not signed in reads the manual from its index to its last page, and it runs nothing', async () => {
  const { page, complaints, calm } = await stage.visit('/manual')
  await page.getByRole('heading', { name: '使用手册', level: 1 }).waitFor()
  expect(await page.locator('script').count()).toBe(0)
  const response = await page.goto(`${stage.server.url}/manual/`)
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
  for (;;) {
    expect.soft(await stumbles(page), page.url()).toEqual([])
    const broken = page.locator('img').evaluateAll(async (pictures) => {
      for (const picture of pictures as HTMLImageElement[]) picture.loading = 'eager'
      await Promise.all((pictures as HTMLImageElement[]).map((picture) => picture.decode().catch(() => {})))
      return (pictures as HTMLImageElement[]).filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src)
    })
    expect.soft(await broken, page.url()).toEqual([])
    const next = page.locator('a[rel=next]')
    if ((await next.count()) === 0) break
    await next.click()
  }
  expect(new URL(page.url()).pathname).not.toBe('/manual/')
  expect(complaints).toEqual([])
  calm()
})

test('a page of the manual that does not exist is not found', async () => {
  const response = await fetch(`${stage.server.url}/manual/nothing.html`)
  expect(response.status).toBe(404)
})

async function stumbles(page: Awaited<ReturnType<Stage['visit']>>['page']) {
  const found: string[] = []
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(...violations.map(({ id, nodes }) => `${size.width} ${id}: ${nodes[0]?.html}`))
  }
  await page.setViewportSize(desktop)
  return found
}
