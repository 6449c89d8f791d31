import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualRates } from '#server/http/rateLimits.ts'
import { startServer, type TestServer } from '../test/support/harness.ts'
import { openStage, type Stage } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'campus-version-'))
const [older, newer] = [join(folder, 'older'), join(folder, 'newer')]
let stage: Stage
let next: TestServer | undefined
beforeAll(async () => {
  cpSync(resolve('dist/web'), older, { recursive: true })
  cpSync(older, newer, { recursive: true })
  renameParts(newer)
  stage = await openStage(older)
})
afterAll(async () => {
  await next?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes another build of one: every file has another name, as it gets by another content. */
function renameParts(build: string) {
  const assets = join(build, 'assets')
  const names = new Set(readdirSync(assets))
  const other = (name: string) => name.replace(/[\w-]{7}(?=\.\w+$)/, (hash) => [...hash].reverse().join(''))
  const renamed = (text: string) => text.replace(/[\w.-]+-[\w-]{7}\.\w+/g, (name) => (names.has(name) ? other(name) : name))
  for (const name of names) {
    const path = join(assets, name)
    // Leaves out what was compressed of the former text.
    if (/\.(br|gz|zst)$/.test(name)) rmSync(path)
    else {
      if (/\.(js|css)$/.test(name)) writeFileSync(path, renamed(readFileSync(path, 'utf8')))
      renameSync(path, join(assets, other(name)))
    }
  }
  const page = join(build, 'index.html')
  writeFileSync(page, renamed(readFileSync(page, 'utf8')))
}

test('an upgrade under an open page is told, takes nothing that was typed, and the page goes on with the new version', async () => {
  const { page, context } = await stage.arrive('/ent/empgrp', 'school')
  await page.getByRole('button', { name: '新建员工组' }).click()
  const dialog = page.getByRole('dialog', { name: '新建员工组' })
  await dialog.getByLabel('组名').fill('升级前写的')
  const port = Number(new URL(stage.server.url).port)
  await stage.server.close()
  await page
    .getByText('连不上服务器，恢复后自动接上')
    .waitFor({ timeout: 20_000 })
    .catch(() => {})
  next = await startServer({ sharing: stage.server, webDir: newer, port, rates: usualRates })
  expect(next.url).toBe(stage.server.url)
  await dialog.getByLabel('描述').fill('升级后写的')
  const notice = page.getByText('系统已更新到新版本，填写的内容会留作草稿')
  await notice.waitFor()

  // Opens a page whose part has gone with the former version, and was not read before.
  const browser = await context.newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await page.evaluate(() => history.pushState(null, '', '/ent/ptr'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  const lost = page.getByRole('alert').filter({ hasText: '系统已更新到新版本，这个页面要刷新后才能打开' })
  await lost.getByRole('button', { name: '刷新到新版本' }).click()
  await page.getByRole('heading', { name: '家长管理' }).waitFor()
  expect(await notice.count()).toBe(0)

  await page.goto(`${next.url}/ent/empgrp`)
  await page.getByRole('button', { name: '新建员工组' }).click()
  await expect.poll(() => dialog.getByLabel('组名').inputValue()).toBe('升级前写的')
  expect(await dialog.getByLabel('描述').inputValue()).toBe('升级后写的')
})
