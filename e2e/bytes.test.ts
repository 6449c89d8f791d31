import { readFileSync, statSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { gateCodes } from '#features/ent/vst/gate/vst.codes.contract.ts'
import { scriptBudgets } from '../test/support/budgets.ts'
import { openStage, signedIn, type Stage } from './browser.ts'
import { idle } from './idle.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Counts the kilobytes of compressed JavaScript that a page has loaded so far. */
async function loaded(page: Page): Promise<number> {
  const names = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      // Leaves out charts, which come after the first paint.
      .filter((path) => path.endsWith('.js') && !path.includes('/ChartCanvas-')),
  )
  const bytes = [...new Set(names)].map((name) => statSync(`dist/web${name}.gz`).size)
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1024)
}

async function cold(path: string, heading: string): Promise<number> {
  const { page, signIn } = await stage.visit('/login')
  await signIn('school')
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
  await page.goto(stage.server.url + path)
  await page.getByRole('heading', { name: heading }).waitFor()
  await idle(page)
  return loaded(page)
}

test('the sign-in page loads no more JavaScript than its budget', async () => {
  const { page } = await stage.visit('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  await idle(page)
  const size = await loaded(page)
  console.log(`登录页 ${size} KB`)
  expect(size).toBeLessThanOrEqual(scriptBudgets.signIn)
})

test('the first page after signing in and lists load no more than their budgets', async () => {
  const [first, ...lists] = [
    await cold('/dashboard', '，'),
    await cold('/ent/emp', '员工管理'),
    await cold('/ent/org', '组织架构'),
    await cold('/ent/empgrp', '员工组'),
    await cold('/ent/emp/import', '导入员工'),
    await cold('/ent/photo', '照片审核'),
  ]
  const [employees, departments, groups, importing, photos] = lists
  console.log(`首页 ${first} KB，员工管理 ${employees} KB，组织架构 ${departments} KB，员工组 ${groups} KB`)
  console.log(`导入 ${importing} KB，照片审核 ${photos} KB`)
  expect(first).toBeLessThanOrEqual(scriptBudgets.home)
  for (const list of [employees, departments, groups, photos]) expect(list).toBeLessThanOrEqual(scriptBudgets.list)
  expect(importing).toBeLessThanOrEqual(scriptBudgets.screen)
})

test('no page names more than its budget in its head', () => {
  const parts = JSON.parse(readFileSync('dist/web/parts.json', 'utf8')) as Record<string, string[]>
  const frame = parts['frame'] ?? []
  const sizes = Object.entries(parts).map(([path, files]) => {
    const scripts = [...new Set([...frame, ...files])].filter((file) => file.endsWith('.js'))
    return { path, size: Math.round(scripts.reduce((sum, file) => sum + statSync(`dist/web/${file}.gz`).size, 0) / 1024) }
  })
  expect(sizes.length).toBeGreaterThan(40)
  expect(sizes.filter(({ size }) => size > scriptBudgets.screen)).toEqual([])
})

test('what somebody without an account opens on a phone is no more than its budget', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const [gate] = await client.call(gateCodes.getcodes)
  const { path } = await client.call(gateCodes.getcode, { codeNo: gate?.codeNo as string })
  const { datas } = await client.call(mtg.getpage, { stt: '3' })
  const { url } = await client.call(mtg.getmtgqrcode, { mtgNo: datas[0]?.mtgNo as string, rdx: 1 })
  for (const [name, at, button] of [
    ['来访登记', path, '提交'],
    ['会议签到', url, '员工登录签到'],
  ] as const) {
    const { page } = await stage.visit(at)
    await page.getByRole('button', { name: button }).waitFor()
    await idle(page)
    const size = await loaded(page)
    console.log(`${name} ${size} KB`)
    expect(size).toBeLessThanOrEqual(scriptBudgets.onPhone)
  }
})
